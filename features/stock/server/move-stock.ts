import { costedMaterials } from '#features/products/server/requirements.ts'
import { changes } from '#kernel/changes.ts'
import { type AverageCost } from '#features/products/domain/average-cost.ts'
import {
  type Cents,
  negateQuantity,
  PLACES,
  type Quantity,
  type Rate,
  subtractQuantity,
  toNumber,
  type UnitPrice,
} from '#kernel/money.ts'
import { firstNames, refuse } from '#kernel/refusal.ts'
import { demand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { nameShortage, type Shortage, shortages, totalNeeds } from '../domain/availability.ts'
import { costByRecipe, type CostedMaterial, type CostedRow, type CostedStock, costMovement } from '../domain/costs.ts'
import type { Movement } from '../domain/movement.ts'
import { stockRights } from '../domain/rights.ts'

/** A person overrules the stock figure: the goods are there although the figure is too low. */
export type Overrule = { readonly reason: string }

export type LockedStock = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly stock: Quantity
  readonly service: boolean
  readonly value: Cents | null
  readonly average: AverageCost | null
  readonly costPrice: UnitPrice
  readonly margin: Rate
  /** The recipe of a product that is made now, and null for all others. */
  readonly recipe: readonly CostedMaterial[] | null
}

/**
 * Locks products until the commit and returns their stock. Locking by ascending id prevents deadlocks. Of the products in `made` it also
 * reads what their materials cost.
 */
export async function lockStock(
  work: Work,
  productIds: Iterable<number>,
  made: readonly number[] = [],
): Promise<Map<number, LockedStock>> {
  const ids = [...new Set(productIds)]
  const recipe =
    made.length === 0
      ? sql`null::json`
      : sql`case when ${isOneOf(sql`p.id`, made)} then ${costedMaterials(sql`p.id`)} end`
  const rows = await work.tx.many<LockedStock>(sql`
    select p.id, p.name, p.sku, p.stock_e4 as stock, p.service, p.stock_value_cents as value, p.average_cost_e8 as average,
      p.cost_price_e4 as "costPrice", p.cost_margin_bp as margin, ${recipe} as recipe
    from products p where ${isOneOf(sql`p.id`, ids)} order by p.id for update`)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) if (!found.has(id)) refuse('missing', 'stock.no-product', { productId: id })
  return found
}

/**
 * Writes movements to the ledger, all or none, and returns them with their costs. Refuses if a product would fall below zero by more than
 * rounding (C-52). A person with the right may overrule that with a reason, which the ledger stores (C-12).
 */
export async function moveStock(
  work: Work,
  movements: readonly Movement[],
  overrule?: Overrule,
): Promise<readonly Movement[]> {
  if (movements.length === 0) return []
  const products = await lockStock(
    work,
    movements.map((movement) => movement.productId),
    movements.flatMap(({ reason, cost, productId }) => (reason === 'produced' && cost === undefined ? productId : [])),
  )
  const short = belowZero(movements, products)
  if (short.length > 0) {
    if (!overrule) refuseShort(short, products)
    demand(work.actor, stockRights.belowZero)
    if (overrule.reason.trim() === '') refuse('invalid', 'stock.reason-needed')
  }
  const overruled = new Set(short.map((shortage) => shortage.productId))
  const written = await writeMovements(
    work,
    movements.map((movement) => {
      if (!overrule || !overruled.has(movement.productId)) return movement
      return { ...movement, note: [...new Set([movement.note, overrule.reason.trim()])].filter(Boolean).join(' · ') }
    }),
    products,
  )
  // The ledger records the movement, so the product itself gets no history entry.
  for (const id of products.keys()) work.moved({ entity: 'products', id })
  return written
}

function belowZero(movements: readonly Movement[], products: ReadonlyMap<number, LockedStock>): Shortage[] {
  // A stock that is below zero already may still rise.
  const taken = [...totalNeeds(movements)]
    .filter(([, change]) => change < 0)
    .map(([productId, change]) => ({ productId, quantity: negateQuantity(change) }))
  return shortages(taken, products)
}

