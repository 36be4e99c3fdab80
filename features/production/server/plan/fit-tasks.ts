/** Makes the tasks of an order fit its lines after these have changed (C-63). */
import { createHash } from 'node:crypto'
import { type OrderStatus, WAITING_STATUSES } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { cancelOpenRequest } from '#features/buying/server/write-requests.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { changes } from '#kernel/changes.ts'
import { addQuantity, type Quantity, sumQuantities, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, query, type Work } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import {
  FIT_ACTIONS,
  type Fit,
  type FitAction,
  type FitRow,
  fitTasks,
  orderFit,
  type Proposal,
} from '../../domain/plan/fit-contract.ts'
import {
  countChanges,
  isFitting,
  type OrderChain,
  type OrderRequest,
  type PlanChanges,
  planChanges,
  type PlannedOrder,
  type SurplusChoice,
} from '../../domain/plan/plan-changes.ts'
import { isOpenTask, type TaskStatus } from '../../domain/task.ts'
import { isUnstarted } from '../../domain/task-lifecycle.ts'
import { closeTasks } from '../close-tasks.ts'
import { HAS_BEGUN } from '../has-begun.ts'
import { keepForStock } from './cancel-order.ts'
import { type Recipes, readRecipes } from './netted-products.ts'
import { keepPlan, NEEDS_NOW } from './order-plan.ts'
import { purposeOf, readNeeds } from './shortage-tasks.ts'
import { writeChains } from './write-chains.ts'
import { requestPurchases } from './request-purchases.ts'

type StoredNeeds = Readonly<Record<string, Quantity>>

type Facts = {
  readonly status: OrderStatus
  /** What the order sold and lent when its tasks were made, and when they were expected. */
  readonly before: StoredNeeds
  readonly expectedBefore: string | null
  readonly after: StoredNeeds
  readonly expectedAfter: string | null
}

type Step = {
  readonly id: number
  readonly status: TaskStatus
  readonly productId: number
  readonly taskref: string
  readonly begun: boolean
  readonly expectedAt: string | null
  readonly brings: Quantity
  readonly takes: readonly Need[]
  readonly asked: readonly Need[]
}

/** Returns an order that waits for stock or has it, whose tasks were made for other lines or another day. Null for all others. */
const readFacts = (rows: Rows, orderId: number): Promise<Facts | null> =>
  rows.maybe<Facts>(sql`
    select * from (
      select o.status, plan.needs as before, plan.expected_at as "expectedBefore", ${NEEDS_NOW} as after,
        o.expected_delivery_at as "expectedAfter"
      from orders o join order_plans plan on plan.order_id = o.id
      where o.id = ${orderId} and o.status = any(${[...WAITING_STATUSES]}::text[]) and exists (
        select from tasks t where t.order_id = o.id and t.work = 'PRODUCTION' and t.status <> 'CANCELED')) found
    where before <> after or "expectedBefore" is distinct from "expectedAfter"`)

/** True if a request `r` can still be cancelled: nobody has ordered its goods. Netting counts the same requests as coming. */
const IS_ASKED: Sql = sql`(r.status = 'OPEN' and r.waiting = 'REQUEST' and r.ordered_in is null)`

/** Returns the steps of the chains of an order that are not cancelled. A task without a product belongs to none of its lines. */
const readSteps = (rows: Rows, orderId: number): Promise<Step[]> =>
  rows.many<Step>(sql`
    select t.id, t.status, t.product_id as "productId", t.taskref, t.expected_at as "expectedAt",
      ${HAS_BEGUN} as begun,
      coalesce((select sum(coming.quantity_e4) from incoming_goods coming where coming.task_id = t.id), 0)::bigint as brings,
      coalesce((
        select json_agg(json_build_object('productId', m.product_id, 'quantity', m.quantity_e4) order by m.line_no)
        from awaited_materials m where m.task_id = t.id and m.quantity_e4 > 0), '[]') as takes,
      coalesce((
        select json_agg(json_build_object('productId', r.product_id, 'quantity', r.quantity_e4) order by r.id)
        from material_requests r where r.task_id = t.id and ${IS_ASKED}), '[]') as asked
    from tasks t
    where t.order_id = ${orderId} and t.work = 'PRODUCTION' and t.status <> 'CANCELED' and t.product_id is not null
    order by t.seq, t.id`)

