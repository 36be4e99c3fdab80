import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotAmount, whyNotParticulars } from '#features/payments/domain/payment.ts'
import { ReasonDialog } from '#features/shipping/web/ReasonDialog.tsx'
import { dayOf } from '#kernel/day.ts'
import { cents } from '#kernel/money.ts'
import type { Photo } from '#kernel/photo.ts'
import { PaymentDialog } from '#web/ui/payment/PaymentDialog.tsx'
import { sayAloud } from '#web/ui/say-aloud.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import type { Stop } from '../../domain/day-now.ts'
import { collectedBy } from '../../domain/delivery-form.ts'
import delivery from '../delivery/delivery.module.css'
import { forgetDraft } from '../delivery/delivery-draft.ts'
import { DeliverySheet } from '../delivery/DeliverySheet.tsx'
import { PhotoField } from '../delivery/PhotoField.tsx'
import type { DriverActions } from '../driver-actions.ts'
import { LoansSheet } from './LoansSheet.tsx'

/** The sheet or dialog that is open over the list, and its orders, at least one. All are of one stop. */
export type OpenSheet = {
  readonly what: 'deliver' | 'to-planning' | 'return' | 'pay' | 'loans'
  readonly orders: readonly [Stop, ...Stop[]]
}

type StopSheetsProps = {
  personId: number
  asked: OpenSheet
  customer: StopCustomer | undefined
  mayCollect: boolean
  actions: DriverActions
  onClose: () => void
}

/** Says what was done at a stop once the device has stored it. The list shows that elsewhere. */
async function told(stored: Promise<boolean>, what: string, { name }: Stop): Promise<boolean> {
  const isStored = await stored
  if (isStored) sayAloud(`${what}: ${name}`)
  return isStored
}

/** Shows the sheet or dialog that asks what the pressed action still needs. */
export function StopSheets(props: StopSheetsProps) {
  const { personId, asked, customer, mayCollect, actions, onClose } = props
  const { t } = useTranslation('driver')
  const { what, orders } = asked
  switch (what) {
    case 'deliver':
      return (
        <DeliverySheet
          personId={personId}
          orders={orders}
          customer={customer}
          mayCollect={mayCollect}
          onClose={onClose}
          deliver={(made) => told(actions.deliver(orders, made), t('card.delivered'), orders[0])}
        />
      )
    case 'to-planning':
    case 'return':
      return <ReasonOf {...props} what={what} />
    case 'pay':
      return <PaymentOf {...props} />
    case 'loans':
      return customer === undefined ? null : (
        <LoansSheet
          customer={customer}
          onClose={onClose}
          takeBack={(items) =>
            told(
              actions.takeBack(orders[0], {
                customerId: customer.id,
                orderId: orders[0].id,
                items,
                doneAt: new Date().toISOString(),
              }),
              t('word.lent-items'),
              orders[0],
            )
          }
        />
      )
  }
}

function ReasonOf({ personId, asked, actions, onClose, what }: StopSheetsProps & { what: 'to-planning' | 'return' }) {
  const { t } = useTranslation('driver')
  const { orders } = asked
  const ids = orders.map(({ id }) => id)
  const [photo, setPhoto] = useState<Photo | null>(null)
  return (
    <ReasonDialog
      title={t(`reason-title.${what}`, { id: ids.join(', '), count: ids.length })}
      about={orders[0].name}
      action={t(`card.${what}`)}
      onClose={onClose}
      confirm={(reasonCode, note) => {
        onClose()
        void forgetDraft(personId, ids)
        const at = new Date().toISOString()
        const input = { action: what, reasonCode, doneAt: at, reason: note || undefined }
        void told(actions.close(orders, input, photo), t(`card.${what}`), orders[0])
      }}
    >
      <PhotoField photo={photo} onChange={setPhoto} />
      {photo === null ? null : <img className={delivery.photo} src={photo.address} alt={t('delivery.photo-taken')} />}
    </ReasonDialog>
  )
}

function PaymentOf({ asked: { orders }, customer, actions, onClose }: StopSheetsProps) {
  const { t } = useTranslation('driver')
  const [order] = orders
  return (
    <PaymentDialog
      customerName={order.name}
      named={{ ids: [order.id], total: cents(order.total), cashLimit: order.cashLimit ?? null }}
      account={customer ?? null}
      onClose={onClose}
      whyNot={whyNotAmount}
      whyNotMeans={whyNotParticulars}
      collect={({ means, ...taken }) => {
        const at = new Date().toISOString()
        const payment = {
          ...taken,
          ...collectedBy(means),
          customerId: order.customerId,
          orderId: order.id,
          takenOn: dayOf(at),
          doneAt: at,
        }
        return told(actions.collect(order, payment), t('payment.title'), order)
      }}
    />
  )
}
