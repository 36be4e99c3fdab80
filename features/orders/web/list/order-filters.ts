/** Declares the buttons above the order list, with the orders of each. */
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
/** Further buttons beside them (C-08). */
export const MORE_FILTERS = ['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'PARKED', 'CANCELED'] as const
/** The button for deleted offers, only for people who may restore them (C-02). */
export const DELETED_OFFERS = 'OFFER-DELETE'

export const FILTERS = [...MAIN_FILTERS, ...MORE_FILTERS, DELETED_OFFERS] as const
export type OrderFilter = (typeof FILTERS)[number]

/** The filter when the list opens. */
export const FIRST_FILTER: OrderFilter = 'PENDING-STOCK'

/** Returns the number of orders of a button. Deleted offers are in no total. */
export const countOf = (filter: OrderFilter, counts: Readonly<Record<string, number>>): number =>
  filter === 'ALL'
    ? Object.entries(counts).reduce((sum, [status, count]) => (status === DELETED_OFFERS ? sum : sum + count), 0)
    : (counts[filter] ?? 0)

/** Returns the filter for the query. The server excludes deleted offers from All. */
export const fixedFilter = (filter: OrderFilter): { status?: OrderStatus[] } =>
  filter === 'ALL' ? {} : { status: [filter] }

/** The statuses to choose from under All. */
export const LISTED_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== DELETED_OFFERS)
