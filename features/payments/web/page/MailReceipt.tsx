import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { mailReceipt, paymentReceipt, receiptDraft } from '../../domain/office-contract.ts'

/** The dialog to mail the receipt of a payment as PDF. */
export default function MailReceipt({ id, close }: { id: number; close: () => void }) {
  const { t } = useTranslation('payments')
  const draft = useAsk(receiptDraft, { id }, { afresh: true })
  const paper = useAsk(paymentReceipt, { id })
  const run = useRun(mailReceipt, {
    onSuccess: (_output, { to }) => {
      say.done(t('said.mailed', { to }))
      close()
    },
  })
  return (
    <MailDialog
      title={t('page.mail')}
      draft={draft.data}
      paper={paper.data}
      asked={[draft, paper]}
      send={(text) => run.mutateAsync({ id, ...text })}
      close={close}
    />
  )
}
