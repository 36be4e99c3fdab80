/** Declares the commands of inbound invoices, and the queries of the form that enters them. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { defineCommand, defineQuery, zId, zName, zText, zVersion } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { rate, zCents, zPercent, zPositiveQuantity, zPrice } from '#kernel/money.ts'
import { zGoods } from '#features/supplier-catalogue/domain/goods.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

export const MOST_INVOICE_LINES = 1_000

const zInvoiceLine = z.strictObject({
  /** Null for an expense, which is no product. Then `name` and `unit` count, and nothing moves in the stock. */
  productId: zId.nullable(),
  name: zName(300).default(''),
  /** The unit of an expense, or the unit of the product that the person saw. */
  unit: z.enum(UNITS).optional(),
  providerSku: zName(100).default(''),
  quantity: zPositiveQuantity,
  /** The price of one unit as the document states it, before the discount. */
  price: zPrice,
  discount: zPercent.default(rate(0)),
  /** Without it, the VAT of the product. */
  vat: zPercent.optional(),
  /** The line of a request that this line fulfils. */
  request: z
    .strictObject({ id: zId, lineNo: z.int().min(1) })
    .nullable()
    .default(null),
})

/**
 * Books an invoice: it raises the stock of each product, and makes the price after the discount its cost. Refuses a number that
 * the provider has given already (C-51).
 */
export const createInvoice = defineCommand('purchases.create-invoice', {
  right: purchasesRights.write,
  input: z.strictObject({
    providerId: zId,
    refcode: zName(30),
    number: zName(50),
    /** Without it, today. */
    importDate: zDay.optional(),
    note: zText(2000).default(''),
    lines: z.array(zInvoiceLine).max(MOST_INVOICE_LINES),
    /** The cancelled invoice that this one replaces. */
    correctsId: zId.nullable().default(null),
    /** The stored file from which the invoice was entered; a note of the invoice keeps it. */
    fileId: zId.nullable().default(null),
  }),
  output: z.object({
    id: z.int(),
    /** How many costs of other products changed with those of the lines. */
    climbed: z.int(),
  }),
})

/** Cancels an invoice: takes its goods out of the stock, and restores costs that nothing set later. */
export const cancelInvoice = defineCommand('purchases.cancel-invoice', {
  right: purchasesRights.cancel,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    reason: zText(500).pipe(z.string().min(1)),
    /** True if the stock may fall below zero (C-12). */
    belowZero: z.boolean().default(false),
  }),
  output: z.object({ restoredCosts: z.int() }),
})

/** Returns the present data of the goods of a draft. Products that no longer exist are left out. */
export const goodsForDraft = defineQuery('purchases.goods-for-draft', {
  right: purchasesRights.write,
  input: z.strictObject({ ids: z.array(zId).max(MOST_INVOICE_LINES), providerId: zId.nullable().default(null) }),
  output: z.object({ rows: z.array(zGoods) }),
})

/** Returns what the form proposes for a provider: the code of the last invoice. */
export const providerHabits = defineQuery('purchases.provider-habits', {
  right: purchasesRights.write,
  input: z.strictObject({ providerId: zId }),
  output: z.object({ refcode: z.string() }),
})

/** Returns the invoice with a number that the provider has given already, or null. */
export const numberTaken = defineQuery('purchases.number-taken', {
  right: purchasesRights.write,
  input: z.strictObject({ providerId: zId, number: zName(50) }),
  output: z.object({
    taken: z.object({ id: z.int(), number: z.string(), importDate: zDay, total: zCents }).nullable(),
  }),
})

/** The most prices of one preview. */
export const MOST_TRIED = 1_000

/** Returns how many products the new costs of a draft would make dearer, and how many would then be below their margin. */
export const tryInvoiceCosts = defineQuery('purchases.try-costs', {
  right: purchasesRights.write,
  /** Pairs of a product and its new cost. */
  input: z.strictObject({ costs: z.array(z.tuple([zId, zPrice])).max(MOST_TRIED) }),
  output: z.object({ raised: z.int(), lowered: z.int(), below: z.int() }),
})
