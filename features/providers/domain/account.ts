/** The account of a provider: what they delivered, what was paid, and what is owed. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents } from '#kernel/money.ts'

/** An event that changes the balance: an inbound invoice, a payment to the provider, money that came back, or the opening balance. */
export type ProviderEntry = {
  readonly kind: 'invoice' | 'paid' | 'returned' | 'opening'
  readonly id: number
  readonly date: Day
  /** The type of a payment, or null for any other entry. */
  readonly type: string | null
  /** The number of an invoice, the receipt of a payment, or the note of the opening balance. */
  readonly reference: string
  /** The category code of an invoice, or the account of a payment; else empty. */
  readonly refcode: string
  /** The change of the balance: positive for invoices and returned money, negative for payments. An opening balance has either sign. */
  readonly amount: Cents
  /** The id of the cancelled payment, for it and for its counter-entry, which together change nothing (C-71); else null. */
  readonly pair?: number | null | undefined
}

/** The parts of a balance, so that a page can show how it was computed (C-05). */
export type ProviderAccountParts = {
  /** Totals of booked inbound invoices. Requests and cancelled invoices never count (C-13). */
  readonly invoiced: Cents
  /** Outbound payments. */
  readonly paid: Cents
  /** Inbound payments: money that the provider gave back. */
  readonly returned: Cents
  /** What was owed before the company worked here; negative if it was in credit. */
  readonly opening: Cents
}

/** Returns what we owe the provider: the opening balance and inbound invoices, less payments, plus returned money. */
export const balanceOf = ({ opening, invoiced, paid, returned }: ProviderAccountParts): Cents =>
  subtractCents(addCents(opening, invoiced), subtractCents(paid, returned))
