/** Carries a changed material into other recipes. */
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { carriedSteps, type Replacement } from '../../domain/update-all.ts'
import { updateAll } from '../../domain/update-all-contract.ts'
import { readRequirements } from '../requirements.ts'
import { rewriteProduct } from '../write/write-product.ts'
import { usersInOrder, type UsingProduct, usersWithIds } from './users.ts'

/**
 * The refusals of one recipe that come before its first write. Any other refusal, such as a cost that is too large, may
 * come after one, so it stops the whole command.
 */
const BEFORE_WRITING: ReadonlySet<string> = new Set([
  'conflict',
  'products.missing',
  'products.no-material',
  'products.requirement-cycle',
  'products.service-material',
  'products.unlike-unit',
])

/** Carries the changed lines into one product. Returns why it is refused, or null. A refused product is not written. */
async function carryInto(
  work: Work,
  user: UsingProduct,
  version: number,
  replacements: readonly Replacement[],
): Promise<Refusal | null> {
  const steps = carriedSteps(user.steps, replacements).map((step) => ({ ...step, materials: [...step.materials] }))
  try {
    await rewriteProduct(work, user.id, { steps }, version)
    return null
  } catch (error) {
    if (error instanceof Refused && BEFORE_WRITING.has(error.refusal.code)) return error.refusal
    throw error
  }
}

export const updateAllCommand = command(updateAll, async (work, { id, version, changes, replacements, products }) => {
  const written = await rewriteProduct(work, id, changes, version)
  const versions = new Map(products.map((one) => [one.id, one.version]))
  versions.delete(id)
  const users = await usersWithIds(work.tx, [...versions.keys()])
  // A product gets its cost after those that it is made of.
  const order = usersInOrder(users, await readRequirements(work.tx, [...versions.keys()]))
  const refused: { id: number; name: string; refusal: Refusal }[] = []
  for (const user of order) {
    const reason = await carryInto(work, user, versions.get(user.id) ?? 0, replacements)
    if (reason !== null) refused.push({ id: user.id, name: user.name, refusal: reason })
  }
  return { version: written, changed: order.length - refused.length, refused }
})
