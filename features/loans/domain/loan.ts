/** Loans: returnable pieces that a customer has. OUTBOUND goes to the customer, INBOUND comes back. */
import type { Quantity } from '#kernel/money.ts'

export const LOAN_BOUNDS = ['INBOUND', 'OUTBOUND'] as const
export type LoanBound = (typeof LOAN_BOUNDS)[number]

/** Where a record comes from: an order, a person at a desk, a driver at a door, the laundry. */
export const LOAN_ORIGINS = ['order', 'manual', 'driver', 'laundry'] as const
export type LoanOrigin = (typeof LOAN_ORIGINS)[number]

/** The order number by which old programs mark a manual record; inside it is no order at all (ruling C-14). */
export const MANUAL_ORDER_ID = 88888

/** A balance above this is shown in red (ruling C-40): ten pieces, in ten-thousandths. */
export const MANY_LOANS = 10_0000 as Quantity

/** A loan by hand is of one whole piece at least. */
export const LEAST_BY_HAND = 1_0000 as Quantity

/** The bound a text means, in any spelling of capitals (ruling C-38), or null. */
export const readBound = (text: string): LoanBound | null =>
  LOAN_BOUNDS.find((bound) => bound === text.trim().toUpperCase()) ?? null
