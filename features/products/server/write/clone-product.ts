/** Copies a product. */
import { lookAlikeKey } from '#kernel/fold.ts'
import { command } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { cloneProduct, type ProductPatch } from '../../domain/contract.ts'
import { fieldOf, PRODUCT_FIELD_NAMES } from '../../domain/fields.ts'
import { nameOfCopy, skusOfCopies } from '../../domain/product-copy.ts'
import { readSteps } from '../requirements.ts'
import { productsOf } from '../same-codes.ts'
import { insertProduct, lockProduct } from './write-product.ts'

const COPIED = PRODUCT_FIELD_NAMES.filter((name) => fieldOf(name).options.copy !== false)

/**
 * Creates a copy with the prices, the margin and the recipe of a product. What belongs to the one product stays there:
 * stock, place, reorder point, photos, and its codes with providers, in the accounting and on the label.
 */
export const cloneProductCommand = command(cloneProduct, async (work, input) => {
  const original = await lockProduct(work.tx, input.id)
  const steps = await readSteps(work.tx, input.id)
  const copy = {
    ...(Object.fromEntries(COPIED.map((name) => [name, original[name]])) as ProductPatch),
    name: nameOfCopy(original.name),
    sku: await freeSku(work.tx, original.sku),
    steps: steps.map((step) => ({ ...step, materials: [...step.materials] })),
  }
  const id = await insertProduct(work, copy, { isCopy: true })
  return { id, version: 1, sameSku: await productsOf(work.tx, 'sku', id) }
})

/** Returns the first SKU of a copy that no product has. Empty for a product without an SKU. */
async function freeSku(rows: Rows, sku: string): Promise<string> {
  if (sku === '') return ''
  const wanted = skusOfCopies(sku)
  const taken = await rows.many<{ key: string }>(sql`
    select look_alike_key(sku) as key from products where sku <> '' and look_alike_key(sku) = any(${wanted.map(lookAlikeKey)}::text[])`)
  const used = new Set(taken.map(({ key }) => key))
  return wanted.find((one) => !used.has(lookAlikeKey(one))) ?? wanted[0] ?? ''
}