const readOwnRequests = (rows: Rows, orderId: number): Promise<OrderRequest[]> =>
  rows.many<OrderRequest>(sql`
    select r.id, r.product_id as "productId", r.quantity_e4 as quantity from material_requests r
    where r.order_id = ${orderId} and ${IS_ASKED} order by r.id`)

/** Returns the open chains that these steps form. */
function chainsOf(steps: readonly Step[]): OrderChain[] {
  const chains = Map.groupBy(steps, ({ productId, taskref }) => `${productId} ${taskref}`)
  return [...chains.values()].flatMap((all): OrderChain[] => {
    const open = all.filter(({ status }) => isOpenTask(status))
    const [first] = open
    if (first === undefined) return []
    return [
      {
        productId: first.productId,
        taskIds: open.map(({ id }) => id),
        begun: !all.every(isUnstarted),
        brings: sumQuantities(open.map(({ brings }) => brings)),
        takes: open.flatMap(({ takes }) => takes),
        asked: open.flatMap(({ asked }) => asked),
      },
    ]
  })
}

type Plan = {
  readonly facts: Facts
  readonly order: PlannedOrder
  readonly recipes: Recipes
  readonly steps: readonly Step[]
}

/** Reads what the changes of an order follow from; null if its tasks fit. */
async function readPlan(rows: Rows, orderId: number): Promise<Plan | null> {
  const facts = await readFacts(rows, orderId)
  if (facts === null) return null
  const steps = await readSteps(rows, orderId)
  const requests = await readOwnRequests(rows, orderId)
  const needs = await readNeeds(rows, orderId)
  const chains = chainsOf(steps)
  const ids = [
    ...[...needs, ...requests, ...chains, ...chains.flatMap(({ takes }) => takes)].map(({ productId }) => productId),
    ...Object.keys(facts.before).map(Number),
  ]
  const recipes = await readRecipes(rows, [...new Set(ids)], orderId)
  const { products, requirements } = recipes
  return { facts, recipes, steps, order: { needs, chains, requests, products, requirements } }
}

/** Returns the tasks that follow the new day of the order: those not begun that stay with it and were expected on its earlier day. */
function movedTasks({ facts, steps }: Plan, { closed, kept }: PlanChanges): number[] {
  if (facts.expectedBefore === facts.expectedAfter) return []
  const leaving = new Set([...closed, ...kept].flatMap(({ taskIds }) => taskIds))
  return steps
    .filter((step) => isUnstarted(step) && step.expectedAt === facts.expectedBefore && !leaving.has(step.id))
    .map(({ id }) => id)
}

/** Names a proposal, so that the command does what the person saw. */
function nameOf(plan: Plan, { closed, kept, lacking, dropped }: PlanChanges, moved: readonly number[]): string {
  const tasks = (chains: readonly OrderChain[]) => chains.flatMap(({ taskIds }) => taskIds).toSorted((a, b) => a - b)
  const rows = lacking.map(({ productId, way, missing }) => [productId, way, missing])
  const content = [
    tasks(closed),
    tasks(kept),
    rows,
    dropped.map(({ id }) => id),
    moved,
    moved.length > 0 ? plan.facts.expectedAfter : null,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

const ACTION_OF = { make: 'create', buy: 'buy', unknown: 'unknown' } as const satisfies Record<string, FitAction>

/** Returns the changes as the page shows them: one row for each product and what happens to it. */
function proposalOf(plan: Plan, choice: SurplusChoice): Proposal & { readonly isEmpty: boolean } {
  const found = planChanges(plan.order, choice)
  const sums = new Map<string, FitRow>()
  const add = (action: FitAction, productId: number, quantity: Quantity) => {
    const key = `${action} ${productId}`
    const { name = String(productId), unit = '' } = plan.recipes.products.get(productId) ?? {}
    const before = sums.get(key)?.quantity ?? ZERO_QUANTITY
    sums.set(key, { productId, name, unit, action, quantity: addQuantity(before, quantity) })
  }
  for (const { productId, brings } of found.closed) add('close', productId, brings)
  for (const { productId, brings } of found.kept) add('keep', productId, brings)
  for (const { productId, way, missing } of found.lacking) add(ACTION_OF[way], productId, missing)
  for (const { productId, quantity } of found.dropped) add('drop', productId, quantity)
  const moved = movedTasks(plan, found)
  return {
    rows: [...sums.values()].toSorted((a, b) => FIT_ACTIONS.indexOf(a.action) - FIT_ACTIONS.indexOf(b.action)),
    ...countChanges(found),
    seen: nameOf(plan, found, moved),
    isEmpty: isFitting(found) && moved.length === 0,
  }
}

/** Returns the products of which the order needs another quantity than before. */
function needsOf({ facts: { before, after }, recipes: { products } }: Plan): Fit['needs'] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id])
  return ids.map((id) => {
    const { name = id, unit = '' } = products.get(Number(id)) ?? {}
    return {
      productId: Number(id),
      name,
      unit,
      before: before[id] ?? ZERO_QUANTITY,
      after: after[id] ?? ZERO_QUANTITY,
    }
  })
}

