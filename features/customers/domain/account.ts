/** A customer's account: sales, payments, and the list in which each order appears. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'

/** An event that changes the balance: a shipped order, a payment received, or a payment returned. */
export type AccountEntry = {
  readonly kind: 'order' | 'received' | 'refunded'
  readonly id: number
  readonly date: Day
  /** The type of a payment, or null for an order. */
  readonly type: string | null
  /** The document code of an order, or the receipt of a payment. */
  readonly reference: string
  /** The change of the balance: positive for orders and returned payments, negative for received payments. */
  readonly amount: Cents
}

/** The three parts of a balance, so that a page can show how it was computed (C-05). */
export type AccountParts = {
  /** Totals of SHIPPED orders. */
  readonly sales: Cents
  /** Inbound payments. */
  readonly received: Cents
  /** Outbound payments. */
  readonly refunded: Cents
}

/** Returns what the customer owes: sales less received payments plus returned payments. */
export const balanceOf = ({ sales, received, refunded }: AccountParts): Cents =>
  subtractCents(sales, subtractCents(received, refunded))

/** The lists of the customer page. Every open order is in exactly one of them (C-41). */
export const ORDER_LISTS = {
  offers: ['OFFER'],
  pending: ['INVOICED', 'ON SHIPPING', 'PENDING-STOCK'],
  preparation: ['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'RETURNED'],
} as const
export type OrderList = keyof typeof ORDER_LISTS

/** The statuses of orders that are closed and in no list. */
export const CLOSED_STATUSES = ['SHIPPED', 'CANCELED', 'OFFER-DELETE', 'FINISHED'] as const

/** Returns the list of an order with this status, or null if it is closed. */
export function listOf(status: string): OrderList | null {
  for (const [list, statuses] of Object.entries(ORDER_LISTS)) {
    if ((statuses as readonly string[]).includes(status)) return list as OrderList
  }
  return null
}

/** Adds the balance after each transaction. The transactions are sorted oldest first. */
export function withBalances<T extends { readonly amount: Cents }>(
  transactions: readonly T[],
): (T & { readonly balance: Cents })[] {
  let balance = ZERO_CENTS
  return transactions.map((transaction) => {
    balance = addCents(balance, transaction.amount)
    return { ...transaction, balance }
  })
}
