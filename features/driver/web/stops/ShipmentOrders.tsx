import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotAmount } from '#features/payments/domain/payment.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { PaymentDialog } from '#web/ui/payment/PaymentDialog.tsx'
import { ReasonDialog } from '#features/shipping/web/ReasonDialog.tsx'
import { dayOf } from '#kernel/day.ts'
import { useMay } from '#web/session.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { StopCustomer } from '../../domain/contract.ts'
import { ClosedStop, DeliveryCard, type StopPresses } from './DeliveryCard.tsx'
import type { DriverActions } from '../driver-actions.ts'
import { isClosed, type OpenShipment, type Stop } from '../../domain/day.ts'
import styles from '../driver.module.css'
import { forgetDraft } from '../delivery/delivery-draft.ts'
import { DeliverySheet } from '../delivery/DeliverySheet.tsx'
import { LoansSheet } from './LoansSheet.tsx'

/** The sheet or dialog that is open over the list, and its stop. */
type OpenSheet = { readonly what: 'deliver' | 'to-planning' | 'return' | 'pay' | 'loans'; readonly stop: Stop }

export type ShipmentOrdersProps = {
  /** The account of the driver on this device. */
  personId: number
  shipment: OpenShipment
  customers: ReadonlyMap<number, StopCustomer>
  actions: DriverActions
}

/** Lists the orders that are still open in driving order, and the closed ones below them. */
export function ShipmentOrders({ personId, shipment, customers, actions }: ShipmentOrdersProps) {
  const { t } = useTranslation('driver')
  const mayCollect = useMay(paymentsRights.collect)
  const [asked, setAsked] = useState<OpenSheet | null>(null)
  const open = shipment.stops.filter((stop) => !isClosed(stop))
  const waiting = shipment.stops.filter((stop) => stop.closing !== null)
  const closed = shipment.stops.filter((stop) => stop.outcome !== null)
  const pressesOf = (stop: Stop): StopPresses => ({
    deliver: () => setAsked({ what: 'deliver', stop }),
    toPlanning: () => setAsked({ what: 'to-planning', stop }),
    giveBack: () => setAsked({ what: 'return', stop }),
    pay: mayCollect ? () => setAsked({ what: 'pay', stop }) : undefined,
    loans: () => setAsked({ what: 'loans', stop }),
  })
  return (
    <>
      {open.length === 0 ? (
        <EmptyState title={t('driver.all-closed')} hint={t('driver.all-closed-hint')} />
      ) : (
        <ul className={styles.cards}>
          {open.map((stop) => (
            <DeliveryCard
              key={stop.id}
              stop={stop}
              customer={customers.get(stop.customerId)}
              presses={pressesOf(stop)}
            />
          ))}
        </ul>
      )}
      {waiting.length === 0 ? null : (
        <ul className={styles.cards} aria-label={t('driver.closed-waiting')}>
          {waiting.map((stop) => (
            <ClosedStop key={stop.id} stop={stop} presses={pressesOf(stop)} />
          ))}
        </ul>
      )}
      {closed.length === 0 ? null : (
        <details className={styles.fold}>
          <summary>
            {t('driver.closed', { count: closed.length })} <ChevronDown size={20} aria-hidden />
          </summary>
          <ul className={styles.cards}>
            {closed.map((stop) => (
              <ClosedStop key={stop.id} stop={stop} presses={pressesOf(stop)} />
            ))}
          </ul>
        </details>
      )}
      {asked === null ? null : (
        <ActionSheet
          personId={personId}
          asked={asked}
          customer={customers.get(asked.stop.customerId)}
          mayCollect={mayCollect}
          actions={actions}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type ActionSheetProps = {
  personId: number
  asked: OpenSheet
  customer: StopCustomer | undefined
  mayCollect: boolean
  actions: DriverActions
  onClose: () => void
}

/** Shows the sheet or dialog that asks what the pressed action still needs. */
function ActionSheet({ personId, asked: { what, stop }, customer, mayCollect, actions, onClose }: ActionSheetProps) {
  const { t } = useTranslation('driver')
  switch (what) {
    case 'deliver':
      return (
        <DeliverySheet
          personId={personId}
          stop={stop}
          customer={customer}
          mayCollect={mayCollect}
          onClose={onClose}
          deliver={(made) => actions.deliver(stop, made)}
        />
      )
    case 'to-planning':
    case 'return':
      return (
        <ReasonDialog
          title={t(`reason-title.${what}`, { id: stop.id })}
          about={stop.name}
          action={t(`card.${what}`)}
          onClose={onClose}
          confirm={(reasonCode, note) => {
            onClose()
            void forgetDraft(personId, stop.id)
            const at = new Date().toISOString()
            void actions.close(stop, {
              orderId: stop.id,
              action: what,
              reasonCode,
              doneAt: at,
              ...(note === '' ? {} : { reason: note }),
            })
          }}
        />
      )
    case 'pay':
      return (
        <PaymentDialog
          customerName={stop.name}
          account={customer ?? null}
          onClose={onClose}
          whyNot={whyNotAmount}
          collect={(taken) => {
            const at = new Date().toISOString()
            return actions.collect(stop, {
              ...taken,
              customerId: stop.customerId,
              orderId: stop.id,
              takenOn: dayOf(at),
              doneAt: at,
            })
          }}
        />
      )
    case 'loans':
      return customer === undefined ? null : (
        <LoansSheet
          customer={customer}
          onClose={onClose}
          takeBack={(items) =>
            actions.takeBack(stop, {
              customerId: customer.id,
              orderId: stop.id,
              items,
              doneAt: new Date().toISOString(),
            })
          }
        />
      )
  }
}
