/** Names, inputs and outputs of the operations board: its orders, and what they need of the shelf and of the sections. */
import { z } from 'zod'
import { orderFilters, orderListInput, zOrderRow } from '#features/orders/domain/contract.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery, listInput, listOutput, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'

const zBoardRow = zOrderRow.extend({
  /** Production tasks of the order, and how many of them are not finished, whatever its status. */
  tasks: z.int(),
  openTasks: z.int(),
  /** The shelf holds less of a product than the order wants. */
  short: z.boolean(),
  /** There is enough, but other open orders were promised part of it (ruling C-11). */
  contested: z.boolean(),
})
export type BoardRow = z.output<typeof zBoardRow>

/** The orders of the board; how many there are, and their numbers, are those of the orders' own lists. */
export const boardOrders = defineQuery('operations.board', {
  right: ordersRights.read,
  input: orderListInput,
  output: listOutput(zBoardRow),
})
/** Rows a page of a panel shows. */
export const NEEDS_PAGE = 50

export const NEED_SORTS = ['name', 'needed', 'stock', 'available', 'inProduction'] as const

const zNeed = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  needed: zQuantity,
  stock: zQuantity,
  /** Stock less what is needed. */
  available: zQuantity,
  /** What open production tasks will bring. */
  inProduction: zQuantity,
  short: z.boolean(),
})
export type NeedRow = z.output<typeof zNeed>

/** The filters are those of the orders; `words` is what the orders were searched for. */
const needFilters = { ...orderFilters, words: zText(200) }
const needOutput = listOutput(zNeed).extend({
  /** How many there are in all, and how many of them are short. */
  count: z.int(),
  short: z.int(),
})

/** What the orders need of each product. Without a status: what all open orders need. */
export const neededProducts = defineQuery('operations.needed-products', {
  right: ordersRights.read,
  input: listInput(needFilters, NEED_SORTS),
  output: needOutput,
})

/**
 * What making the products of the orders takes of each material, through all levels. `missing`: only for the pieces that
 * the shelf lacks, instead of for all that the orders want.
 */
export const neededMaterials = defineQuery('operations.needed-materials', {
  right: ordersRights.read,
  input: listInput({ ...needFilters, missing: z.boolean() }, NEED_SORTS),
  output: needOutput,
})
