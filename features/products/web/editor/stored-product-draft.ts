/** Keeps an unsaved change of a product on this device for each person, until it is saved. */
import { z } from 'zod'
import { productDetail } from '../../domain/contract.ts'
import { PRODUCT_FIELDS } from '../../domain/fields.ts'
import { UNITS } from '../../domain/product.ts'
import { zQuantity, zUnitPrice } from '#kernel/money.ts'
import { emptyValues } from '#kernel/records/fields.ts'
import { typedShape } from '#web/records/typed-values.ts'
import { PLAIN_FIELDS, type ProductValues, type StoredProduct } from '../fields/product-values.ts'
import { withNewKeys } from './recipe-draft.ts'

const zLine = z.object({
  key: z.int(),
  material: z.object({
    id: z.int(),
    name: z.string(),
    sku: z.string(),
    unit: z.enum(UNITS),
    cost: zUnitPrice.nullable(),
  }),
  text: z.string(),
  unit: z.enum(UNITS),
  was: z.object({ materialId: z.int(), quantity: zQuantity, unit: z.enum(UNITS) }).nullable(),
})
const zValues = z.object({
  ...typedShape(PLAIN_FIELDS),
  vat: z.number().default(PRODUCT_FIELDS.vat.usual),
  cnCode: z.string(),
  customer: z.object({ id: z.int(), name: z.string() }).nullable(),
  steps: z.array(
    z.object({
      key: z.int(),
      seq: z.string(),
      section: z.string(),
      minutes: zQuantity.nullish(),
      lines: z.array(zLine),
    }),
  ),
})
const zProduct = productDetail.output.shape.product
/** An earlier version did not keep fields that are new. */
const zBase = z
  .record(z.string(), z.unknown())
  .transform((kept): object => ({ ...emptyValues(PRODUCT_FIELDS), ...kept }))
  .pipe(zProduct)
const zStored = z.object({ base: zBase, values: zValues as unknown as z.ZodType<ProductValues> })

type StoredDraft = { readonly base: StoredProduct; readonly values: ProductValues }

const keyOf = (personId: number, productId: number): string => `product-draft:${personId}:${productId}`

/** Returns the kept change; null if there is none or this version of the page cannot read it. */
export function readStoredDraft(personId: number, productId: number): StoredDraft | null {
  try {
    const { base, values } = zStored.parse(JSON.parse(localStorage.getItem(keyOf(personId, productId)) ?? 'null'))
    return { base, values: { ...values, steps: withNewKeys(values.steps) } }
  } catch {
    // Another value under this key is not a draft.
    return null
  }
}

/** Keeps a change, or deletes the kept one. */
export function storeDraft(personId: number, productId: number, draft: StoredDraft | null): void {
  if (draft === null) localStorage.removeItem(keyOf(personId, productId))
  else localStorage.setItem(keyOf(personId, productId), JSON.stringify(draft))
}
