import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Truck } from '#web/ui/icon/icons.ts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countReady, listReady, type ReadyRow, sumReady } from '../../domain/contract.ts'
import { noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import styles from './shipping.module.css'

const TOPICS = ['orders']
const rowKey = (row: ReadyRow) => row.id

/** `place` holds the number of the stop of each chosen order. */
const columnsOf = (t: TFunction<'shipping'>, place: ReadonlyMap<number, number>): Column<ReadyRow>[] => [
  { key: 'id', header: t('column.id'), sortable: true, filter: 'text' },
  {
    key: 'place',
    header: t('column.place'),
    value: (row) => place.get(row.id) ?? '',
    cell: (row) => (place.has(row.id) ? <span className={styles.place}>{place.get(row.id)}</span> : null),
    card: 'end',
  },
  { key: 'name', header: t('column.customer'), sortable: true, filter: 'text', width: 130, card: 'title' },
  { key: 'city', header: t('column.city'), sortable: true, filter: 'text' },
  { key: 'postcode', header: t('column.postcode'), sortable: true, filter: 'text', from: 760 },
  { key: 'expectedDelivery', header: t('column.delivery'), kind: 'clock', sortable: true },
  { key: 'total', header: t('column.total'), kind: 'money', sortable: true, sum: true },
  { key: 'address', header: t('column.address'), width: 200, hidden: true },
  { key: 'label', header: t('column.label'), hidden: true },
  { key: 'phone', header: t('column.phone'), hidden: true },
  { key: 'driverNote', header: t('column.note'), hidden: true, width: 200 },
]

type ReadyOrdersProps = {
  /** The orders already in the shipment that is being planned, in driving order. */
  chosen: readonly ReadyRow[]
  add: ((rows: readonly ReadyRow[]) => void) | undefined
  toggle: ((row: ReadyRow) => void) | undefined
}

/** Lists invoiced orders that wait for a shipment. A press adds or removes one, and checkboxes add many. */
export function ReadyOrders({ chosen, add, toggle }: ReadyOrdersProps) {
  const { t } = useTranslation('shipping')
  const place = useMemo(() => stopNumbersOf(chosen, noneClosed), [chosen])
  const columns = useMemo(() => columnsOf(t, place), [t, place])
  const selectable = useCallback((row: ReadyRow) => !place.has(row.id), [place])
  return (
    <DataTable
      name="shipping-ready"
      prefix="r."
      label={t('ready.title')}
      list={listReady}
      count={countReady}
      sums={sumReady}
      topics={TOPICS}
      columns={columns}
      rowKey={rowKey}
      onOpen={toggle}
      selectable={add ? selectable : false}
      bulk={(rows, clear) => (
        <Button
          size="sm"
          leftSection={<Truck size={16} aria-hidden />}
          onClick={() => {
            add?.(rows)
            clear()
          }}
        >
          {t('ready.add')}
        </Button>
      )}
      empty={{ title: t('ready.empty'), hint: t('ready.empty-hint') }}
    />
  )
}
