/** Computes what a task takes of its materials. */
import type { Unit } from '#features/products/domain/product.ts'
import { addQuantity, proportionOf, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'

/** A material of a task. All quantities but `perUnit` are in the unit of the material. */
export type TaskMaterial = {
  readonly line: number
  /** Null if the name matches no product (C-38). */
  readonly productId: number | null
  readonly name: string
  /** For one unit of what the task makes, in `unit`. */
  readonly perUnit: Quantity
  readonly unit: Unit
  /** For the whole task, by recipe. */
  readonly needed: Quantity
  /** What the finished pieces really took more than by recipe; below zero for less. */
  readonly extra: Quantity
  readonly taken: Quantity
  readonly state: 'WAITING' | 'RECEIVED' | 'DROPPED'
  readonly overridable: boolean
  readonly reason: string
  readonly replacedName: string
}

type Facts = Pick<TaskMaterial, 'needed' | 'extra' | 'taken' | 'state'>

const atLeastNone = (count: Quantity): Quantity => (count < 0 ? ZERO_QUANTITY : count)

/** Returns what receiving a material takes from the stock. */
export const toReceive = ({ needed, extra, taken }: Facts): Quantity =>
  atLeastNone(subtractQuantity(addQuantity(needed, extra), taken))

/** The pieces of a task: all of them, and those that are finished or spoilt before and after a press. */
export type Pieces = { readonly all: Quantity; readonly before: Quantity; readonly after: Quantity }

/** Returns what the first `count` pieces need by recipe. A task without pieces needs everything at its end. */
const neededFor = (material: Pick<Facts, 'needed'>, count: Quantity, all: Quantity): Quantity =>
  all === 0 ? material.needed : proportionOf(material.needed, count, all)

/** Returns what the pieces of one press need of a material by recipe. */
export const byRecipe = (material: Pick<Facts, 'needed'>, { all, before, after }: Pieces): Quantity =>
  subtractQuantity(neededFor(material, after, all), all === 0 ? ZERO_QUANTITY : neededFor(material, before, all))

/**
 * Returns what a press that finishes pieces takes of a material, and its actual use so far. A received material was taken before, so
 * only the difference to the recipe moves; below zero it goes back to the shelf. With every piece finished exactly
 * `needed` + `extra` was taken, whatever the parts were (C-81).
 */
export function toFinish(
  material: Facts,
  pieces: Pieces,
  used: Quantity | null,
): { readonly take: Quantity; readonly extra: Quantity } {
  const target = neededFor(material, pieces.after, pieces.all)
  const more = used === null ? ZERO_QUANTITY : subtractQuantity(used, byRecipe(material, pieces))
  const extra = addQuantity(material.extra, more)
  if (material.state === 'WAITING')
    return { take: atLeastNone(subtractQuantity(addQuantity(target, extra), material.taken)), extra }
  const back = subtractQuantity(ZERO_QUANTITY, material.taken)
  return { take: more < back ? back : more, extra }
}
