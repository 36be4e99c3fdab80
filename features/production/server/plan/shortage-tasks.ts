/** Creates the tasks that an order needs because products are short (S1-STA-57 to 59, C-68). */
import { type LockedOrder, lockOrder } from '#features/orders/server/lock-orders.ts'
import { writeRequests } from '#features/purchases/server/requests/write-requests.ts'
import { type Need, shortages } from '#features/stock/domain/availability.ts'
import type { Quantity } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, query, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { missingOfEach, net, type NettedRow } from '../../domain/netting.ts'
import { createShortageTasks, orderPlan } from '../../domain/plan-contract.ts'
import { type ShortageFacts, whyNoShortageTasks } from '../../domain/shortage.ts'
import { countOpenTasks } from './cancel-order.ts'
import { type Recipes, readRecipes } from './netted-products.ts'
import { type Taker, type TaskPurpose, writeChains } from './write-chains.ts'

/** Returns what an order sells and lends of each product (C-77). */
const readNeeds = (rows: Rows, orderId: number): Promise<Need[]> =>
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

/** Writes the requests for what has to be bought: for the lines of the order first, which nothing else can wait for. */
async function requestPurchases(
  work: Work,
  order: LockedOrder,
  bought: readonly NettedRow[],
  needs: readonly Need[],
  takers: readonly Taker[],
): Promise<void> {
  type Asked = { readonly needed: Quantity; readonly taker: Taker | null }
  const rows = bought.flatMap(({ productId, missing }) => {
    const asked: Asked[] = [
      ...takers.filter((taker) => taker.productId === productId).map((taker) => ({ needed: taker.needed, taker })),
      ...needs
        .filter((need) => need.productId === productId)
        .map(({ quantity }) => ({ needed: quantity, taker: null })),
    ]
    return missingOfEach(missing, asked).map(({ taker: { taker }, quantity }) => ({ productId, taker, quantity }))
  })
  const sections = await sectionsOf(work.tx, takers)
  await writeRequests(
    work,
    rows.map(({ productId, taker, quantity }) => ({
      origin: taker ? 'TASK' : 'ORDER',
      taskId: taker?.taskId ?? null,
      orderId: order.id,
      section: sections.get(taker?.taskId ?? 0) ?? '',
      lines: [{ productId, quantity, taskLineNo: taker?.lineNo }],
    })),
  )
}

/** Returns the sections of the tasks that take materials. */
async function sectionsOf(rows: Rows, takers: readonly Taker[]): Promise<ReadonlyMap<number, string>> {
  const tasks = await rows.many<{ id: number; section: string }>(
    sql`select id, section from tasks where id = any(${takers.map(({ taskId }) => taskId)}::bigint[])`,
  )
  return new Map(tasks.map(({ id, section }) => [id, section]))
}

const purposeOf = async ({ tx }: Work, order: LockedOrder): Promise<TaskPurpose> => {
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

/**
 * Creates the tasks in one transaction. A product without a recipe has no steps, so it gets no tasks and is named in the answer. If
 * that is true of all, the command is refused, because nothing would be created.
 */
export const createShortageTasksCommand = command(createShortageTasks, async (work, { orderId }) => {
  const order = await lockOrder(work.tx, orderId)
  stopOn(whyNoShortageTasks(await readFacts(work.tx, orderId)))
  const needs = await readNeeds(work.tx, orderId)
  const recipes = await readRecipes(
    work.tx,
    needs.map(({ productId }) => productId),
    orderId,
  )
  const shortIds = new Set(shortages(needs, recipes.products).map(({ productId }) => productId))
  const short = needs.filter(({ productId }) => shortIds.has(productId))
  const kept = needs.filter(({ productId }) => !shortIds.has(productId))
  const rows = net(short, kept, recipes.products, recipes.requirements)
  const of = (way: NettedRow['way']) => rows.filter((row) => row.way === way)
  const [made, bought, unknown] = [of('make'), of('buy'), of('unknown')]
  if (rows.length === 0) refuse('refused', 'production.already-coming')
  if (made.length + bought.length === 0) {
    const products = named(recipes, unknown)
      .map(({ name }) => name)
      .join(', ')
    refuse('refused', 'production.without-recipe', { products })
  }
  const chains = made.map(({ productId, missing }) => ({ productId, quantity: missing }))
  const { taskIds, takers } = await writeChains(work, recipes, await purposeOf(work, order), chains)
  await requestPurchases(work, order, bought, short, takers)
  work.moved({ entity: 'orders', id: orderId })
  return { tasks: taskIds.length, requests: named(recipes, bought), withoutRecipe: named(recipes, unknown) }
})

export const orderPlanQuery = query(orderPlan, async ({ rows }, { orderId }) => ({
  closed: whyNoShortageTasks(await readFacts(rows, orderId)),
  ...(await countOpenTasks(rows, orderId)),
}))
