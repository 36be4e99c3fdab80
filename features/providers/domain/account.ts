/** The account of a provider: what they delivered, what was paid, and what is due next. */
import type { Day } from '#kernel/day.ts'
import { addCents, type Cents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'

/** An event that changes the balance: an inbound invoice, a payment to the provider, or money that came back. */
export type ProviderEntry = {
  readonly kind: 'invoice' | 'paid' | 'returned'
  readonly id: number
  readonly date: Day
  /** The type of a payment, or null for an invoice. */
  readonly type: string | null
  /** The number of an invoice, or the receipt of a payment. */
  readonly reference: string
  /** The category code of an invoice, or the account of a payment. */
  readonly refcode: string
  /** The change of the balance: positive for invoices and returned money, negative for payments. */
  readonly amount: Cents
  /** True for a cancelled payment and for its counter-entry, which together change nothing (C-71). */
  readonly cancelled?: boolean | undefined
}

/** The three parts of a balance, so that a page can show how it was computed (C-05). */
export type ProviderAccountParts = {
  /** Totals of booked inbound invoices. Requests and cancelled invoices never count (C-13). */
  readonly invoiced: Cents
  /** Outbound payments. */
  readonly paid: Cents
  /** Inbound payments: money that the provider gave back. */
  readonly returned: Cents
}

/** Returns what we owe the provider: inbound invoices less payments plus returned money. */
export const balanceOf = ({ invoiced, paid, returned }: ProviderAccountParts): Cents =>
  subtractCents(invoiced, subtractCents(paid, returned))

/** A charge with the part of it that is not paid yet. */
export type UnpaidCharge = { readonly entry: ProviderEntry; readonly rest: Cents }

/**
 * Returns the oldest charge that is not paid in full, with the rest of it; null if nothing is owed. Payments settle the
 * oldest charges first, as in the balance by age. The entries are sorted oldest first.
 */
export function dueNext(entries: readonly ProviderEntry[]): UnpaidCharge | null {
  let paid = ZERO_CENTS
  for (const { amount } of entries) if (amount < 0) paid = subtractCents(paid, amount)
  let charged = ZERO_CENTS
  for (const entry of entries) {
    if (entry.amount <= 0) continue
    charged = addCents(charged, entry.amount)
    if (charged > paid) {
      const rest = subtractCents(charged, paid)
      return { entry, rest: rest < entry.amount ? rest : entry.amount }
    }
  }
  return null
}
