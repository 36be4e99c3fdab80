/** Finds the fields of a product that two people changed at the same time. */
import type { PatchField, StoredProduct } from '../fields/product-values.ts'

type FormField = Exclude<PatchField, 'photos'>

/** All fields of the form, in the order in which they are shown. A missing one does not compile. */
const IN_FORM: Readonly<Record<FormField, true>> = {
  name: true,
  usageType: true,
  unit: true,
  sku: true,
  provsku: true,
  epsilonCode: true,
  barcode: true,
  category: true,
  cnCode: true,
  storePart: true,
  storeFloor: true,
  shelf: true,
  reorderPoint: true,
  description: true,
  salesPrice: true,
  b2bSalesPrice: true,
  vat: true,
  vatClass: true,
  costPrice: true,
  costMargin: true,
  lendable: true,
  service: true,
  overridable: true,
  customerId: true,
  steps: true,
}
const FIELDS = Object.keys(IN_FORM) as FormField[]

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
