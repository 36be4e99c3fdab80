/** A customer's account: sales and payments. */
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
