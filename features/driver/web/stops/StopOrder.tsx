import { ActionIcon, Button } from '@mantine/core'
import { ArrowDown, ArrowUp } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraggedOrder } from '#features/shipping/web/dragging/DraggedOrder.tsx'
import { moved } from '#features/shipping/web/planning/stop-order.ts'
import { StopGrip } from '#features/shipping/web/dragging/StopGrip.tsx'
import { useDraggedRow } from '#features/shipping/web/dragging/use-dragged-row.ts'
import { type AddressStop, destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import type { Stop } from '../../domain/day-now.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import styles from './stop-order.module.css'
import { idleIf } from '#web/ui/idle.ts'

type Row = AddressStop<Stop> & { readonly id: string }

type StopOrderProps = {
  stops: readonly AddressStop<Stop>[]
  /** The number of each stop, in driving order. */
  numbers: readonly (number | undefined)[]
  onClose: () => void
  /** Stores the new order of all orders of these stops. */
  save: (orderIds: number[]) => Promise<boolean>
}

/**
 * Lists the open stops for the driver to put into another order: by dragging with a finger or mouse, with the grip and the
 * keyboard, by buttons, or by Alt and the arrow keys. The order counts when it is saved.
 */
export function StopOrder({ stops, numbers, onClose, save }: StopOrderProps) {
  const { t } = useTranslation('driver')
  const [rows, setRows] = useState<readonly Row[]>(() => stops.map((stop) => ({ ...stop, id: stop.key })))
  const store = async () => {
    if (await save(rows.flatMap(({ orders }) => orders.map(({ id }) => id)))) onClose()
  }
  return (
    <BottomSheet
      title={t('order.title')}
      onClose={onClose}
      foot={
        <Button size="md" fullWidth onClick={() => void store()}>
          {t('order.save')}
        </Button>
      }
    >
      <DraggedOrder
        stops={rows}
        setStops={setRows}
        movedTo={moved}
        movedBy={(shown, place, step) => moved(shown, place, place + step)}
      >
        {(shown) => (
          <ol className={styles.order} aria-label={t('order.title')}>
            {shown.map((row, place) => (
              <OrderRow
                key={row.id}
                row={row}
                place={place}
                number={numbers[place]}
                count={shown.length}
                moveBy={(step) => setRows(moved(rows, place, place + step))}
              />
            ))}
          </ol>
        )}
      </DraggedOrder>
    </BottomSheet>
  )
}

type OrderRowProps = {
  row: Row
  place: number
  number: number | undefined
  count: number
  moveBy: (step: number) => void
}

function OrderRow({ row, place, number, count, moveBy }: OrderRowProps) {
  const { t } = useTranslation('driver')
  const { name } = row.first
  const dragged = useDraggedRow({ id: row.id, name, place, count, moveBy })
  return (
    <li {...dragged.row}>
      <StopGrip grip={dragged.grip} name={name} size={20} className={styles.grip} />
      <span className={styles.place}>{number}</span>
      <span className={styles.stop}>
        <strong>{name}</strong>
        <small>{destinationOf(row.first)}</small>
      </span>
      <ActionIcon
        variant="default"
        aria-label={t('shipment.earlier', { ns: 'shipping', name })}
        {...idleIf(place === 0, () => moveBy(-1))}
      >
        <ArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('shipment.later', { ns: 'shipping', name })}
        {...idleIf(place === count - 1, () => moveBy(1))}
      >
        <ArrowDown size={20} aria-hidden />
      </ActionIcon>
    </li>
  )
}
