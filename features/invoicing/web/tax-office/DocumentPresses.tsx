import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { askAgain, enterMark } from '../../domain/contract.ts'
import type { ShownDifference } from '../../domain/comparison/contract.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { useSendAgain } from '../use-send-again.ts'

/**
 * Offers what can be done at once about a difference of an invoice or a credit note: take the MARK over that the tax office has, ask the
 * accounting service again, or send a refused invoice again, before which the service is asked.
 */
export function DocumentPresses({ row, again }: { row: ShownDifference; again: () => void }) {
  const { t } = useTranslation('invoicing')
  const maySettle = useMay(invoicingRights.settle)
  const maySend = useMay(invoicingRights.invoice)
  const { kind, note, orderId, mark, invoice } = row
  const failing = { onError: (error: unknown) => say.failed(error) }
  const taking = useRun(enterMark, failing)
  const asking = useRun(askAgain, failing)
  const sending = useSendAgain(orderId)
  if (note || orderId === null) return null
  const take = () =>
    taking.mutate(
      { id: orderId, mark: mark ?? '', reason: t('compare.reason') },
      {
        onSuccess: () => {
          say.done(t('said.enter-mark', { id: orderId }))
          again()
        },
      },
    )
  return (
    <>
      {kind === 'mark-missing' && maySettle && mark !== null ? (
        <ActionButton size="sm" mih={48} variant="default" pending={taking.isPending} onClick={take}>
          {t('compare.take')}
        </ActionButton>
      ) : null}
      {kind === 'mark-missing' && maySend ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={asking.isPending}
          onClick={() => asking.mutate({ id: orderId }, { onSuccess: () => say.done(t('said.asked-again')) })}
        >
          {t('by-hand.ask-again')}
        </ActionButton>
      ) : null}
      {kind === 'failed-here' && invoice && maySend ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={sending.isPending}
          onClick={() => void sending.sendAgain().catch((error: unknown) => say.failed(error))}
        >
          {t('compare.send-again')}
        </ActionButton>
      ) : null}
    </>
  )
}
