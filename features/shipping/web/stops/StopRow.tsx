import { oneLineAddress } from '#kernel/address.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { showWallClock } from '#web/format.ts'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { ArrowDown, ArrowUp, Lock, LockOpen, X } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import shipping from '../planning/shipping.module.css'
import styles from './stops.module.css'
import { StopGrip } from '../dragging/StopGrip.tsx'
import { useDraggedRow } from '../dragging/use-dragged-row.ts'
import type { PlannedStop } from '../planning/stop-order.ts'
import type { StopArrival } from './use-arrivals.ts'
import { idleIf } from '#web/ui/idle.ts'

type Props = {
  stop: PlannedStop
  /** The position of the order in the list, from 0. */
  place: number
  /** The number of its stop. Orders of one customer to one address share it. */
  number: number | undefined
  orderCount: number
  stopCount: number
  /** Undefined without a route. */
  arrival: StopArrival | undefined
  /** Moves the stop, with all its orders, by so many stops. */
  moveBy: (step: number) => void
  lock: () => void
  remove: () => void
}

/** One stop with its grip and its buttons. */
export function StopRow({ stop, place, number, orderCount, stopCount, arrival, moveBy, lock, remove }: Props) {
  const { t } = useTranslation('shipping')
  const { name } = stop
  const { row, grip } = useDraggedRow({ id: stop.id, name, place, count: orderCount, moveBy })
  return (
    <li data-locked={stop.locked || undefined} {...row}>
      <StopGrip grip={grip} name={name} size={16} className={styles.grip} />
      <span className={shipping.place}>{number}</span>
      <span className={styles.stop}>
        <span className={styles.named}>
          <strong>{name}</strong> {arrival ? <ArrivalTime arrival={arrival} /> : null}
        </span>{' '}
        <small>
          {stop.id} · {oneLineAddress({ address: stop.address, city: stop.city })}
        </small>
        {arrival?.late ? <WhyLate {...arrival} /> : null}
        {arrival?.waits ? <small>{t('arrival.receives', { hours: arrival.hours })}</small> : null}
      </span>
      <StopButton
        label={t(stop.locked ? 'shipment.unlock' : 'shipment.lock', { name })}
        picture={stop.locked ? Lock : LockOpen}
        pressed={stop.locked}
        press={lock}
      />
      <StopButton
        label={t('shipment.earlier', { name })}
        picture={ArrowUp}
        disabled={number === 1}
        press={() => moveBy(-1)}
      />
      <StopButton
        label={t('shipment.later', { name })}
        picture={ArrowDown}
        disabled={number === stopCount}
        press={() => moveBy(1)}
      />
      <StopButton label={t('shipment.remove', { name })} picture={X} press={remove} />
    </li>
  )
}

function ArrivalTime({ arrival: { time, late } }: { arrival: StopArrival }) {
  const { t } = useTranslation('shipping')
  return (
    <span className={late ? styles.late : styles.arrival}>{t(late ? 'arrival.late' : 'arrival.at', { time })}</span>
  )
}

/** Shows the hours of the customer or the expected delivery, whichever a late arrival misses. */
function WhyLate({ missed, hours, expected }: StopArrival) {
  const { t } = useTranslation('shipping')
  return (
    <span className={styles.why}>
      {missed === 'hours'
        ? t('arrival.receives', { hours })
        : t('arrival.expected', { time: showWallClock(expected ?? '') })}
    </span>
  )
}

type StopButtonProps = {
  label: string
  picture: LucideIcon
  press: () => void
  disabled?: boolean
  /** Whether a button that switches is on. */
  pressed?: boolean
}

/** A button of a stop. Its picture alone does not tell what it does, so a tooltip shows its name. */
function StopButton({ label, picture: Icon, press, disabled = false, pressed }: StopButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? 'petrol' : 'gray'}
        size={36}
        aria-pressed={pressed}
        aria-label={label}
        {...idleIf(disabled, press)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
