/** Declares the names, inputs and outputs of the catalogues of providers. */
import { z } from 'zod'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineCommand, defineQuery, listOutput, zId, zName, zVersion } from '#kernel/contract.ts'
import { zPrice, zQuantity, zQuantityFromZero, zUnitPrice } from '#kernel/money.ts'
import { purchasesRights } from './rights.ts'

/** The products on one page of a catalogue. */
export const CATALOGUE_PAGE = 50
/** The number of purchases that the chart of prices shows. */
export const SHOWN_PRICES = 24
/** The longest time of delivery, in days. */
const MOST_LEAD_DAYS = 365

const zLeadDays = z.int().min(0).max(MOST_LEAD_DAYS).nullable()

const entryFields = {
  /** The provider's own code and name of the product. */
  code: zName(100),
  name: zName(300),
  /** The price of one unit; null if it is unknown. */
  price: zPrice.nullable(),
  leadDays: zLeadDays,
  minimum: zQuantityFromZero,
  pack: zQuantityFromZero,
  preferred: z.boolean(),
}

/** Writes what a provider's catalogue says about a product. Without a version the product is new in the catalogue. */
export const setProviderProduct = defineCommand('purchases.set-provider-product', {
  right: purchasesRights.write,
  input: z.strictObject({
    providerId: zId,
    productId: zId,
    version: zVersion.nullable(),
    ...entryFields,
  }),
  output: z.object({ version: z.int() }),
})

/** Removes a product from a provider's catalogue. */
export const removeProviderProduct = defineCommand('purchases.remove-provider-product', {
  right: purchasesRights.write,
  input: z.strictObject({ providerId: zId, productId: zId, version: zVersion }),
  output: z.object({}),
})

const zProviderProduct = z.object({
  providerId: z.int(),
  providerName: z.string(),
  productId: z.int(),
  productName: z.string(),
  sku: z.string(),
  unit: z.string(),
  code: z.string(),
  name: z.string(),
  price: zUnitPrice.nullable(),
  leadDays: z.int().nullable(),
  minimum: zQuantity,
  pack: zQuantity,
  preferred: z.boolean(),
  lastBoughtOn: z.string().nullable(),
  version: z.int(),
})
export type ProviderProduct = z.output<typeof zProviderProduct>

/** Returns the providers of a product, the one from whom it is bought first. */
export const productProviders = defineQuery('purchases.product-providers', {
  right: purchasesRights.read,
  input: z.strictObject({ productId: zId }),
  output: z.object({ rows: z.array(zProviderProduct) }),
  about: ({ productId }) => ({ products: productId }),
})

/** Returns the catalogue of a provider by name. */
export const providerProducts = defineQuery('purchases.provider-products', {
  right: purchasesRights.read,
  input: z.strictObject({
    providerId: zId,
    search: zName(200).default(''),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output: listOutput(zProviderProduct),
})

/** Returns the last purchases of a product with their prices, newest first, from one provider or from all. */
export const lastPrices = defineQuery('purchases.last-prices', {
  right: productsRights.cost,
  input: z.strictObject({ productId: zId, providerId: zId.optional() }),
  output: z.object({
    rows: z.array(
      z.object({
        invoiceId: z.int(),
        number: z.string(),
        day: z.string(),
        providerId: z.int(),
        providerName: z.string(),
        quantity: zQuantity,
        price: zUnitPrice,
      }),
    ),
  }),
})
