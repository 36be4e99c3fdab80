import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Paper } from '#kernel/paper.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MailForm, type MailText } from './MailForm.tsx'

type Props = {
  title: string
  /** The initial text of the mail, or undefined while it loads. */
  draft: MailText | undefined
  paper: Paper | undefined
  /** The questions that draft and paper come from. */
  asked: readonly { readonly error: Error | null; readonly refetch: () => Promise<unknown> }[]
  send: (text: MailText) => Promise<unknown>
  close: () => void
}

/** The dialog to write a mail with a paper. Closing it asks for confirmation if the text was changed. */
export function MailDialog({ title, draft, paper, asked, send, close }: Props) {
  const { t } = useTranslation('mail')
  const isWritten = useRef<() => boolean>(() => false)
  const asking = useRef(false)
  const failed = asked.find(({ error }) => error !== null)?.error

  const closeOrAsk = async () => {
    if (asking.current) return
    if (!isWritten.current()) return close()
    asking.current = true
    const agreed = await confirm({
      title: t('unsent.title'),
      body: t('unsent.body'),
      confirmLabel: t('unsent.discard'),
      cancelLabel: t('unsent.keep'),
      danger: true,
    })
    asking.current = false
    if (agreed) close()
  }

  return (
    <Dialog opened onClose={() => void closeOrAsk()} title={title} size={1180} closeOnClickOutside={false}>
      {draft && paper ? (
        <MailForm
          draft={draft}
          paper={paper}
          send={send}
          close={() => void closeOrAsk()}
          watchWritten={(ask) => (isWritten.current = ask)}
        />
      ) : failed ? (
        <ErrorState error={failed} retry={() => void Promise.all(asked.map(({ refetch }) => refetch()))} />
      ) : (
        <Loading rows={8} />
      )}
    </Dialog>
  )
}
