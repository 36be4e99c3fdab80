/** What the company sets for its products: what forms offer, such as VAT rates (C-36), and the least margin. */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { PLACES, type Rate, toNumber } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'
import { productsRights } from './rights.ts'

export const GOODS_SETTINGS = [
  {
    kind: 'rows',
    name: 'vatRates',
    // the rates of Greece, with those of the islands
    usual: [2400, 1300, 600, 1700, 900, 400, 0].map((rate) => ({ rate })),
    mostEntries: 20,
    unique: 'rate',
    columns: [{ kind: 'amount', name: 'rate', of: 'rate', usual: 2400, least: 0, most: 100_00 }],
  },
  { kind: 'names', name: 'vatClasses', usual: [], longest: 60, mostEntries: 50 },
  { kind: 'names', name: 'categories', usual: [], longest: 100, mostEntries: 200 },
  // the share of the sale price that must remain after the cost; see margin.ts
  { kind: 'amount', name: 'leastMargin', of: 'rate', usual: 0, least: 0, most: 99_99 },
] as const satisfies readonly Setting[]

export type GoodsSettings = ValuesOf<typeof GOODS_SETTINGS>

/** Returns what the form of a product offers. VAT classes and categories are those of the settings, then those in use. */
export const goodsChoices = defineQuery('products.choices', {
  right: productsRights.write,
  input: z.strictObject({}),
  output: z.object({ vatRates: z.array(z.int()), vatClasses: z.array(z.string()), categories: z.array(z.string()) }),
})

/** Refuses a VAT rate that the company does not have. A product keeps one that it has already. */
export const whyNotVatRate = (rate: Rate, { vatRates }: Pick<GoodsSettings, 'vatRates'>): Refusal | null =>
  vatRates.some((one) => one.rate === rate)
    ? null
    : refusal('refused', 'products.no-vat-rate', {
        rate: toNumber(rate, PLACES.rate),
        fields: { vat: 'products.no-vat-rate' },
      })
