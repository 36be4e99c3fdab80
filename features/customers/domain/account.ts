/** A customer's account: what was sold and paid, and in which list each order stands. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'

/** What changes a customer's balance: a shipped order, money received from him, money given back to him. */
export type AccountEntry = {
  readonly kind: 'order' | 'received' | 'refunded'
  readonly id: number
  readonly date: Day
  /** The type of a payment. */
  readonly type: string | null
  /** The code of the order's document, the receipt of the payment. */
  readonly reference: string
  /** What the balance grows by: orders and refunds above zero, what was received below. */
  readonly amount: Cents
}

/** The three parts of a balance, so that any reading of it can be read off (ruling C-05). */
export type AccountParts = {
  /** Totals of SHIPPED orders. */
  readonly sales: Cents
  /** Inbound payments. */
  readonly received: Cents
  /** Outbound payments. */
  readonly refunded: Cents
}

/** What the customer owes: sales minus what was received and not given back. */
export const balanceOf = ({ sales, received, refunded }: AccountParts): Cents =>
  subtractCents(sales, subtractCents(received, refunded))

/** The lists of the customer's page. Every open order stands in exactly one of them (ruling C-41). */
export const ORDER_LISTS = {
  offers: ['OFFER'],
  pending: ['INVOICED', 'ON SHIPPING', 'PENDING-STOCK'],
  preparation: ['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'RETURNED'],
} as const
export type OrderList = keyof typeof ORDER_LISTS

/** States in which an order is over, and so in no list. */
export const CLOSED_STATUSES = ['SHIPPED', 'CANCELED', 'OFFER-DELETE', 'FINISHED'] as const

/** The list an order of this status stands in, or null when it is over. */
export function listOf(status: string): OrderList | null {
  for (const [list, statuses] of Object.entries(ORDER_LISTS)) {
    if ((statuses as readonly string[]).includes(status)) return list as OrderList
  }
  return null
}

/** Adds to each transaction, the oldest first, what the customer owes after it. */
export function withBalances<T extends { readonly amount: Cents }>(
  transactions: readonly T[],
): (T & { readonly balance: Cents })[] {
  let balance = ZERO_CENTS
  return transactions.map((transaction) => {
    balance = addCents(balance, transaction.amount)
    return { ...transaction, balance }
  })
}
