/** Stores the draft of a new order on this device for each person, until it is saved. */
import { z } from 'zod'
import { MOST_LINES, productsForLines } from '#features/products/domain/contract.ts'
import { UNITS } from '#features/products/domain/product.ts'
import { zPrice, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { draftStore, useStoredDraft } from '#web/ui/form/stored-draft.ts'
import { zAddress } from '#features/orders/domain/contract.ts'
import { refreshDraft } from '../domain/draft-refresh.ts'
import { EMPTY_DRAFT, type OrderDraft, PRICE_KINDS } from '../domain/order-draft.ts'

const zLendable = z.object({
  materialId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  perUnit: zQuantity,
  recipeUnit: z.enum(UNITS).optional(),
  cost: zUnitPrice.nullable(),
})
const zProduct = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  vat: zRate,
  salesPrice: zPrice,
  b2bSalesPrice: zPrice,
  costPrice: zUnitPrice.nullable(),
  stock: zQuantity,
  service: z.boolean().optional(),
  lendables: z.array(zLendable),
})
const zSource = z.object({ kind: z.enum(PRICE_KINDS), rate: zRate.nullable() })
const zDraft = z.object({
  customer: z
    .object({ id: z.int(), name: z.string(), label: z.string(), phone: z.string(), vat: z.string() })
    .nullable(),
  description: z.string(),
  driverNote: z.string(),
  deliveryAddress: zAddress,
  addressChosen: z.boolean().optional(),
  expectedDelivery: z.string().nullable(),
  deliveryFrom: z.enum(['proposal', 'person']).optional(),
  validUntil: z.string().nullable(),
  lines: z.array(
    z.object({
      key: z.int(),
      product: zProduct,
      quantity: zQuantity.nullable(),
      salesPrice: zPrice.nullable(),
      source: zSource,
      note: z
        .string()
        .optional()
        .transform((note) => note || undefined),
      lost: z.literal(true).optional(),
      changed: z.object({ kept: zPrice.nullable(), before: zPrice, now: zPrice, source: zSource }).optional(),
    }),
  ),
  loans: z.array(
    z.object({
      productId: z.int(),
      originProductId: z.int(),
      name: z.string(),
      sku: z.string(),
      unit: z.string(),
      quantity: zQuantity.nullable(),
      chosen: z.object({ quantity: zQuantity, pieces: zQuantity }).optional(),
      confirmed: z.boolean().optional(),
    }),
  ),
})

/** The draft of a new order. A draft with lines is not compared, because it may have hundreds of them. */
export const ORDER_DRAFT = draftStore<OrderDraft>({
  name: 'order-draft',
  shape: zDraft,
  isEmpty: (draft) => draft.lines.length === 0 && JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT),
  empty: EMPTY_DRAFT,
})

/** Reads the goods of a restored draft, because costs and list prices may have changed since. */
function readGoods(found: OrderDraft): Promise<(draft: OrderDraft) => OrderDraft> | null {
  const ids = [...new Set(found.lines.map((line) => line.product.id))].slice(0, MOST_LINES)
  if (ids.length === 0) return null
  return askQuery(productsForLines, { ids }).then(
    ({ rows }) =>
      (draft) =>
        refreshDraft(draft, rows),
  )
}

/** Returns the draft of a new order, restored from the last time. */
export const useOrderDraft = (personId: number) => useStoredDraft(ORDER_DRAFT, personId, readGoods)
