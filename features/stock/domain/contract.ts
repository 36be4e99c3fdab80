/** Names, inputs and outputs of the stock of a product and its ledger. */
import { z } from 'zod'
import { defineCommand, defineQuery, listOutput, zId, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { STOCK_REASONS } from './movement.ts'

/** Rows a page of the ledger shows. */
export const LEDGER_PAGE = 150

/** Someone counted the shelf: the figure becomes what was counted, the ledger keeps the difference and the words. */
export const adjustStock = defineCommand('stock.adjust-stock', {
  right: 'stock.adjust',
  input: z.strictObject({ productId: zId, newStock: zQuantity, reason: zText(500).pipe(z.string().min(1)) }),
  output: z.object({ stock: zQuantity }),
})

/** Stock of some products, what open orders were promised, and what is left of it. */
export const stockFigures = defineQuery('stock.figures', {
  right: 'stock.read',
  input: z.strictObject({ productIds: z.array(zId).max(500), exceptOrderId: zId.optional() }),
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
  right: 'stock.read',
  input: z.strictObject({ productId: zId, page: z.int().min(1).max(100_000).default(1) }),
  output: listOutput(zLedgerRow),
})

/** Products whose figure is not the sum of their movements; empty as long as all is well. */
export const stockHealth = defineQuery('stock.health', {
  right: 'stock.read',
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ productId: z.int(), name: z.string(), stock: zQuantity, movements: zQuantity })),
  }),
})
