/** Declares how goods that are bought are found, and the providers that sell them. */
import { z } from 'zod'
import { zNamedParty } from '#features/parties/domain/contract.ts'
import { UNITS } from '#features/products/domain/product.ts'
import { defineQuery, zId, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { purchasesRights } from './rights.ts'

/** The form shows at most this many goods for a typed text. */
export const MOST_FOUND = 30

export const zGoods = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  /** The code of the product at the provider, where one is known. */
  providerSku: z.string(),
  category: z.string(),
  unit: z.enum(UNITS),
  vat: zRate,
  /** The stored cost, or null for people who may not see costs. */
  cost: zUnitPrice.nullable(),
  /** True if the cost follows from materials, so that an invoice does not change it. */
  costComputed: z.boolean(),
  /** The day of the invoice that set the cost; null if no invoice has. An older invoice leaves the cost as it is. */
  invoicedOn: zDay.nullable(),
  stock: zQuantity,
  service: z.boolean(),
  /** What the provider took for it the last time; null if there is no earlier invoice. */
  lastPrice: zUnitPrice.nullable(),
  lastDiscount: zRate.nullable(),
})
export type Goods = z.output<typeof zGoods>

/**
 * Returns goods for a typed or scanned text: by name, SKU, barcode or the provider's code. An exact code comes first, then what
 * the provider has delivered before.
 */
export const findGoods = defineQuery('purchases.find-goods', {
  right: purchasesRights.write,
  input: z.strictObject({ search: zName(200), providerId: zId.nullable().default(null) }),
  output: z.object({ rows: z.array(zGoods) }),
})

/** Returns the first providers that match a text. People who only buy need no right to the records of providers. */
export const findProviders = defineQuery('purchases.find-providers', {
  right: purchasesRights.read,
  input: z.strictObject({ search: zName(200).default('') }),
  output: z.object({ rows: z.array(zNamedParty) }),
})
