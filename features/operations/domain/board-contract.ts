/**
 * Declares the names, inputs and outputs of the operations board: its orders, and what they need from stock and
 * sections.
 */
import { z } from 'zod'
import { orderFilters, orderListInput, zFoundIn, zOrderRow } from '#features/orders/domain/list-contract.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery, listInput, listOutput, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'

const zBoardRow = zOrderRow.extend({
  /** The production tasks of the order that are not cancelled, and how many of its tasks are open, whatever the status of the order. */
  tasks: z.int(),
  openTasks: z.int(),
  /** True if the order needs more of a product than is in stock. */
  short: z.boolean(),
  /** True if there is enough in stock, but part of it is promised to other open orders (C-11). */
  contested: z.boolean(),
  /** Where the order has the words of the search that no column shows. */
  foundIn: z.array(zFoundIn),
})
export type BoardRow = z.output<typeof zBoardRow>

/** Returns the orders of the board. Their count and their numbers come from the lists of the orders. */
export const boardOrders = defineQuery('operations.board', {
  right: ordersRights.read,
  input: orderListInput,
  output: listOutput(zBoardRow),
})
/** Rows on a page of a panel. */
export const NEEDS_PAGE = 50

const NEED_SORTS = ['name', 'needed', 'stock', 'available', 'inProduction'] as const

const zNeed = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  needed: zQuantity,
  stock: zQuantity,
  /** The stock minus the needed quantity. */
  available: zQuantity,
  /** The quantity that open production tasks will produce. */
  inProduction: zQuantity,
  short: z.boolean(),
})
export type NeedRow = z.output<typeof zNeed>

/** The filters of the order list. `words` is the search text of the orders. */
const needFilters = { ...orderFilters, words: zText(200) }
const needOutput = listOutput(zNeed).extend({
  /** How many rows there are in all, and how many of them are short. */
  count: z.int(),
  short: z.int(),
})

/** Returns what the orders need of each product. Without a status these are all open orders. */
export const neededProducts = defineQuery('operations.needed-products', {
  right: ordersRights.read,
  input: listInput(needFilters, NEED_SORTS),
  output: needOutput,
})

/**
 * Returns the materials for making the products of the orders, through all levels. With `missing`, what is in stock is
 * used first at each level, and only the materials of the rest are counted, instead of all that the orders need.
 */
export const neededMaterials = defineQuery('operations.needed-materials', {
  right: ordersRights.read,
  input: listInput({ ...needFilters, missing: z.boolean() }, NEED_SORTS),
  output: needOutput,
})
