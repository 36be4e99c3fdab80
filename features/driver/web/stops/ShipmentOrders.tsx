import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type AddressStop, addressStopsOf } from '../../domain/address-stops.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import { isClosed, type OpenShipment, type Stop } from '../../domain/day-now.ts'
import type { ClosingPress } from '../../domain/undone-presses.ts'
import type { DriverActions } from '../driver-actions.ts'
import styles from '../driver.module.css'
import { ClosedStop } from './ClosedStop.tsx'
import { LastPress, useUndoablePresses } from './LastPress.tsx'
import { OpenStop, StopLine, type StopPresses } from './OpenStop.tsx'
import { type OpenSheet, StopSheets } from './StopSheets.tsx'

export type ShipmentOrdersProps = {
  /** The account of the driver on this device. */
  personId: number
  shipment: OpenShipment
  customers: ReadonlyMap<number, StopCustomer>
  actions: DriverActions
}

/** Lists the open stops in driving order, the next one whole, and the closed orders below them. */
export function ShipmentOrders({ personId, shipment, customers, actions }: ShipmentOrdersProps) {
  const { t } = useTranslation('driver')
  const mayCollect = useMay(paymentsRights.collect)
  const [asked, setAsked] = useState<OpenSheet | null>(null)
  const ask = (what: OpenSheet['what'], [first, ...others]: readonly Stop[]) => {
    if (first !== undefined) setAsked({ what, orders: [first, ...others] })
  }
  const presses: StopPresses = {
    deliver: (orders) => ask('deliver', orders),
    toPlanning: (orders) => ask('to-planning', orders),
    giveBack: (orders) => ask('return', orders),
    pay: mayCollect ? (order) => ask('pay', [order]) : undefined,
    loans: (order) => ask('loans', [order]),
  }
  const [last, ...earlier] = useUndoablePresses(shipment)
  const undo = async (press: ClosingPress) => {
    if (await actions.undo(press)) say.done(t('said.undone', { name: press.stops[0].name }))
  }
  const undoOf = (stop: Stop) => {
    const press = earlier.find(({ stops }) => stops.some(({ id }) => id === stop.id))
    return press && (() => void undo(press))
  }
  const open = addressStopsOf(shipment.stops.filter((stop) => !isClosed(stop)))
  const waiting = shipment.stops.filter((stop) => stop.closing !== null)
  const closed = shipment.stops.filter((stop) => stop.outcome !== null)
  return (
    <>
      {last === undefined ? null : <LastPress press={last} undo={() => void undo(last)} />}
      {open.length === 0 ? (
        <EmptyState title={t('driver.all-closed')} hint={t('driver.all-closed-hint')} />
      ) : (
        <OpenStops stops={open} customers={customers} presses={presses} />
      )}
      {waiting.length === 0 ? null : (
        <ul className={styles.cards} aria-label={t('driver.closed-waiting')}>
          {waiting.map((stop) => (
            <ClosedStop key={stop.id} stop={stop} presses={presses} undo={undoOf(stop)} />
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
              <ClosedStop key={stop.id} stop={stop} presses={presses} undo={undoOf(stop)} />
            ))}
          </ul>
        </details>
      )}
      {asked === null ? null : (
        <StopSheets
          personId={personId}
          asked={asked}
          customer={customers.get(asked.orders[0].customerId)}
          mayCollect={mayCollect}
          actions={actions}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type OpenStopsProps = {
  stops: readonly AddressStop[]
  customers: ReadonlyMap<number, StopCustomer>
  presses: StopPresses
}

/** Shows one stop whole and the others as one line each. The whole one is the next stop, unless the driver chose another. */
function OpenStops({ stops, customers, presses }: OpenStopsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const whole = stops.find(({ key }) => key === chosen) ?? stops[0]
  return (
    <ul className={styles.cards}>
      {stops.map((stop) =>
        stop === whole ? (
          <OpenStop
            // the marks of its orders begin anew when one of them was closed
            key={stop.orders.map(({ id }) => id).join(' ')}
            stop={stop}
            customer={customers.get(stop.first.customerId)}
            presses={presses}
            focused={stop.key === chosen}
          />
        ) : (
          <StopLine key={stop.key} stop={stop} open={() => setChosen(stop.key)} />
        ),
      )}
    </ul>
  )
}
