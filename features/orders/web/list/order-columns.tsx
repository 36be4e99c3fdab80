import type { TFunction } from 'i18next'
import { dayOf } from '#kernel/day.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { OrderRow } from '../../domain/list-contract.ts'
import { OrderStateCell } from '../OrderStateCell.tsx'
import { LISTED_STATUSES } from './order-filters.ts'

/** Returns the eleven columns in the order of the specification, and the delivery address, which is hidden at first. */
export const orderColumns = (
  t: TFunction<'orders'>,
  /** True if the list mixes statuses, so that the person may filter by them. */
  chooseStatus: boolean,
): Column<OrderRow>[] => [
  {
    key: 'created',
    header: t('column.created'),
    kind: 'day',
    value: (row) => dayOf(row.created),
    sortable: true,
    filter: true,
  },
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text', card: 'end' },
  { key: 'name', header: t('column.name'), sortable: true, filter: true, width: 180, card: 'title' },
  { key: 'label', header: t('column.label'), sortable: true, filter: true, width: 140 },
  {
    key: 'expectedDelivery',
    filterName: 'delivery',
    header: t('column.delivery'),
    kind: 'day',
    sortable: true,
    filter: true,
  },
  {
    key: 'status',
    header: t('column.status'),
    kind: 'status',
    sortable: true,
    cell: (row) => <OrderStateCell status={row.status} document={row.document} openTasks={row.openTasks} />,
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
  { key: 'lineCount', header: t('column.items'), kind: 'number', sortable: true, filter: true },
  { key: 'products', header: t('column.products'), kind: 'money', sortable: true, filter: true },
  { key: 'vat', header: t('column.vat'), kind: 'money', sortable: true, filter: true },
  { key: 'total', header: t('column.total'), kind: 'money', sortable: true, filter: true },
  {
    key: 'invoicedOn',
    filterName: 'invoiced',
    header: t('column.invoiced'),
    kind: 'day',
    sortable: true,
    filter: true,
  },
  { key: 'address', header: t('column.address'), filter: 'text', width: 200, hidden: true },
]
