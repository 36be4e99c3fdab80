/** Declares the buttons above the order list, with the orders of each. */
import { type OrderStatus, ORDER_STATUSES } from './order.ts'

/** The button for deleted offers, only for people who may restore them (C-02). */
export const DELETED_OFFERS = 'OFFER-DELETE'

/** No button shows them alone. */
const WITHOUT_BUTTON = 'FINISHED'

/**
 * The statuses to choose from, in the order in which an order passes through them: the eight buttons of the specification
 * and the five beside them (C-08).
 */
export const STRIP_FILTERS = [
  'ALL',
  ...ORDER_STATUSES.filter(
    (status): status is Exclude<OrderStatus, typeof DELETED_OFFERS | typeof WITHOUT_BUTTON> =>
      status !== DELETED_OFFERS && status !== WITHOUT_BUTTON,
  ),
] as const

export const FILTERS = [...STRIP_FILTERS, DELETED_OFFERS] as const
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

/** The statuses of orders that were invoiced, or may have been. */
const WITH_INVOICES: readonly OrderFilter[] = ['ALL', 'INVOICED', 'ON SHIPPING', 'SHIPPED', 'RETURNED', 'CANCELED']

/** Reports whether orders under a button can have an invoicing date, so that the list needs its column. */
export const showsInvoicing = (filter: OrderFilter): boolean => WITH_INVOICES.includes(filter)

/** The statuses to choose from under All. */
export const LISTED_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => status !== DELETED_OFFERS)
