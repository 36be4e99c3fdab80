/** Computes lent quantities from the goods they leave with: as many as the pieces carry, or in a chosen ratio. */
import { type Quantity, shareOfQuantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Carried, lentQuantity } from './totals.ts'

/** A lent quantity, and the pieces of the product at that time. */
export type LentWith = { readonly quantity: Quantity; readonly pieces: Quantity }

/**
 * Returns the lent quantity after the pieces have changed. A quantity equal to what the pieces carried stays equal.
 * Another quantity keeps its ratio, and whole pieces stay whole, as in a partial delivery (C-27).
 */
export function followingQuantity(before: LentWith, pieces: Quantity, carried: Carried): Quantity {
  if (before.pieces === 0 || before.quantity === lentQuantity(before.pieces, carried))
    return lentQuantity(pieces, carried)
  if (pieces === 0) return ZERO_QUANTITY
  // with more pieces the share is negative, and is rounded towards 0 as well
  return subtractQuantity(
    before.quantity,
    shareOfQuantity(before.quantity, subtractQuantity(before.pieces, pieces), before.pieces),
  )
}

/** The requested loan. Without a quantity, it has as many as the pieces carry. */
type AskedLoan = { readonly quantity?: Quantity | undefined; readonly confirmed?: boolean }

/**
 * Returns the lent quantity for this number of pieces. Returns null if the requested quantity differs from what they
 * carry and is not confirmed. A loan that is sent with its earlier quantity follows its line.
 */
export function lentFor(
  asked: AskedLoan,
  pieces: Quantity,
  carriedByOne: Carried,
  before: LentWith | undefined,
): Quantity | null {
  const carried = lentQuantity(pieces, carriedByOne)
  if (asked.quantity === carried) return carried
  if (asked.quantity !== undefined && asked.confirmed) return asked.quantity
  if (asked.quantity !== undefined && asked.quantity !== before?.quantity) return null
  return before ? followingQuantity(before, pieces, carriedByOne) : carried
}
