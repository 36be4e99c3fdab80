import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { mailOrderSheet, orderSheet, orderSheetDraft, type PurchaseRequest } from '../domain/contract.ts'

/** The dialog to mail the sheet of an order, also once more. */
export function MailSheet({ request, close }: { request: PurchaseRequest; close: () => void }) {
  const { t } = useTranslation('purchases')
  const draft = useAsk(orderSheetDraft, { providerId: request.providerId ?? 0 }, { afresh: true })
  const paper = useAsk(orderSheet, { id: request.id })
  const run = useRun(mailOrderSheet, {
    onSuccess: (_output, { to }) => {
      say.done(t('request.mailed', { to }))
      close()
    },
  })
  return (
    <MailDialog
      title={t('request.mail')}
      draft={draft.data}
      paper={paper.data}
      asked={[draft, paper]}
      // a person who opens the dialog of a mailed order wants another mail
      send={(text) => run.mutateAsync({ id: request.id, again: request.mailedAt !== null, ...text })}
      close={close}
    />
  )
}
