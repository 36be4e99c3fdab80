/** Declares the columns of the board: the seven with filters, the tasks, and the content of an order. */
import type { TFunction } from 'i18next'
import { OrderStateCell } from '#features/orders/web/OrderStateCell.tsx'
import { showMoney } from '#web/format.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { BoardRow } from '../domain/board-contract.ts'
import { type BoardTab, TAB_RULES } from '../domain/board-tabs.ts'
import styles from './operations.module.css'
import { StockMarks } from './StockMarks.tsx'
import { TaskIndicator } from './TaskIndicator.tsx'

/** Returns the columns of one tab. With `createTasks` an order that waits for stock without tasks offers to create them. */
export function boardColumns(
  t: TFunction<'operations'>,
  tab: BoardTab,
  createTasks: ((orderId: number) => void) | null = null,
): Column<BoardRow>[] {
  const { statuses } = TAB_RULES[tab]
  const options = statuses.map((value) => ({ value, label: t(`status.${value}`, { ns: 'frame' }) }))
  const tasks: Column<BoardRow> = {
    key: 'tasks',
    header: t('column.tasks'),
    value: (row) => row.openTasks,
    cell: (row) => <TaskIndicator order={row} createTasks={createTasks} />,
    from: 900,
  }
  return [
    { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text' },
    {
      key: 'name',
      header: t('column.name'),
      sortable: true,
      filter: 'text',
      width: 190,
      card: 'title',
      cell: (row) => <FoundName row={row} t={t} />,
    },
    {
      key: 'expectedDelivery',
      header: t('column.delivery'),
      kind: 'clock',
      sortable: true,
      filter: 'days',
      filterName: 'delivery',
    },
    { key: 'created', header: t('column.created'), kind: 'moment', sortable: true, filter: true, from: 980 },
    {
      key: 'status',
      header: t('column.status'),
      kind: 'status',
      sortable: true,
      filter: { many: true, options },
      width: 440,
      cell: (row) => (
        <span className={styles.state}>
          <OrderStateCell status={row.status} document={row.document} openTasks={openTasksOf(row)} brief />
          <StockMarks order={row} />
        </span>
      ),
    },
    ...(tab === 'stock' ? [tasks] : []),
    { key: 'label', header: t('column.label'), sortable: true, filter: 'text', width: 140, from: 1360 },
    { key: 'address', header: t('column.address'), sortable: true, filter: 'text', width: 170, from: 1120 },
    { key: 'lineCount', header: t('column.lines'), kind: 'number', sortable: true, sum: true, from: 1360 },
    { key: 'total', header: t('column.total'), kind: 'money', sortable: true, sum: true, from: 760 },
  ]
}

/** The texts of the fields in which a searched word may be. */
const FIELD_TEXT = {
  description: 'orders:field.description',
  driverNote: 'orders:field.driverNote',
  deliveryAddress: 'orders:field.deliveryAddress',
  lines: 'orders:field.lines',
  vat: 'orders:customer.vat',
  phone: 'orders:customer.phone',
  products: 'orders:column.products',
} as const

/** Shows the customer of an order, and below it where the order has the searched words that no column shows. */
function FoundName({ row, t }: { row: BoardRow; t: TFunction<'operations'> }) {
  return (
    <span className={styles.found}>
      {row.name}
      {row.foundIn.map(({ field, text }) => {
        const found = `${t(FIELD_TEXT[field])}: ${field === 'products' ? showMoney(row.products) : text}`
        return (
          <span key={found} className={styles.foundIn} title={found}>
            {found}
          </span>
        )
      })}
    </span>
  )
}

/** Returns the number of open tasks to show beside the status; 0 for a waiting order, which has the tasks indicator. */
const openTasksOf = (row: BoardRow): number => (row.status === 'PENDING-STOCK' ? 0 : row.openTasks)
