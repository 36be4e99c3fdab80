import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { mailDraft, mailOffer, orderSheetPaper } from '../../domain/paper/contract.ts'

/** Mails the sheet of an offer or order as PDF. */
export default function MailOffer({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('orders')
  const draft = useAsk(mailDraft, { id: order.id }, { afresh: true })
  const sheet = useAsk(orderSheetPaper, { id: order.id })
  const run = useRun(mailOffer, {
    onSuccess: (_output, { to }) => {
      say.done(t('said.mailed', { to }))
      close()
    },
  })
  return (
    <MailDialog
      title={t('mailing.title')}
      draft={draft.data}
      paper={sheet.data}
      asked={[draft, sheet]}
      send={(text) => run.mutateAsync({ id: order.id, version: order.version, ...text })}
      close={close}
    />
  )
}
