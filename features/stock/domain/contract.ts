/** Names, inputs and outputs of the stock of a product and its ledger. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { defineCommand, defineQuery, listOutput, zId, zText } from '#kernel/contract.ts'
import { zCents, zPositiveQuantity, zQuantity, zUnitPrice } from '#kernel/money.ts'
import { STOCK_REASONS } from './movement.ts'
import { stockRights } from './rights.ts'

/** Rows a page of the ledger shows. */
export const LEDGER_PAGE = 150

/** Someone counted the shelf: the figure becomes what was counted, the ledger keeps the difference and the words. */
export const adjustStock = defineCommand('stock.adjust-stock', {
  right: stockRights.adjust,
  input: z.strictObject({ productId: zId, newStock: zQuantity, reason: zText(500).pipe(z.string().min(1)) }),
  output: z.object({ stock: zQuantity }),
})

/** Stock of some products, what open orders were promised, and what is left of it. */
export const stockFigures = defineQuery('stock.figures', {
  right: stockRights.read,
  input: z.strictObject({ productIds: z.array(zId).max(MOST_LINES), exceptOrderId: zId.optional() }),
  output: z.object({
    rows: z.array(
      z.object({
        productId: z.int(),
        name: z.string(),
        sku: z.string(),
        unit: z.string(),
        stock: zQuantity,
        promised: zQuantity,
        free: zQuantity,
      }),
    ),
  }),
})

/** Who takes a material: a product in one of its steps, or (without a product) a line of the order itself. */
const zMaterialUse = z.object({
  productId: z.int().nullable(),
  name: z.string(),
  seq: z.int().nullable(),
  section: z.string(),
  quantity: z.int(),
})

export const zMaterialNeed = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  /** `unknown`: made here, but nobody has written how. */
  origin: z.enum(['purchased', 'made', 'unknown']),
  needed: z.int(),
  stock: zQuantity,
  /** Stock less what is needed. */
  available: zQuantity,
  short: z.boolean(),
  /** Cost of one unit, null for those who may not see costs. */
  cost: zUnitPrice.nullable(),
  /** What buying the missing pieces costs; null for what is not short, not bought, or not to be seen. */
  missingCost: zCents.nullable(),
  uses: z.array(zMaterialUse),
})

/**
 * What making the short pieces of some lines takes, through all levels. A line is product and quantity without names,
 * so that a long order fits into an address.
 */
export const missingMaterials = defineQuery('stock.missing-materials', {
  right: stockRights.read,
  input: z.strictObject({ lines: z.array(z.tuple([zId, zPositiveQuantity])).max(MOST_LINES) }),
  output: z.object({
    /** The products of which the lines want more than there is. */
    short: z.array(
      z.object({
        productId: z.int(),
        name: z.string(),
        sku: z.string(),
        unit: z.string(),
        origin: z.enum(['purchased', 'made', 'unknown']),
        needed: z.int(),
        stock: zQuantity,
        missing: z.int(),
      }),
    ),
    materials: z.array(zMaterialNeed),
    /** Ways round by which a product would be made of itself; they are counted once and not followed further. */
    cycles: z.array(z.array(z.string())),
  }),
})
export type MissingMaterials = z.output<typeof missingMaterials.output>

export const zLedgerRow = z.object({
  id: z.int(),
  at: z.string(),
  reason: z.enum(STOCK_REASONS),
  quantity: zQuantity,
  balance: zQuantity,
  orderId: z.int().nullable(),
  person: z.string(),
  note: z.string().nullable(),
})

/** The movements of one product, newest first. */
export const stockLedger = defineQuery('stock.ledger', {
  right: stockRights.read,
  input: z.strictObject({ productId: zId, page: z.int().min(1).max(100_000).default(1) }),
  output: listOutput(zLedgerRow),
})

/** Products whose figure is not the sum of their movements; empty as long as all is well. */
export const stockHealth = defineQuery('stock.health', {
  right: stockRights.read,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ productId: z.int(), name: z.string(), stock: zQuantity, movements: zQuantity })),
  }),
})
