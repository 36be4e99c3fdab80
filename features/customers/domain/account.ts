/** A customer's account: sales, payments, and the list in which each order appears. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents } from '#kernel/money.ts'

/** An event that changes the balance: a shipped order, a credit note for a part of it, a payment received, a payment returned, or the opening balance. */
export type AccountEntry = {
  readonly kind: 'order' | 'credit' | 'received' | 'refunded' | 'opening'
  readonly id: number
  readonly date: Day
  /** The type of a payment, or null for any other entry. */
  readonly type: string | null
  /** The document code of an order, the number of a credit note, the receipt of a payment, or the note of the opening balance. */
  readonly reference: string
  /** The change of the balance: positive for orders and returned payments, negative for received payments. An opening balance has either sign. */
  readonly amount: Cents
  /** The id of the cancelled payment, for it and for its counter-entry, which together change nothing (C-71); else null. */
  readonly pair?: number | null | undefined
  /** The order that a credit note takes back a part of. */
  readonly settles?: number | null | undefined
}

/** The parts of a balance, so that a page can show how it was computed (C-05). */
export type AccountParts = {
  /** Totals of SHIPPED orders, less what credit notes took back of them. */
  readonly sales: Cents
  /** Inbound payments. */
  readonly received: Cents
  /** Outbound payments. */
  readonly refunded: Cents
  /** What the customer owed before the company worked here; negative if it was in credit. */
  readonly opening: Cents
}

/** Returns what the customer owes: the opening balance and sales, less received payments, plus returned payments. */
export const balanceOf = ({ opening, sales, received, refunded }: AccountParts): Cents =>
  subtractCents(addCents(opening, sales), subtractCents(received, refunded))

/** A list of the customer page. */
export type OrderList = 'offers' | 'pending' | 'preparation'

/**
 * The statuses of orders in the order of the life cycle. Each has the list of the customer page in which its orders
 * appear (C-41), or null if these orders are closed and in no list.
 */
const LIST_OF_STATUS: Readonly<Record<string, OrderList | null>> = {
  OFFER: 'offers',
  'OFFER-DELETE': null,
  'PENDING-STOCK': 'pending',
  'STOCK-OK': 'preparation',
  'TO-PACKAGE': 'preparation',
  PACKAGED: 'preparation',
  'READY-TO-INVOICE': 'preparation',
  PARKED: 'preparation',
  INVOICED: 'pending',
  'ON SHIPPING': 'pending',
  SHIPPED: null,
  RETURNED: 'preparation',
  CANCELED: null,
  FINISHED: null,
}

/** The statuses of offers and cancelled orders, which are no purchase of the customer. The rules of orders have the same list. */
export const UNORDERED_STATUSES: readonly string[] = ['OFFER', 'CANCELED', 'OFFER-DELETE']

/** All statuses of orders, in the order of the life cycle. */
export const STATUSES_OF_ORDERS: readonly string[] = Object.keys(LIST_OF_STATUS)

/** Returns the list of an order with this status, or null if it is closed. */
export const listOf = (status: string): OrderList | null => LIST_OF_STATUS[status] ?? null

/** The statuses of the orders that appear in a list. */
export const LISTED_STATUSES: readonly string[] = STATUSES_OF_ORDERS.filter((status) => listOf(status) !== null)
