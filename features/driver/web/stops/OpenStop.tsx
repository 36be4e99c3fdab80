import { Button, Checkbox } from '@mantine/core'
import type { TFunction } from 'i18next'
import { CalendarClock, Check, Undo2 } from '#web/ui/icon/icons.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopBackNote, StopNote } from '#features/delivery-notes/web/StopNote.tsx'
import type { Arrival } from '#features/shipping/domain/arrivals.ts'
import { addCents, sumCents } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { type AddressStop, destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import type { StopCustomer } from '../../domain/contract.ts'
import type { Stop } from '../../domain/day-now.ts'
import { deliveredTotal } from '../../domain/delivered-part.ts'
import { ArrivalText } from './ArrivalText.tsx'
import styles from './card.module.css'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import { DoorActions, WaitingActions } from './DoorActions.tsx'
import { StopAddress } from './StopAddress.tsx'

/** What a person may do with the orders of a stop. Actions without permission are absent. */
export type StopPresses = {
  deliver: (orders: readonly Stop[]) => void
  toPlanning: (orders: readonly Stop[]) => void
  giveBack: (orders: readonly Stop[]) => void
  pay: ((order: Stop) => void) | undefined
  loans: (order: Stop) => void
}

type OpenStopProps = {
  stop: AddressStop<Stop>
  /** The place of the stop in driving order. */
  number: number | undefined
  arrival: Arrival | undefined
  /** The name of the company, for the message to the customer. */
  company: string
  customer: StopCustomer | undefined
  presses: StopPresses
  /** True if a press has opened the stop, so that the page moves to it. */
  focused: boolean
}

/**
 * Shows one open stop whole: address, customer, orders, what the customer owes, and the buttons that close its orders.
 * Of several orders the driver may leave some out.
 */
export function OpenStop({ stop, number, arrival, company, customer, presses, focused }: OpenStopProps) {
  const { t } = useTranslation('driver')
  const { first, orders } = stop
  const card = useRef<HTMLLIElement>(null)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const chosen = orders.filter(({ id }) => !leftOut.has(id))
  const closed = chosen.length === 0 ? t('card.choose-order') : null

  useEffect(() => {
    if (!focused) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'start' })
  }, [focused])

  const choose = (id: number, wanted: boolean) =>
    setLeftOut((before) => new Set(wanted ? [...before].filter((one) => one !== id) : [...before, id]))

  return (
    <li
      ref={card}
      tabIndex={-1}
      className={styles.card}
      data-mode={first.invoiceMode === 'epsilon' ? 'epsilon' : 'other'}
      data-orders={orders.map(({ id }) => id).join(' ')}
      data-whole
    >
      <StopHead stop={first} number={number} />
      <StopAddress orders={[first, ...orders.slice(1)]} arrival={arrival} customer={customer} company={company} />
      {[...new Set(orders.map((order) => order.driverNote))].filter(Boolean).map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {orders.length === 1 ? (
        <OneOrder order={first} />
      ) : (
        <ChosenOrders orders={orders} leftOut={leftOut} choose={choose} />
      )}
      {customer === undefined ? null : <StopMoney customer={customer} orders={chosen} />}
      <WaitingActions orders={orders} />
      <div className={styles.actions}>
        <ActionButton
          size="md"
          color="green.8"
          leftSection={<Check size={20} aria-hidden />}
          closed={closed}
          onClick={() => presses.deliver(chosen)}
        >
          {t('card.delivered')}
        </ActionButton>
      </div>
      <DoorActions stop={first} presses={presses} />
      <NotDelivered orders={chosen} presses={presses} closed={closed} />
      <Contents orders={orders} />
      <StopNote shipmentId={first.shipmentId} orderIds={orders.map(({ id }) => id)} />
      <StopBackNote shipmentId={first.shipmentId} orderIds={orders.map(({ id }) => id)} />
    </li>
  )
}

type NotDeliveredProps = { orders: readonly Stop[]; presses: StopPresses; closed: string | null }

/** Shows the buttons that close orders without delivering them. */
function NotDelivered({ orders, presses, closed }: NotDeliveredProps) {
  const { t } = useTranslation('driver')
  return (
    <div className={`${styles.actions} ${styles.words}`}>
      <ActionButton
        variant="default"
        leftSection={<CalendarClock size={16} aria-hidden />}
        closed={closed}
        onClick={() => presses.toPlanning(orders)}
      >
        {t('card.to-planning')}
      </ActionButton>
      <ActionButton
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        closed={closed}
        onClick={() => presses.giveBack(orders)}
      >
        {t('card.return')}
      </ActionButton>
    </div>
  )
}

