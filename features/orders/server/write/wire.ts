/** Declares parts of an order as the data API reads and describes them. */
import { z } from 'zod'

/** The totals in an answer of the data API, for its description. */
export const zShownTotals = z.object({
  totalOrder: z.number(),
  totalVat: z.number(),
  totalProductsAmmount: z.number(),
  totalItems: z.int(),
  totalQuantity: z.number(),
})

export const zShownShipping = z.looseObject({
  driver: z.string().optional(),
  type: z.string().optional(),
  car: z.string().optional(),
  extra: z.string().optional(),
})

const goods = {
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  quantity: z.number(),
  stock: z.number(),
  stockStatus: z.enum(['STOCK-OK', 'STOCK-FAULT']),
  /** Only for people who may see costs. */
  costprice: z.number().optional(),
  vat: z.number(),
  salesprice: z.number(),
  totalPrdAmmount: z.number(),
  vatProducts: z.number(),
  requirements: z.array(z.object({ seq: z.int(), typid: z.string() })),
}

/** A line. Only a line with a note has the field `note`, and only one that sells pieces which were not returned the field `lost`. */
export const zShownLines = z.array(z.object({ ...goods, note: z.string().optional(), lost: z.boolean().optional() }))

/** A loan line: the fields of a product line, and the product that it leaves with. */
export const zShownLoans = z.array(z.object({ ...goods, originid: z.int().nullable() }))
