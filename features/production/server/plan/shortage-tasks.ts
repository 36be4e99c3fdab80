/** Creates the tasks that an order needs because products are short (S1-STA-57 to 59, C-68). */
import { type LockedOrder, lockOrder } from '#features/orders/server/lock-orders.ts'
import { type Need, shortages } from '#features/stock/domain/availability.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, query, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { net, type NettedRow } from '../../domain/netting.ts'
import { createShortageTasks, orderPlan, orderShortages } from '../../domain/plan-contract.ts'
import { type ShortageFacts, whyNoShortageTasks } from '../../domain/shortage.ts'
import { countOpenTasks } from './cancel-order.ts'
import { type Recipes, readRecipes } from './netted-products.ts'
import { keepPlan } from './order-plan.ts'
import { type TaskPurpose, writeChains } from './write-chains.ts'
import { requestPurchases } from './request-purchases.ts'

/** Returns what an order sells and lends of each product (C-77). */
export const readNeeds = (rows: Rows, orderId: number): Promise<Need[]> =>
  rows.many<Need>(sql`
    select product_id as "productId", quantity_e4 as quantity from order_needs where order_id = ${orderId} order by product_id`)

/** Reports the facts by which the tasks of an order may be created. */
async function readFacts(rows: Rows, orderId: number): Promise<ShortageFacts> {
  return (
    (await rows.maybe<ShortageFacts>(sql`
      select o.status,
        (select count(*)::int from tasks t where t.order_id = o.id and t.status <> 'CANCELED' and t.work = 'PRODUCTION') as tasks,
        (select count(*)::int from order_needs n join products p on p.id = n.product_id
          where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4)) as short
      from orders o where o.id = ${orderId}`)) ?? refuse('missing', 'orders.missing', { orderId })
  )
}

/** Returns the order, customer and days that the tasks of an order get. */
export const purposeOf = async ({ tx }: Work, order: LockedOrder): Promise<TaskPurpose> => {
  const { expectedAt } = await tx.one<{ expectedAt: string | null }>(
    sql`select expected_delivery_at as "expectedAt" from orders where id = ${order.id}`,
  )
  return { orderId: order.id, customerId: order.customerId, customerName: order.name, plannedOn: null, expectedAt }
}

const named = ({ products }: Recipes, rows: readonly NettedRow[]) =>
  rows.map(({ productId, missing }) => {
    const product = products.get(productId)
    return { productId, name: product?.name ?? String(productId), unit: product?.unit ?? '', quantity: missing }
  })

/** Nets what an order lacks, and returns what of it is made, bought, and has no recipe. */
async function readShortages(rows: Rows, orderId: number) {
  const needs = await readNeeds(rows, orderId)
  const recipes = await readRecipes(
    rows,
    needs.map(({ productId }) => productId),
    orderId,
  )
  const shortIds = new Set(shortages(needs, recipes.products).map(({ productId }) => productId))
  const short = needs.filter(({ productId }) => shortIds.has(productId))
  const kept = needs.filter(({ productId }) => !shortIds.has(productId))
  const netted = net(short, kept, recipes.products, recipes.requirements)
  const of = (way: NettedRow['way']) => netted.filter((row) => row.way === way)
  return { recipes, short, made: of('make'), bought: of('buy'), unknown: of('unknown') }
}

/**
 * Creates the tasks in one transaction. A product without a recipe has no steps, so it gets no tasks and is named in the answer. If
 * that is true of all, the command is refused, because nothing would be created.
 */
export const createShortageTasksCommand = command(createShortageTasks, async (work, { orderId }) => {
  const order = await lockOrder(work.tx, orderId)
  stopOn(whyNoShortageTasks(await readFacts(work.tx, orderId)))
  const { recipes, short, made, bought, unknown } = await readShortages(work.tx, orderId)
  if (made.length + bought.length + unknown.length === 0) refuse('refused', 'production.already-coming')
  if (made.length + bought.length === 0) {
    const products = named(recipes, unknown)
      .map(({ name }) => name)
      .join(', ')
    refuse('refused', 'production.without-recipe', { products })
  }
  const chains = made.map(({ productId, missing }) => ({ productId, quantity: missing }))
  const { taskIds, takers } = await writeChains(work, recipes, await purposeOf(work, order), chains)
  await requestPurchases(work, orderId, bought, short, takers)
  await keepPlan(work, orderId)
  work.moved({ entity: 'orders', id: orderId })
  return { tasks: taskIds.length, requests: named(recipes, bought), withoutRecipe: named(recipes, unknown) }
})

export const orderShortagesQuery = query(orderShortages, async ({ rows }, { orderId }) => {
  const closed = whyNoShortageTasks(await readFacts(rows, orderId))
  const { recipes, made, bought, unknown } = await readShortages(rows, orderId)
  return {
    closed,
    made: named(recipes, made),
    requests: named(recipes, bought),
    withoutRecipe: named(recipes, unknown),
  }
})

export const orderPlanQuery = query(orderPlan, async ({ rows }, { orderId }) => ({
  closed: whyNoShortageTasks(await readFacts(rows, orderId)),
  ...(await countOpenTasks(rows, orderId)),
}))
