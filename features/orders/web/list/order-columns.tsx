import type { TFunction } from 'i18next'
import { dayOf } from '#kernel/day.ts'
import type { Field } from '#kernel/records/fields.ts'
import { columnOf } from '#web/records/columns.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { LISTED_FIELDS } from '../../domain/fields.ts'
import type { OrderRow } from '../../domain/list-contract.ts'
import { SHOWN_DOCUMENT_STATUSES } from '../../domain/order.ts'
import { DocumentMark, OrderStateCell } from '../OrderStateCell.tsx'
import { LISTED_STATUSES } from '../../domain/order-filters.ts'

const { expectedDelivery, ...others } = LISTED_FIELDS

/**
 * Returns the eleven columns of the specification, those that say what an order is about first, and the delivery address, which is hidden
 * at first. Number, customer, date, status and total are in sight at every width. The invoicing date is left out where no order has one.
 */
export const orderColumns = (
  t: TFunction<'orders'>,
  /** True if the list mixes statuses, so that the person may filter by them. */
  chooseStatus: boolean,
  withInvoicing: boolean,
): Column<OrderRow>[] => [
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text', card: 'end' },
  { key: 'name', header: t('column.name'), sortable: true, filter: true, width: 180, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true, width: 144, from: 900 },
  {
    key: 'created',
    header: t('column.created'),
    kind: 'day',
    value: (row) => dayOf(row.created),
    sortable: true,
    filter: true,
  },
  { ...columnOf<OrderRow>(t, 'expectedDelivery', expectedDelivery, 'column.delivery'), kind: 'day' },
  {
    key: 'status',
    header: t('column.status'),
    kind: 'status',
    sortable: true,
    cell: (row) => <OrderStateCell status={row.status} document={row.document} openTasks={row.openTasks} brief />,
    ...(chooseStatus
      ? {
          filter: {
            many: true,
            options: LISTED_STATUSES.map((status) => ({
              value: status,
              label: t(`status.${status}`, { ns: 'frame' }),
            })),
          },
        }
      : {}),
  },
  { key: 'lineCount', header: t('column.items'), kind: 'number', sortable: true, sum: true, filter: true, from: 1120 },
  { key: 'products', header: t('column.products'), kind: 'money', sortable: true, sum: true, filter: true, from: 1120 },
  { key: 'vat', header: t('column.vat'), kind: 'money', sortable: true, sum: true, filter: true, from: 1120 },
  { key: 'total', header: t('column.total'), kind: 'money', sortable: true, sum: true, filter: true },
  ...(withInvoicing ? [invoicingDate(t)] : []),
  {
    key: 'document',
    header: t('column.document'),
    hidden: true,
    cell: (row) => (row.document === null ? null : <DocumentMark status={row.document} />),
    filter: {
      many: true,
      options: SHOWN_DOCUMENT_STATUSES.map((status) => ({ value: status, label: t(`document.state.${status}`) })),
    },
  },
  { key: 'address', header: t('column.address'), filter: 'text', width: 200, hidden: true },
  ...Object.entries<Field>(others).map(([name, field]) => columnOf<OrderRow>(t, name, field, `field.${name}`)),
]

const invoicingDate = (t: TFunction<'orders'>): Column<OrderRow> => ({
  key: 'invoicedOn',
  filterName: 'invoiced',
  header: t('column.invoiced'),
  kind: 'day',
  sortable: true,
  filter: true,
  from: 980,
})
