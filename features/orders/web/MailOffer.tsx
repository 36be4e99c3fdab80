import { useTranslation } from 'react-i18next'
import { MailForm } from '#features/mail/web/MailForm.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { OrderDetail } from '../domain/contract.ts'
import { mailDraft, mailOffer, orderSheetPaper } from '../domain/paper-contract.ts'

/** Mails the sheet of an offer or order as PDF. */
export default function MailOffer({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('orders')
  const draft = useAsk(mailDraft, { id: order.id }, { topics: [], staleTime: Infinity })
  const sheet = useAsk(orderSheetPaper, { id: order.id }, { topics: [`orders:${order.id}`] })
  const failed = draft.error ?? sheet.error
  const run = useRun(mailOffer, {
    invalidates: [`orders:${order.id}`],
    onSuccess: (_output, { to }) => {
      say.done(t('said.mailed', { to }))
      close()
    },
  })
  return (
    <Dialog opened onClose={close} title={t('mailing.title')} size={1180} closeOnClickOutside={false}>
      {draft.data && sheet.data ? (
        <MailForm
          draft={draft.data}
          paper={sheet.data}
          send={(text) => run.mutateAsync({ id: order.id, version: order.version, ...text })}
          close={close}
        />
      ) : failed ? (
        <ErrorState error={failed} retry={() => void Promise.all([draft.refetch(), sheet.refetch()])} />
      ) : (
        <Loading rows={8} />
      )}
    </Dialog>
  )
}
