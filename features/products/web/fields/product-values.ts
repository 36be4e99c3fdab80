/** Converts between a stored product, the values of its form, and the input of the commands. */
import { shownCode, typedCode } from '../../domain/codes/cn-code.ts'
import { isCostComputed } from '../../domain/cost.ts'
import type { FormErrors } from '@mantine/form'
import i18n from 'i18next'
import type { Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { emptyValues } from '#kernel/records/fields.ts'
import { refusalText } from '#web/ui/problems.ts'
import type { ProductPatch, productDetail } from '../../domain/contract.ts'
import { PRODUCT_FIELDS } from '../../domain/fields.ts'
import { whyNotCost, whyNotSteps } from '../../domain/product.ts'
import type { Measured } from '../../domain/units.ts'
import { type DraftStep, draftOf, toSteps, unnumbered } from '../editor/recipe-draft.ts'

export type StoredProduct = OutputOf<typeof productDetail>['product']

/** The fields whose values the form has as the product has them. */
const { customerId: _customer, cnCode: _code, photos: _photos, ...PLAIN_FIELDS } = PRODUCT_FIELDS
export { PLAIN_FIELDS }

/** A figure is null while its input is empty. */
type Typed<V> = V extends number ? number | null : V

/** The values of a form. */
export type ProductValues = Omit<
  { -readonly [K in keyof typeof PLAIN_FIELDS]: Typed<(typeof PLAIN_FIELDS)[K]['usual']> },
  'vat'
> & {
  vat: number
  /** As it is typed; empty for none. */
  cnCode: string
  customer: { id: number; name: string } | null
  steps: DraftStep[]
}

export const NEW_PRODUCT: ProductValues = {
  ...(emptyValues(PLAIN_FIELDS) as unknown as ProductValues),
  usageType: 'COMPLETE-PRODUCT',
  unit: 'Item',
  vat: 2400,
  salesPrice: null,
  b2bSalesPrice: null,
  costMargin: null,
  cnCode: '',
  customer: null,
  steps: [],
}

/** Returns the form values of a stored product. `show` writes a quantity with its unit. */
export const valuesOf = (product: StoredProduct, show: (measured: Measured) => string): ProductValues => ({
  ...(Object.fromEntries(
    Object.keys(PLAIN_FIELDS).map((name) => [name, product[name as keyof typeof PLAIN_FIELDS]]),
  ) as unknown as ProductValues),
  cnCode: product.cnCode === null ? '' : shownCode(product.cnCode),
  customer: product.customerId === null ? null : { id: product.customerId, name: product.customerName ?? '' },
  steps: draftOf(product.steps, show),
})

/** Reports whether the cost follows from the recipe of the form. */
export const isComputed = ({ usageType, steps }: Pick<ProductValues, 'usageType' | 'steps'>): boolean =>
  isCostComputed(
    usageType,
    steps.map(({ lines }) => ({ materials: lines })),
  )

/** Returns the input of the commands. An empty price is left out. */
export function toPatch({ customer, steps, ...values }: ProductValues): ProductPatch {
  const { salesPrice, b2bSalesPrice, costPrice, costMargin, reorderPoint, vat, cnCode, ...plain } = values
  return {
    ...plain,
    cnCode: typedCode(cnCode),
    vat: vat as Rate,
    reorderPoint: values.service ? null : (reorderPoint as Quantity | null),
    ...(salesPrice === null ? {} : { salesPrice: salesPrice as UnitPrice }),
    ...(b2bSalesPrice === null ? {} : { b2bSalesPrice: b2bSalesPrice as UnitPrice }),
    ...(costPrice === null || isComputed({ usageType: values.usageType, steps })
      ? {}
      : { costPrice: costPrice as UnitPrice }),
    ...(costMargin === null ? {} : { costMargin: costMargin as Rate }),
    customerId: customer?.id ?? null,
    steps: toSteps(steps).map((step) => ({ ...step, materials: [...step.materials] })),
  }
}

export type PatchField = keyof ProductPatch

/** Returns the fields that differ. */
export function changedFields(before: ProductValues, after: ProductValues): ProductPatch {
  const old = toPatch(before)
  return Object.fromEntries(
    Object.entries(toPatch(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as PatchField]),
    ),
  )
}

/** The error of the number of one step. */
export const stepError = (key: number): string => `step-${key}`

/** Returns what the schema of the command does not say: the rules of cost and of the numbers of steps, and open prices. */
export function wrongValues(values: ProductValues, seesCosts: boolean, required: (path: string) => string): FormErrors {
  const { usageType, steps } = values
  const errors: FormErrors = {}
  for (const price of ['salesPrice', 'b2bSalesPrice'] as const)
    if (values[price] === null) errors[price] = required(price)
  if (seesCosts && values.costMargin === null) errors['costMargin'] = required('costMargin')
  if (seesCosts && !isComputed({ usageType, steps })) {
    // an empty cost is wrong for every product whose cost is entered by hand
    const wrong = whyNotCost('PURCHASED-MATERIAL', values.costPrice as UnitPrice | null)
    if (wrong) errors['costPrice'] = refusalText(wrong)
  }
  const wrongNumbers = unnumbered(steps)
  const wrongSteps = whyNotSteps(toSteps(steps))
  if (wrongNumbers.length > 0) {
    errors['steps'] = i18n.t('recipe.wrong-step', { ns: 'products' })
    for (const key of wrongNumbers) errors[stepError(key)] = true
  } else if (wrongSteps) errors['steps'] = refusalText(wrongSteps)
  return errors
}

/** In the address of the page that changes a product: the cursor begins in the name, as for a copy. */
export const STARTS_AT_NAME = 'name'
