/** Loans are returnable items at a customer. OUTBOUND goes to the customer, INBOUND comes back. */
import type { Quantity } from '#kernel/money.ts'

export const LOAN_BOUNDS = ['INBOUND', 'OUTBOUND'] as const
export type LoanBound = (typeof LOAN_BOUNDS)[number]

/**
 * The source of a record: an order, a person in the office, a driver at the door, the laundry, or the sale of pieces that were not
 * returned.
 */
export const LOAN_ORIGINS = ['order', 'manual', 'driver', 'laundry', 'sold'] as const
export type LoanOrigin = (typeof LOAN_ORIGINS)[number]

/** A balance above this is shown in red (C-40): ten pieces, in ten-thousandths. */
export const MANY_LOANS = 10_0000 as Quantity

/** The smallest quantity of a loan by hand is one piece, in ten-thousandths. */
export const LEAST_BY_HAND = 1_0000 as Quantity

/** Returns the bound that a text names, in upper or lower case (C-38), or null. */
export const readBound = (text: string): LoanBound | null =>
  LOAN_BOUNDS.find((bound) => bound === text.trim().toUpperCase()) ?? null