type StopLineProps = Pick<OpenStopProps, 'stop' | 'number' | 'arrival'> & { open: () => void }

/** Shows one open stop in one line. A press shows it whole. */
export function StopLine({ stop: { first, orders }, number, arrival, open }: StopLineProps) {
  const { t } = useTranslation('driver')
  return (
    <li className={styles.line} data-orders={orders.map(({ id }) => id).join(' ')}>
      <Button variant="default" fullWidth justify="flex-start" aria-expanded={false} onClick={open}>
        <span className={styles.position}>{number}</span>
        <strong>{first.name}</strong>
        <span className={styles.place}>{destinationOf(first) || t('card.no-address')}</span>
        {orders.length === 1 ? null : (
          <span className={styles.count}>{t('card.orders', { count: orders.length })}</span>
        )}
        {arrival === undefined ? null : <ArrivalText arrival={arrival} />}
      </Button>
    </li>
  )
}

function StopHead({ stop, number }: { stop: Stop; number: number | undefined }) {
  return (
    <div className={styles.title}>
      <span className={styles.position}>{number}</span>
      <div className={styles.names}>
        <h3 title={stop.name}>{stop.name}</h3>
        <div className={styles.label}>
          <p title={stop.label}>{stop.label === stop.name ? '' : stop.label}</p>
          <DeliveryBadge status={stop.status} />
        </div>
      </div>
    </div>
  )
}

/** Says how many lines an order has, and how many parcels if there are several. */
const contentOf = (t: TFunction<'driver'>, { lineCount, parcels = 1 }: Stop): string =>
  [t('card.items', { count: lineCount }), ...(parcels <= 1 ? [] : [t('card.parcels', { count: parcels })])].join(' · ')

function OneOrder({ order }: { order: Stop }) {
  const { t } = useTranslation('driver')
  return (
    <p className={styles.totals}>
      <span>{t('card.order', { id: order.id })}</span>
      <span>{contentOf(t, order)}</span>
      <strong className="figures">{showMoney(deliveredTotal(order, []))}</strong>
    </p>
  )
}

type ChosenOrdersProps = {
  orders: readonly Stop[]
  leftOut: ReadonlySet<number>
  choose: (id: number, wanted: boolean) => void
}

/** Shows the orders of a stop, each with a mark: the buttons of the stop close the marked ones. */
function ChosenOrders({ orders, leftOut, choose }: ChosenOrdersProps) {
  const { t } = useTranslation('driver')
  return (
    <ul className={styles.orders} aria-label={t('card.orders', { count: orders.length })}>
      {orders.map((order) => (
        <li key={order.id}>
          <Checkbox
            data-order={order.id}
            checked={!leftOut.has(order.id)}
            onChange={(event) => choose(order.id, event.currentTarget.checked)}
            label={`${t('card.order', { id: order.id })} · ${contentOf(t, order)}`}
          />
          <strong className="figures">{showMoney(deliveredTotal(order, []))}</strong>
        </li>
      ))}
    </ul>
  )
}

function StopMoney({ customer, orders }: { customer: StopCustomer; orders: readonly Stop[] }) {
  const { t } = useTranslation('driver')
  const total = sumCents(orders.map((order) => deliveredTotal(order, [])))
  return (
    <p className={styles.totals}>
      <span>{t('card.owes', { amount: showMoney(customer.balance) })}</span>
      <strong className={styles.collect}>
        {t('card.collect', { amount: showMoney(Math.max(0, addCents(customer.balance, total))) })}
      </strong>
    </p>
  )
}

function Contents({ orders }: { orders: readonly Stop[] }) {
  const { t } = useTranslation('driver')
  const lines = orders.flatMap(({ id, lines: ofOrder }) =>
    ofOrder.map((line) => ({ ...line, key: `${id}:${line.lineNo}` })),
  )
  if (lines.length === 0) return null
  return (
    <details className={styles.lines}>
      <summary>{t('card.contents')}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <QuantityText
              value={line.quantity}
              unit={t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit })}
            />{' '}
            {line.name}
          </li>
        ))}
      </ul>
    </details>
  )
}