function refuseShort(short: readonly Shortage[], products: ReadonlyMap<number, LockedStock>): never {
  const lines = short.flatMap((shortage) => {
    const product = products.get(shortage.productId)
    return product ? [nameShortage(shortage, product)] : []
  })
  refuse('refused', 'stock.not-enough', {
    lines,
    first: lines[0]?.name ?? '',
    short: firstNames(lines.map((line) => `${line.name} ${line.stock} / ${line.needed}`)),
  })
}

/** Returns what a movement costs by itself; null if it costs the average of the stock. */
function ownCost({ quantity, cost, reason }: Movement, { recipe, margin }: LockedStock): Cents | null {
  if (cost !== undefined) return cost
  return reason === 'produced' && recipe !== null ? costByRecipe(quantity, recipe, margin) : null
}

/** Returns the row of the table for a row of the ledger. */
const stored = (movement: Movement, { reason, quantity, cost, after }: CostedRow) => ({
  product_id: movement.productId,
  quantity_e4: quantity,
  balance_e4: after.stock,
  cost_cents: cost,
  value_cents: after.value,
  average_cost_e8: after.average,
  reason: reason ?? movement.reason,
  order_id: movement.orderId ?? null,
  count_id: movement.countId ?? null,
  task_id: movement.taskId ?? null,
  invoice_id: movement.invoiceId ?? null,
  note: movement.note ?? null,
})

/**
 * Writes rows of the ledger for locked products, and returns the movements with their costs. A trigger of the database changes the stock
 * and its value, and corrects a balance that is wrong.
 */
async function writeMovements(
  work: Work,
  movements: readonly Movement[],
  products: ReadonlyMap<number, LockedStock>,
): Promise<Movement[]> {
  const stocks = new Map<number, CostedStock>(products)
  const moved: Movement[] = []
  const rows = movements
    .filter((movement) => movement.quantity !== 0)
    .flatMap((movement) => {
      const product = products.get(movement.productId)
      const before = stocks.get(movement.productId)
      if (!product || !before) return []
      const own = { quantity: movement.quantity, cost: ownCost(movement, product) }
      const costed = costMovement(before, own, product.costPrice)
      stocks.set(movement.productId, costed.at(-1)?.after ?? before)
      moved.push({ ...movement, cost: costed.find(({ reason }) => reason === null)?.cost ?? undefined })
      return costed.map((row) => stored(movement, row))
    })
  await work.tx.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, cost_cents, value_cents, average_cost_e8, reason, order_id,
      count_id, task_id, invoice_id, note, user_id, user_name, at)
    select product_id, quantity_e4, balance_e4, cost_cents, value_cents, average_cost_e8, reason, order_id, count_id, task_id,
      invoice_id, note, ${work.actor.userId}::bigint, ${work.actor.name}, ${work.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(product_id bigint, quantity_e4 bigint, balance_e4 bigint, cost_cents bigint, value_cents bigint, average_cost_e8 bigint,
        reason text, order_id bigint, count_id bigint, task_id bigint, invoice_id bigint, note text)`)
  return moved
}

/** Sets the stock to a given quantity and writes the difference as a movement. Refuses a quantity below zero. */
export async function setStock(
  work: Work,
  productId: number,
  newStock: Quantity,
  reason: 'opening' | 'counted' | 'api' = 'api',
  note?: string,
): Promise<void> {
  if (newStock < 0) refuse('refused', 'stock.negative')
  const products = await lockStock(work, [productId])
  const product = products.get(productId)
  if (!product || product.stock === newStock) return
  if (product.service) refuse('refused', 'stock.service', { name: product.name })
  const quantity = subtractQuantity(newStock, product.stock)
  await writeMovements(work, [{ productId, quantity, reason, note }], products)
  work.record({
    entity: 'products',
    id: productId,
    changes: changes(
      { stock: toNumber(product.stock, PLACES.quantity) },
      { stock: toNumber(newStock, PLACES.quantity) },
    ),
    note,
  })
}
