/** How what is lent follows the goods it leaves with: as many as the pieces carry, or in the ratio that somebody chose. */
import { addQuantity, type Quantity, shareOfQuantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { lentQuantity } from './totals.ts'

/** A quantity lent, with the pieces of the product that it was lent with. */
export type LentWith = { readonly quantity: Quantity; readonly pieces: Quantity }

/**
 * Returns what is lent when the pieces of the product have changed. What was as many as the pieces carried stays so.
 * Another quantity keeps its ratio; of whole pieces whole ones stay, as in a partial delivery (C-27).
 */
export function followingQuantity(before: LentWith, pieces: Quantity, perUnit: Quantity): Quantity {
  if (before.pieces === 0 || before.quantity === lentQuantity(before.pieces, perUnit))
    return lentQuantity(pieces, perUnit)
  if (pieces === 0) return ZERO_QUANTITY
  if (pieces > before.pieces)
    return addQuantity(
      before.quantity,
      shareOfQuantity(before.quantity, subtractQuantity(pieces, before.pieces), before.pieces),
    )
  return subtractQuantity(
    before.quantity,
    shareOfQuantity(before.quantity, subtractQuantity(before.pieces, pieces), before.pieces),
  )
}

/** What is asked for: no quantity means as many as the pieces carry. */
type AskedLoan = { readonly quantity?: Quantity | undefined; readonly confirmed?: boolean }

/**
 * Returns how much is lent with so many pieces; null when the quantity asked for differs from what they carry and was
 * not confirmed. A loan that is only sent back as it was follows its line.
 */
export function lentFor(
  asked: AskedLoan,
  pieces: Quantity,
  perUnit: Quantity,
  before: LentWith | undefined,
): Quantity | null {
  const carried = lentQuantity(pieces, perUnit)
  if (asked.quantity === carried) return carried
  if (asked.quantity !== undefined && asked.confirmed) return asked.quantity
  if (asked.quantity !== undefined && asked.quantity !== before?.quantity) return null
  return before ? followingQuantity(before, pieces, perUnit) : carried
}
