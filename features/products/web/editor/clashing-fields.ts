/** Finds the fields of a product that two people changed at the same time. */
import { fieldOf, PRODUCT_FIELD_NAMES } from '../../domain/fields.ts'
import type { PatchField, StoredProduct } from '../fields/product-values.ts'

type FormField = Exclude<PatchField, 'photos'>

/** The fields of the form. Photos are changed on their own. */
const FIELDS = [...PRODUCT_FIELD_NAMES.filter((name) => fieldOf(name).options.form !== false), 'steps'] as FormField[]

export type Steps = readonly {
  readonly seq: number
  readonly section: string
  readonly minutes?: number | null | undefined
  readonly materials: readonly {
    readonly materialId: number
    readonly quantity: number
    readonly unit?: string | undefined
  }[]
}[]

/** Returns steps without what is not part of the recipe, such as the stock of the materials. */
const plainSteps = (steps: Steps): Steps =>
  steps.map(({ seq, section, minutes = null, materials }) => ({
    seq,
    section,
    minutes,
    materials: materials.map(({ materialId, quantity, unit }) => ({ materialId, quantity, unit })),
  }))

/** Returns a field of a stored product as the form has it. */
export const valueIn = (product: StoredProduct, field: FormField): unknown =>
  field === 'steps' ? plainSteps(product.steps) : product[field]

/** Returns the fields of the form in which two versions of a product differ. Photos are not among them. */
export const clashingFields = (base: StoredProduct, theirs: StoredProduct): FormField[] =>
  FIELDS.filter(
    (field) =>
      JSON.stringify(valueIn(base, field)) !== JSON.stringify(valueIn(theirs, field)) &&
      // a computed cost follows from the recipe, so no person chose it
      !(field === 'costPrice' && theirs.costComputed),
  )
