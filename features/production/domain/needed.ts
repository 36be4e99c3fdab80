/** Computes what a task takes of a material. */
import type { Unit } from '#features/products/domain/product.ts'
import { exactIn, exponentBetween } from '#features/products/domain/units.ts'
import { exactQuantity, multiplyExact, type Quantity, roundQuantity } from '#kernel/money.ts'

/**
 * Returns what a task of `pieces` takes of a material, in the unit of the material. `perUnit` is in `unit`. It is multiplied exactly
 * and rounded once (C-74). A unit of another family, which only old data have, counts as the unit of the material.
 */
export function neededOf(pieces: Quantity, perUnit: Quantity, unit: Unit, materialUnit: Unit): Quantity {
  const measured = { quantity: perUnit, unit: exponentBetween(unit, materialUnit) === null ? materialUnit : unit }
  return roundQuantity(multiplyExact(exactQuantity(pieces), exactIn(measured, materialUnit)))
}
