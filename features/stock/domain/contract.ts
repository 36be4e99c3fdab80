/** Declares the names, inputs and outputs of the stock of a product and its ledger. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { plainFields } from '#features/products/domain/fields.ts'
import { MATERIAL_UNITS } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineCommand, defineQuery, listOutput, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zPositiveQuantity, zPrice, zQuantity, zQuantityFromZero, zUnitPrice } from '#kernel/money.ts'
import { LEDGER_DOCUMENTS, LEDGER_REASONS } from './movement.ts'
import { stockRights } from './rights.ts'

/** The number of rows on one page of the ledger. */
export const LEDGER_PAGE = 150

/** Sets the stock of a product to a counted quantity. The ledger stores the difference and the reason. */
export const adjustStock = defineCommand('stock.adjust-stock', {
  right: stockRights.adjust,
  input: z.strictObject({ productId: zId, newStock: zQuantity, reason: zText(500).pipe(z.string().min(1)) }),
  output: z.object({ stock: zQuantity }),
})

const { name, description, vat, vatClass, reorderPoint } = plainFields

/** Creates a material that is bought. Its first stock is booked in the ledger. */
export const createMaterial = defineCommand('stock.create-material', {
  right: productsRights.write,
  input: z.strictObject({
    name,
    description,
    vat,
    costprice: zPrice,
    vatClass,
    stock: zQuantityFromZero,
    // a new material is not in grams (C-37)
    unit: z.enum(MATERIAL_UNITS),
    reorderPoint: reorderPoint.default(null),
  }),
  output: z.object({ id: z.int() }),
})

/** Returns stock, promised and free quantity of some products. */
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
        /** True if the product is a service: it has no stock and is never short. */
        service: z.boolean(),
      }),
    ),
  }),
})

/** A use of a material: a step of a product, or (without a product) an order line itself. */
const zMaterialUse = z.object({
  productId: z.int().nullable(),
  name: z.string(),
  seq: z.int().nullable(),
  section: z.string(),
  quantity: z.int(),
})

const zMaterialNeed = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  /** `unknown`: the product is made here, but it has no steps yet. */
  origin: z.enum(['purchased', 'made', 'unknown']),
  needed: z.int(),
  stock: zQuantity,
  /** Stock less the needed quantity. */
  available: zQuantity,
  short: z.boolean(),
  /** The cost of one unit, or null for people without the right to see costs. */
  cost: zUnitPrice.nullable(),
  /** The cost of buying the missing quantity. Null if it is not missing, not purchased, or hidden. */
  missingCost: zCents.nullable(),
  uses: z.array(zMaterialUse),
})

/**
 * Returns the materials for making the short products of some lines, through all levels. A line is a product and a
 * quantity without names, so that a long order fits into an address.
 */
export const missingMaterials = defineQuery('stock.missing-materials', {
  right: stockRights.read,
  input: z.strictObject({ lines: z.array(z.tuple([zId, zPositiveQuantity])).max(MOST_LINES) }),
  output: z.object({
    /** The products whose stock is too low for the lines. */
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
    /** The cycles by which a product would be made of itself. They are counted once and not followed. */
    cycles: z.array(z.array(z.string())),
  }),
})
export type MissingMaterials = z.output<typeof missingMaterials.output>

const zLedgerRow = z.object({
  id: z.int(),
  at: z.string(),
  reason: z.enum(LEDGER_REASONS),
  quantity: zQuantity,
  balance: zQuantity,
  /** The change of the value of the stock, and the value after it. Null if it is not known, and for people who may not see costs. */
  cost: zCents.nullable(),
  value: zCents.nullable(),
  document: z.object({ kind: z.enum(LEDGER_DOCUMENTS), id: z.int() }).nullable(),
  person: z.string(),
  note: z.string().nullable(),
})

/** Returns the movements of one product, newest first, with the rows that change only its value if the person may see costs. With a day it leaves out what moved after that day. */
export const stockLedger = defineQuery('stock.ledger', {
  right: stockRights.read,
  input: z.strictObject({
    productId: zId,
    day: zDay.optional(),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output: listOutput(zLedgerRow),
})

/** Returns the stock of some products at the end of a day in Athens. Products that do not exist are left out. */
export const stockOnDay = defineQuery('stock.on-day', {
  right: stockRights.read,
  input: z.strictObject({ productIds: z.array(zId).max(MOST_LINES), day: zDay }),
  output: z.object({ rows: z.array(z.object({ productId: z.int(), stock: zQuantity })) }),
  about: ({ productIds }) => ({ products: productIds }),
})

/** Returns the products whose stock differs from the sum of their movements. Empty if there is no error. */
export const stockHealth = defineQuery('stock.health', {
  right: stockRights.read,
  input: z.strictObject({}),
  output: z.object({
    rows: z.array(z.object({ productId: z.int(), name: z.string(), stock: zQuantity, movements: zQuantity })),
  }),
})
