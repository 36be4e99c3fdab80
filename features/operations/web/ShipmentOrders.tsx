import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PaymentDialog } from '#features/payments/web/PaymentDialog.tsx'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import type { DriverAction } from '#features/shipping/domain/shipment.ts'
import { useMay } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { DeviceQueue } from './device-queue.ts'
import { DeliveryCard } from './DeliveryCard.tsx'
import { stopKey } from './driver-queue.ts'
import styles from './driver.module.css'
import { ReturnDialog } from './ReturnDialog.tsx'

export type ShipmentOrdersProps = { shipmentId: number; cards: readonly ShipmentCard[]; queue: DeviceQueue }

/** The orders still on the truck, in driving order; what was done to one leaves the list when the server knows it. */
export function ShipmentOrders({ shipmentId, cards, queue }: ShipmentOrdersProps) {
  const { t } = useTranslation('operations')
  const mayCollect = useMay('payments.collect')
  const [paying, setPaying] = useState<ShipmentCard | null>(null)
  const [returning, setReturning] = useState<ShipmentCard | null>(null)
  const remaining = cards.filter((card) => card.outcome === null && !queue.closed.has(stopKey(shipmentId, card.id)))
  const stopOf = (card: ShipmentCard) => ({ shipmentId, orderId: card.id, name: card.name })
  const waiting = (card: ShipmentCard) =>
    queue.entries.filter((entry) => entry.orderId === card.id && entry.refusal === undefined)

  const close = (card: ShipmentCard, action: DriverAction, reason?: string) =>
    queue
      .act({ kind: 'delivery', input: { orderId: card.id, action, ...(reason ? { reason } : {}) } }, stopOf(card))
      .catch((error: unknown) => say.failed(error))
  const plan = async (card: ShipmentCard) => {
    const agreed = await confirm({
      title: t('planning.title', { id: card.id }),
      body: t('planning.body', { name: card.name }),
      confirmLabel: t('card.to-planning'),
    })
    if (agreed) await close(card, 'to-planning')
  }

  if (remaining.length === 0) return <EmptyState title={t('driver.all-closed')} hint={t('driver.all-closed-hint')} />
  return (
    <>
      <ul className={styles.cards}>
        {remaining.map((card) => (
          <DeliveryCard
            key={card.id}
            card={card}
            waiting={waiting(card)}
            deliver={() => void close(card, 'deliver')}
            toPlanning={() => void plan(card)}
            pay={mayCollect ? () => setPaying(card) : undefined}
            giveBack={() => setReturning(card)}
          />
        ))}
      </ul>
      {paying === null ? null : (
        <PaymentDialog
          customerId={paying.customerId}
          customerName={paying.name}
          orderId={paying.id}
          onClose={() => setPaying(null)}
          collect={(input) => queue.act({ kind: 'payment', input }, stopOf(paying))}
        />
      )}
      {returning === null ? null : (
        <ReturnDialog
          card={returning}
          onClose={() => setReturning(null)}
          confirm={(reason) => {
            setReturning(null)
            void close(returning, 'return', reason)
          }}
        />
      )}
    </>
  )
}
