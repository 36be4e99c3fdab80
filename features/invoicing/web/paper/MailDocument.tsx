import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { documentDraft, documentPaper, mailDocument } from '../../domain/paper-contract.ts'

type Props = { documentId: number; close: () => void }

/** The dialog to mail an issued document as PDF. */
export default function MailDocument({ documentId: id, close }: Props) {
  const { t } = useTranslation('invoicing')
  const draft = useAsk(documentDraft, { id }, { afresh: true })
  const sheet = useAsk(documentPaper, { id })
  const run = useRun(mailDocument, {
    onSuccess: (_output, { to }) => {
      say.done(t('document.mailed', { to }))
      close()
    },
  })
  return (
    <MailDialog
      title={t('document.mail')}
      draft={draft.data}
      paper={sheet.data}
      asked={[draft, sheet]}
      send={(text) => run.mutateAsync({ id, ...text })}
      close={close}
    />
  )
}
