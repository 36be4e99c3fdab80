/** The buttons above the order list: which orders each shows. */
import { type OrderStatus, ORDER_STATUSES } from '../../domain/order.ts'

/** The eight buttons of the specification, in its order. */
export const MAIN_FILTERS = [
  'READY-TO-INVOICE',
  'PENDING-STOCK',
  'ON SHIPPING',
  'INVOICED',
  'OFFER',
  'SHIPPED',
  'RETURNED',
  'ALL',
] as const
/** The chips beside them (ruling C-08). */
export const MORE_FILTERS = ['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'PARKED', 'CANCELED'] as const
/** Only for those who may restore an offer (ruling C-02). */
export const DELETED_OFFERS = 'OFFER-DELETE'

export const FILTERS = [...MAIN_FILTERS, ...MORE_FILTERS, DELETED_OFFERS] as const
export type OrderFilter = (typeof FILTERS)[number]

/** What the list opens on. */
export const FIRST_FILTER: OrderFilter = 'PENDING-STOCK'

/** How many orders a button shows; deleted offers are in no total. */
export const countOf = (filter: OrderFilter, counts: Readonly<Record<string, number>>): number =>
  filter === 'ALL'
    ? Object.entries(counts).reduce((sum, [status, count]) => (status === DELETED_OFFERS ? sum : sum + count), 0)
    : (counts[filter] ?? 0)

/** The filter as the list takes it; the server leaves deleted offers out of All. */
export const fixedFilter = (filter: OrderFilter): { status?: OrderStatus[] } =>
  filter === 'ALL' ? {} : { status: [filter] }

/** Statuses one can choose among under All. */
export const LISTED_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== DELETED_OFFERS)
