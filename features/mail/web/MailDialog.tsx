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
  failed: Error | null
  retry: () => void
  send: (text: MailText) => Promise<unknown>
  close: () => void
}

/** The dialog to write a mail with a paper. Closing it asks for confirmation if the text was changed. */
export function MailDialog({ title, draft, paper, failed, retry, send, close }: Props) {
  const { t } = useTranslation('mail')
  const isWritten = useRef<() => boolean>(() => false)
  const asking = useRef(false)

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
        <ErrorState error={failed} retry={retry} />
      ) : (
        <Loading rows={8} />
      )}
    </Dialog>
  )
}
