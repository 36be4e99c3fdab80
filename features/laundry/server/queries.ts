/** The queries of lent items: where they are, what waits to be washed, and how long customers have them. */
import { pictureKeys } from '#features/photos/server/photo-uses.ts'
import { LOST_ON_ORDERS } from '#features/orders/server/moves/lost-pieces.ts'
import { UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { readClosings } from '#features/production/server/section-day/presses.ts'
import type { Day } from '#kernel/day.ts'
import { type Quantity, quantity } from '#kernel/money.ts'
import { keptQuery, query } from '#server/command.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { readDoneKeys } from '#server/runner/idempotency.ts'
import { contains, matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { figuresOf, type LentSums, sumFigures } from '../domain/figures.ts'
import { readLateDays } from './late-days.ts'

type LentProduct = LentSums & { productId: number; name: string; sku: string }

/** Reads lendable products, those that were ever lent, open orders and open washing tasks, and no ledger. */
export const lentFiguresQuery = keptQuery(contract.lentFigures, async ({ rows }) => {
  const found = await rows.many<LentProduct>(sql`
    with lent as (
      select id from products where lendable union select product_id from lent_sums),
    washing as (
      select product_id, sum(quantity_e4 - done_e4 - scrapped_e4)::bigint as e4 from tasks t
      where t.is_open and t.work = 'LAUNDRY' and exists (select from loans l where l.task_id = t.id) group by product_id),
    trucks as (select product_id, sum(quantity_e4)::bigint as e4 from undelivered_loans group by product_id)
    select p.id as "productId", p.name, p.sku, p.stock_e4 as shelf, coalesce(w.e4, 0) as laundry, coalesce(t.e4, 0) as trucks,
      coalesce(s.balance_e4, 0) as balance, coalesce(s.written_off_e4, 0) as "writtenOff", coalesce(s.moved_e4, 0) as moved,
      coalesce(s.by_hand_e4, 0) as "byHand", coalesce(s.sold_e4, 0) as sold
    from lent join products p on p.id = lent.id
    left join lent_sums s on s.product_id = p.id left join washing w on w.product_id = p.id left join trucks t on t.product_id = p.id
    order by p.name collate "und-x-icu", p.id`)
  const products = found.map((row) => ({
    productId: row.productId,
    name: row.name,
    sku: row.sku,
    ...figuresOf(row),
  }))
  return { total: sumFigures(products), products }
})

type WaitingItem = {
  taskref: string
  customer: string
  at: string
  note: string
  taskId: number
  name: string
  unit: string
  quantity: number
  photos: string[]
}

/** Returns what was closed today, newest first. The tasks that one press closed are one return. */
async function readClosed(rows: Rows, section: string | null, today: Day): Promise<contract.ClosedReturn[]> {
  const presses = await readClosings(rows, section, today)
  const tasks = await rows.many<{ id: number; taskref: string; customer: string }>(sql`
    select id, taskref, customer_name as customer from tasks
    where ${isOneOf(
      sql`id`,
      presses.map(({ taskId }) => taskId),
    )}`)
  const taskOf = new Map(tasks.map((task) => [task.id, task]))
  const returns = Map.groupBy(presses, ({ at, taskId }) => `${at} ${taskOf.get(taskId)?.taskref || taskId}`)
  return [...returns.values()].flatMap((ofReturn) => {
    const [first] = ofReturn
    if (first === undefined) return []
    const until = ofReturn.map(({ undoUntil }) => undoUntil)
    return {
      id: first.id,
      customer: taskOf.get(first.taskId)?.customer ?? '',
      taskIds: ofReturn.map(({ taskId }) => taskId).toSorted((a, b) => a - b),
      at: first.at,
      by: first.worker || first.by,
      isUndone: ofReturn.every(({ isUndone }) => isUndone),
      undoUntil: until.includes(null) ? null : (until[0] ?? null),
    }
  })
}

/** A section account gets only the washing tasks of its own section. */
export const waitingReturnsQuery = query(contract.waitingReturns, async ({ rows, actor, today }) => {
  const own = actor.role === 'section' ? (actor.section ?? '') : null
  const items = await rows.many<WaitingItem>(sql`
    with shown as (
      select taskref, min(id) as first from tasks
      where is_open and work = 'LAUNDRY' and (${own}::text is null or section = ${own ?? ''})
      group by taskref order by min(id) limit ${contract.MOST_RETURNS + 1})
    select t.taskref, t.customer_name as customer, t.created_at as at, t.comments as note, t.id as "taskId",
      coalesce(p.name, nullif(t.product_name, ''), t.name) as name, coalesce(p.unit, '') as unit, t.quantity_e4 as quantity,
      ${pictureKeys(sql`t.photos`)} as photos
    from shown s join tasks t on t.taskref = s.taskref and t.is_open and t.work = 'LAUNDRY'
    left join products p on p.id = t.product_id
    where (${own}::text is null or t.section = ${own ?? ''})
    order by s.first, t.id`)
  const returns = new Map<string, contract.WaitingReturn>()
  for (const { taskref, customer, at, note, taskId, name, unit, quantity: pieces, photos } of items) {
    // tasks of programs without a chain name are returns of their own
    const key = taskref === '' ? String(taskId) : taskref
    const one = returns.get(key) ?? { taskref: key, customer, at, note, photos: [], items: [] }
    one.photos = [...new Set([...one.photos, ...photos])]
    one.items.push({ taskId, name, unit, quantity: quantity(pieces) })
    returns.set(key, one)
  }
  const all = [...returns.values()]
  return {
    returns: all.slice(0, contract.MOST_RETURNS),
    more: all.length > contract.MOST_RETURNS,
    closed: await readClosed(rows, own, today),
    doneKeys: await readDoneKeys(rows, actor),
  }
})

const SORT_COLUMNS: Readonly<Record<(typeof contract.AGEING_SORTS)[number], string>> = {
  customer: 'c.name collate "und-x-icu"',
  product: 'p.name collate "und-x-icu"',
  quantity: 'a.quantity',
  since: 'a.since',
  late: 'a.late',
}

const ON_ORDERS = sql`coalesce(ordered.e4, 0)`
/**
 * What is late and on no order. The pieces on orders are the oldest. All of it is held by the customer, so that the sale does not
 * refuse what is proposed (`refuseLostBeyond`).
 */
const TO_INVOICE = sql`greatest(a.late - ${ON_ORDERS}, 0)`

/**
 * The loans `l` that reached their customer: not those of an order that is packed and not delivered yet, as in `undelivered_loans`.
 * Orders are read only for the items `b` of which such an order holds something.
 */
const REACHED = sql`(b.held_e4 = b.balance_e4 or not exists (
  select from orders o where o.id = l.order_id and l.origin = 'order' and o.status = any(${[...UNDELIVERED_STATUSES]}::text[])))`

/**
 * Selects the newest loans of an item at a customer that cover what the customer holds of it, `b`, each with what is newer. What was
 * lent first counts as returned first, so the pieces that are held were lent last.
 */
const LENT_LAST = sql`(
  with recursive lent as (
    (select id, created_at, quantity_e4, 0::bigint as newer_e4 from loans l
    where customer_id = b.customer_id and product_id = b.product_id and bound = 'OUTBOUND' and ${REACHED}
    order by created_at desc, id desc limit 1)
    union all
    select earlier.id, earlier.created_at, earlier.quantity_e4, lent.newer_e4 + lent.quantity_e4
    from lent cross join lateral (
      select l.id, l.created_at, l.quantity_e4 from loans l
      where l.customer_id = b.customer_id and l.product_id = b.product_id and l.bound = 'OUTBOUND'
        and (l.created_at, l.id) < (lent.created_at, lent.id) and ${REACHED}
      order by l.created_at desc, l.id desc limit 1) earlier
    where lent.newer_e4 + lent.quantity_e4 < b.held_e4)
  select * from lent)`

/** The rows of the ageing list. It reads what is lent now, and not the loans of all years. */
function agedItems({ search, filters }: contract.AgeingInput, lateDays: number): Sql {
  const { customerId, onlyLate = false } = filters
  const late = sql`now() - make_interval(days => ${lateDays})`
  // placeholders of programs hold nothing (C-14)
  const all: Sql[] = [sql`not c.system`]
  if (onlyLate) all.push(sql`a.late > 0`)
  if (filters.productId !== undefined) all.push(sql`a.product_id = ${filters.productId}`)
  if (filters.customer) all.push(contains('c.name', filters.customer))
  if (filters.product) all.push(contains('p.name', filters.product))
  if (search !== '') all.push(matchesWords(sql`fold(c.name || ' ' || p.name || ' ' || p.sku)`, search))
  return sql`
    from (
      select b.customer_id, b.product_id, b.held_e4 as quantity, min(lent.id) as id, min(lent.created_at) as since,
        coalesce(sum(least(lent.quantity_e4, b.held_e4 - lent.newer_e4)) filter (where lent.created_at < ${late}), 0)::bigint as late
      from loan_sums b cross join lateral ${LENT_LAST} lent
      where b.balance_e4 > 0 and b.held_e4 > 0 and ${customerId === undefined ? sql`true` : sql`b.customer_id = ${customerId}`}
      group by b.customer_id, b.product_id, b.held_e4) a
    join customers c on c.id = a.customer_id join products p on p.id = a.product_id
    left join ${LOST_ON_ORDERS} ordered on ordered.customer_id = a.customer_id and ordered.product_id = a.product_id
    where ${join(all, ' and ')}`
}

/** Asks the database each time, because the answer changes with the day. */
export const lentAgeingQuery = query(contract.lentAgeing, async ({ rows }, input) => {
  const { sort = 'since', descending = false, page } = input
  const found = await rows.many<contract.AgeingRow>(sql`
    select a.id, c.id as "customerId", c.name as customer, p.id as "productId", p.name as product, a.quantity, a.since, a.late,
      ${ON_ORDERS} as "onOrders", ${TO_INVOICE} as "toInvoice"
    ${agedItems(input, await readLateDays(rows))}
    order by ${raw(SORT_COLUMNS[sort])} ${raw(descending ? 'desc' : 'asc')}, c.id, p.id
    ${pageOf(page, contract.AGEING_PAGE)}`)
  return { rows: found.slice(0, contract.AGEING_PAGE), more: found.length > contract.AGEING_PAGE }
})

export const lostItemsQuery = query(contract.lostItems, async ({ rows }, { customerId, productId }) => {
  const lateDays = await readLateDays(rows)
  const filters = { customerId, onlyLate: true, productId }
  const items = await rows.many<{ productId: number; name: string; quantity: Quantity; since: string }>(sql`
    select p.id as "productId", p.name, ${TO_INVOICE} as quantity, a.since ${agedItems({ search: '', filters, page: 1 }, lateDays)}
      and ${TO_INVOICE} > 0
    order by a.since, p.id limit ${contract.MOST_PROPOSED}`)
  return { lateDays, items }
})

export const countAgeingQuery = query(contract.countAgeing, async ({ rows }, input) =>
  countRows(rows, agedItems(input, await readLateDays(rows))),
)
