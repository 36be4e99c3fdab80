/** Decides which open tasks lack a material, so that no piece on the shelf counts for two tasks. */
import { type Quantity, smallerQuantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'

/** What a material of an open task still takes from the shelf. */
export type Claim = {
  readonly taskId: number
  readonly line: number
  readonly productId: number
  readonly quantity: Quantity
  /** The day of the task, null if it has none. */
  readonly day: string | null
  /** The order of the task, null for the company itself. */
  readonly orderId: number | null
  readonly seq: number
}

/** What the shelf lacks, by the id of the task and the number of the material. A task without an entry lacks nothing. */
export type Unmet = ReadonlyMap<number, ReadonlyMap<number, Quantity>>

/** Compares two values, of which null comes last. */
const nullLast = <T extends string | number>(a: T | null, b: T | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1

/** Sorts claims as their tasks are due: by day, then order, then step. Tasks without a day come last. */
const byDue = (a: Claim, b: Claim): number =>
  nullLast(a.day, b.day) || nullLast(a.orderId, b.orderId) || a.seq - b.seq || a.taskId - b.taskId || a.line - b.line

/**
 * Lets the open tasks claim from the shelf in the order in which they are due, and returns what is not met. A task that is due first
 * takes what there is, even if that is not enough for it. So the unmet claims of a product are together what the shelf lacks, and a
 * task is not short of pieces that only a task due later would take.
 */
export function unmetClaims(claims: readonly Claim[], shelves: ReadonlyMap<number, Quantity>): Unmet {
  const left = new Map(shelves)
  const unmet = new Map<number, Map<number, Quantity>>()
  for (const { taskId, line, productId, quantity } of claims.toSorted(byDue)) {
    const there = left.get(productId) ?? ZERO_QUANTITY
    const taken = smallerQuantity(quantity, there > 0 ? there : ZERO_QUANTITY)
    if (taken > 0) left.set(productId, subtractQuantity(there, taken))
    const short = subtractQuantity(quantity, taken)
    if (short <= 0) continue
    const ofTask = unmet.get(taskId) ?? new Map<number, Quantity>()
    unmet.set(taskId, ofTask.set(line, short))
  }
  return unmet
}