export const orderFitQuery = query(orderFit, async ({ rows }, { orderId }) => {
  const plan = await readPlan(rows, orderId)
  if (plan === null) return { fit: null }
  const { isEmpty, ...close } = proposalOf(plan, 'close')
  if (isEmpty) return { fit: null }
  const { isEmpty: _, ...keep } = proposalOf(plan, 'keep')
  const { expectedBefore: before, expectedAfter: after } = plan.facts
  const moved = movedTasks(plan, planChanges(plan.order, 'close'))
  const delivery = moved.length > 0 ? { before, after, tasks: moved.length } : null
  return { fit: { needs: needsOf(plan), delivery, close, keep } }
})

/** Gives tasks the new time at which the order is delivered. */
async function moveTasks(work: Work, { facts }: Plan, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await work.tx.run(sql`
    update tasks set expected_at = ${facts.expectedAfter}::timestamp, updated_at = ${work.now}::timestamptz, version = version + 1
    where id = any(${[...ids]}::bigint[])`)
  const changed = changes({ expectedAt: facts.expectedBefore }, { expectedAt: facts.expectedAfter })
  for (const id of ids) work.record({ entity: 'tasks', id, changes: changed })
}

/** Makes the changes in one transaction. It locks the order and its tasks first, so that no section begins one meanwhile. */
export const fitTasksCommand = command(fitTasks, async (work, { orderId, surplus, seen }) => {
  const { tx } = work
  const order = await lockOrder(tx, orderId)
  await tx.run(sql`select id from tasks where order_id = ${orderId} order by id for update`)
  const plan = (await readPlan(tx, orderId)) ?? refuse('refused', 'production.plan-fits')
  const found = planChanges(plan.order, surplus)
  const moved = movedTasks(plan, found)
  if (nameOf(plan, found, moved) !== seen) refuse('refused', 'production.proposal-changed')
  const stepOf = new Map(plan.steps.map((step) => [step.id, step]))
  const stepsOf = (chains: readonly OrderChain[]) =>
    chains.flatMap(({ taskIds }) => taskIds.flatMap((id) => stepOf.get(id) ?? []))
  const [closed, kept] = [stepsOf(found.closed), stepsOf(found.kept)]
  await closeTasks(work, closed)
  await keepForStock(work, kept, orderId)
  for (const { id } of found.dropped) await cancelOpenRequest(work, id)
  await moveTasks(work, plan, moved)
  const of = (way: 'make' | 'buy') => found.lacking.filter((row) => row.way === way)
  const created = of('make').map(({ productId, missing }) => ({ productId, quantity: missing }))
  const { taskIds, takers } = await writeChains(work, plan.recipes, await purposeOf(work, order), created)
  await requestPurchases(work, orderId, of('buy'), plan.order.needs, takers)
  await keepPlan(work, orderId)
  work.moved({ entity: 'orders', id: orderId })
  return { closed: closed.length, kept: kept.length, created: taskIds.length, moved: moved.length }
})
