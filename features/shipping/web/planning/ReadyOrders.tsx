import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countReady, listReady, type ReadyRow, sumReady } from '../../domain/contract.ts'
import { noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import styles from './shipping.module.css'

const rowKey = (row: ReadyRow) => row.id

/** `place` holds the number of the stop of each chosen order. */
const columnsOf = (t: TFunction<'shipping'>, place: ReadonlyMap<number, number>): Column<ReadyRow>[] => [
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text' },
  {
    key: 'place',
    header: t('column.place'),
    value: (row) => place.get(row.id) ?? '',
    cell: (row) => (place.has(row.id) ? <span className={styles.place}>{place.get(row.id)}</span> : null),
    card: 'end',
  },
  { key: 'name', header: t('column.customer'), sortable: true, filter: 'text', width: 170, card: 'title' },
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
  /** Adds orders to the shipment, or takes them out if all of them are in it. */
  toggle: ((rows: readonly ReadyRow[]) => void) | undefined
}

/** Lists invoiced orders that wait for a shipment. Those in the shipment are ticked; a press or a tick adds or removes one. */
export function ReadyOrders({ chosen, toggle }: ReadyOrdersProps) {
  const { t } = useTranslation('shipping')
  const place = useMemo(() => stopNumbersOf(chosen, noneClosed), [chosen])
  const columns = useMemo(() => columnsOf(t, place), [t, place])
  const keys = useMemo(() => new Set(chosen.map(rowKey)), [chosen])
  return (
    <DataTable
      name="shipping-ready"
      prefix="r."
      label={t('ready.title')}
      list={listReady}
      count={countReady}
      sums={sumReady}
      columns={columns}
      rowKey={rowKey}
      height="fill"
      {...(toggle ? { onOpen: (row) => toggle([row]), selectable: true, ticks: { keys, change: toggle } } : {})}
      empty={{ title: t('ready.empty'), hint: t('ready.empty-hint') }}
    />
  )
}
