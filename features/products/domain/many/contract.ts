/** Declares how the sale prices of many products change at once, with a preview. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zVersion } from '#kernel/contract.ts'
import { zPrice, zRate, zRateBetween, zUnitPrice } from '#kernel/money.ts'
import { productListInput } from '../contract.ts'
import { materialListInput } from '../materials-contract.ts'
import { productsRights } from '../rights.ts'
import { PRICE_STEPS, SALE_PRICES, STAYS } from './new-price.ts'

/** The highest number of products that change at once. */
export const MOST_MANY = 500

const idsOutput = z.object({ ids: z.array(z.int()), more: z.boolean() })

/** Returns the ids of the products of a list, at most `MOST_MANY`. `more` is true if the list has further products. */
export const productIds = defineQuery('products.ids', {
  right: productsRights.read,
  input: productListInput,
  output: idsOutput,
})

/** The same for the list of materials. */
export const materialIds = defineQuery('products.material-ids', {
  right: productsRights.read,
  input: materialListInput,
  output: idsOutput,
})

/** The lowest and highest percentage by which a price changes, and the highest margin. */
export const PERCENT_LIMITS = { least: -99_99, most: 1000_00, margin: 99_99 } as const

const zPercent = zRateBetween(PERCENT_LIMITS.least, PERCENT_LIMITS.most)
const zMargin = zRateBetween(0, PERCENT_LIMITS.margin)

const zPriceRule = z.strictObject({
  prices: z
    .array(z.enum(SALE_PRICES))
    .min(1)
    .refine((prices) => new Set(prices).size === prices.length),
  way: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('percent'), percent: zPercent }),
    z.strictObject({ kind: z.literal('margin'), margin: zMargin }),
  ]),
  step: z.literal(PRICE_STEPS),
})

/** Returns the new prices of products by name. Products that no longer exist are left out. Stores nothing. */
export const previewPrices = defineQuery('products.preview-prices', {
  right: productsRights.write,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_MANY), rule: zPriceRule }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        version: z.int(),
        name: z.string(),
        sku: z.string(),
        /** One for each price of the rule, in its order. */
        lines: z.array(
          z.object({
            which: z.enum(SALE_PRICES),
            old: zUnitPrice,
            price: zUnitPrice,
            /** Why the price stays, or null. */
            stays: z.enum(STAYS).nullable(),
            /** The margins are null without a price, and for people who may not see costs. */
            oldMargin: zRate.nullable(),
            margin: zRate.nullable(),
            /** True if the new price leaves less than the least margin of the company. */
            isBelow: z.boolean(),
          }),
        ),
      }),
    ),
    /** The least margin of the company; null for people who may not see costs. */
    least: zRate.nullable(),
  }),
})
export type PricedRow = z.output<typeof previewPrices.output>['rows'][number]

/**
 * Changes the prices of products by a rule, all or none. It refuses if one of them would not get the prices that the preview
 * showed, because another person changed it.
 */
export const changePrices = defineCommand('products.change-prices', {
  right: productsRights.write,
  input: z.strictObject({
    rule: zPriceRule,
    products: z
      .array(
        z.strictObject({
          id: zId,
          version: zVersion,
          /** The new prices that the preview showed, in the order of the rule. */
          shown: z.array(zPrice).min(1).max(SALE_PRICES.length),
        }),
      )
      .min(1)
      .max(MOST_MANY)
      .refine((products) => new Set(products.map(({ id }) => id)).size === products.length),
  }),
  output: z.object({ changed: z.int() }),
})
