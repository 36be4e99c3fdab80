import { ChevronDown } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { BackNotice } from '#features/delivery-notes/web/StopNote.tsx'
import type { Arrival } from '#features/shipping/domain/arrivals.ts'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type AddressStop, addressStopsOf, stopNumbersOf } from '#features/shipping/domain/stops/address-stops.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import { type DayNow, isClosed, type OpenShipment, type Stop } from '../../domain/day-now.ts'
import { isFound } from '../../domain/find-stops.ts'
import { stopArrivals } from '../../domain/stop-arrivals.ts'
import { type ClosingPress, undoablePresses } from '../../domain/undone-presses.ts'
import type { DriverActions } from '../driver-actions.ts'
import styles from '../driver.module.css'
import { useNow } from '#web/live/use-now.ts'
import { ClosedStop } from './ClosedStop.tsx'
import { LastPress } from './LastPress.tsx'
import { OrdersHead } from './OrdersHead.tsx'
import { OpenStop, StopLine, type StopPresses } from './OpenStop.tsx'
import { StopOrder } from './StopOrder.tsx'
import { type OpenSheet, StopSheets } from './StopSheets.tsx'

type ShipmentOrdersProps = {
  /** The account of the driver on this device. */
  personId: number
  shipment: OpenShipment
  customers: ReadonlyMap<number, StopCustomer>
  company: DayNow['company']
  actions: DriverActions
}

/** Lists the open stops in driving order, the next one whole, and the closed orders below them. */
export function ShipmentOrders({ personId, shipment, customers, company, actions }: ShipmentOrdersProps) {
  const { t } = useTranslation('driver')
  const mayCollect = useMay(paymentsRights.collect)
  const { asked, presses, close } = useSheets(mayCollect)
  const now = useNow()
  const [search, setSearch] = useState<string | null>(null)
  const [ordering, setOrdering] = useState(false)
  const { last, undo, undoOf } = useUndo(shipment, actions, now)
  const all = addressStopsOf(shipment.stops.filter((stop) => !isClosed(stop)))
  const numbers = stopNumbersOf(shipment.stops, isClosed)
  const arrivals = stopArrivals(shipment, company, now)
  const isSearched = search !== null && search !== ''
  const found = (stop: Stop) => isFound(stop, search ?? '')
  const open = all.filter(({ orders }) => orders.some(found))
  const waiting = shipment.stops.filter((stop) => stop.closing !== null && found(stop))
  const closed = shipment.stops.filter((stop) => stop.outcome !== null && found(stop))
  return (
    <>
      <OrdersHead
        search={search}
        setSearch={setSearch}
        reorder={all.length > 1 ? () => setOrdering(true) : undefined}
      />
      <BackNotice shipmentId={shipment.id} />
      {last === undefined ? null : <LastPress press={last} undo={() => void undo(last)} />}
      {all.length === 0 ? (
        <EmptyState title={t('driver.all-closed')} hint={t('driver.all-closed-hint')} />
      ) : open.length === 0 && waiting.length === 0 && closed.length === 0 ? (
        <EmptyState title={t('find.nothing')} hint={t('find.by')} />
      ) : (
        <OpenStops
          stops={open}
          numbers={numbers}
          arrivals={arrivals}
          company={company.name}
          customers={customers}
          presses={presses}
        />
      )}
      <ClosedStops
        waiting={waiting}
        closed={closed}
        numbers={numbers}
        unfolded={isSearched && open.length === 0}
        presses={presses}
        undoOf={undoOf}
      />
      {ordering ? (
        <StopOrder
          stops={all}
          numbers={all.map(({ first }) => numbers.get(first.id))}
          onClose={() => setOrdering(false)}
          save={(orderIds) => actions.reorder(shipment.id, orderIds, shipment.driver)}
        />
      ) : null}
      {asked === null ? null : (
        <StopSheets
          personId={personId}
          asked={asked}
          customer={customers.get(asked.orders[0].customerId)}
          mayCollect={mayCollect}
          actions={actions}
          onClose={close}
        />
      )}
    </>
  )
}

/** Returns what a press on a stop asks for, the presses that ask, and how to close the sheet. */
function useSheets(mayCollect: boolean) {
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
  return { asked, presses, close: () => setAsked(null) }
}

/** Returns the last press that may be undone, and how to undo it, or the press that closed a stop earlier. */
function useUndo(shipment: OpenShipment, actions: DriverActions, now: string) {
  const { t } = useTranslation('driver')
  const [last, ...earlier] = undoablePresses(shipment, now)
  const undo = async (press: ClosingPress) => {
    if (await actions.undo(press)) say.done(t('said.undone', { name: press.stops[0].name }))
  }
  const undoOf = (stop: Stop) => {
    const press = earlier.find(({ stops }) => stops.some(({ id }) => id === stop.id))
    return press && (() => void undo(press))
  }
  return { last, undo, undoOf }
}

type ClosedStopsProps = {
  /** The orders whose closing the office does not know yet. */
  waiting: readonly Stop[]
  closed: readonly Stop[]
  /** The number of the stop of each order. */
  numbers: ReadonlyMap<number, number>
  unfolded: boolean
  presses: StopPresses
  undoOf: (stop: Stop) => (() => void) | undefined
}

/** Lists the closed orders: those that wait for the office in view, and the others in a fold. */
function ClosedStops({ waiting, closed, numbers, unfolded, presses, undoOf }: ClosedStopsProps) {
  const { t } = useTranslation('driver')
  return (
    <>
      {waiting.length === 0 ? null : (
        <ul className={styles.cards} aria-label={t('driver.closed-waiting')}>
          {waiting.map((stop) => (
            <ClosedStop key={stop.id} stop={stop} number={numbers.get(stop.id)} presses={presses} undo={undoOf(stop)} />
          ))}
        </ul>
      )}
      {closed.length === 0 ? null : (
        <details className={styles.fold} open={unfolded}>
          <summary>
            {t('driver.closed', { count: closed.length })} <ChevronDown size={20} aria-hidden />
          </summary>
          <ul className={styles.cards}>
            {closed.map((stop) => (
              <ClosedStop
                key={stop.id}
                stop={stop}
                number={numbers.get(stop.id)}
                presses={presses}
                undo={undoOf(stop)}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type OpenStopsProps = {
  stops: readonly AddressStop<Stop>[]
  /** The number of the stop of each order. */
  numbers: ReadonlyMap<number, number>
  arrivals: ReadonlyMap<string, Arrival>
  company: string
  customers: ReadonlyMap<number, StopCustomer>
  presses: StopPresses
}

/** Shows one stop whole and the others as one line each. The whole one is the next stop, unless the driver chose another. */
function OpenStops({ stops, numbers, arrivals, company, customers, presses }: OpenStopsProps) {
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
            number={numbers.get(stop.first.id)}
            arrival={arrivals.get(stop.key)}
            company={company}
            customer={customers.get(stop.first.customerId)}
            presses={presses}
            focused={stop.key === chosen}
          />
        ) : (
          <StopLine
            key={stop.key}
            stop={stop}
            number={numbers.get(stop.first.id)}
            arrival={arrivals.get(stop.key)}
            open={() => setChosen(stop.key)}
          />
        ),
      )}
    </ul>
  )
}
