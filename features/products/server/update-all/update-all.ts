/** Carries a changed material into other recipes. */
import { type Refusal, refusal, Refused } from '#kernel/refusal.ts'
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

/** Carries the changed lines into one product. Returns whether it changed, or why it is refused. A refused product is not written. */
async function carryInto(
  work: Work,
  user: UsingProduct,
  version: number,
  replacements: readonly Replacement[],
): Promise<boolean | Refusal> {
  const steps = carriedSteps(user.steps, replacements).map((step) => ({ ...step, materials: [...step.materials] }))
  try {
    return (await rewriteProduct(work, user.id, { steps }, version)) !== version
  } catch (error) {
    if (error instanceof Refused && BEFORE_WRITING.has(error.refusal.code)) return error.refusal
    throw error
  }
}

export const updateAllCommand = command(
  updateAll,
  async (work, { id, version, changes, asWritten, replacements, products }) => {
    const written = await rewriteProduct(work, id, changes, version, { asWritten })
    const versions = new Map(products.map((one) => [one.id, one.version]))
    versions.delete(id)
    const users = await usersWithIds(work.tx, [...versions.keys()])
    // A product gets its cost after those that it is made of.
    const order = usersInOrder(users, await readRequirements(work.tx, [...versions.keys()]))
    const refused: { id: number; name: string; refusal: Refusal }[] = []
    let changed = 0
    for (const user of order) {
      const outcome = await carryInto(work, user, versions.get(user.id) ?? 0, replacements)
      if (outcome === true) changed += 1
      else if (outcome !== false) refused.push({ id: user.id, name: user.name, refusal: outcome })
      versions.delete(user.id)
    }
    // the others were deleted after the preview
    for (const productId of versions.keys())
      refused.push({
        id: productId,
        name: `#${productId}`,
        refusal: refusal('missing', 'products.missing', { productId }),
      })
    return { version: written, changed, refused }
  },
)
