/** Reads on which days goods come: what tasks make, what was ordered, and how long a purchase takes. */
import { addDays, type Day } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { INTERNAL_ORDER_ID } from '#kernel/import/placeholder-numbers.ts'
import { type Arrival, MOST_DAYS } from '../../domain/ready/ready-day.ts'
import { TASK_DAY } from '../task-day.ts'

/** An arrival with the order that it is for, and for a task with the open steps that bring it, the last one included. */
export type Supply = Omit<Arrival, 'isOwn'> & {
  readonly productId: number
  readonly orderId: number | null
  readonly steps: readonly { readonly section: string; readonly day: Day | null }[]
}

export type SupplyDays = {
  readonly supplies: readonly Supply[]
  /** The calendar days from an order at the provider to the arrival, of the products for which they are known. */
  readonly leadDays: ReadonlyMap<number, number>
}

type StoredSupply = Omit<Supply, 'from'> & { readonly from: Arrival['from'] }

/**
 * Returns what open tasks bring: each last step of a chain, with its open steps before it. The chains are joined by one walk through the
 * open tasks, because a look for the steps of each chain reads far more.
 */
const readTasks = (rows: Rows, productIds: readonly number[]): Promise<StoredSupply[]> =>
  rows.many<StoredSupply>(sql`
    select 'task' as from, last.product_id as "productId", coming.quantity_e4 as quantity, last.order_id as "orderId", last.day,
      jsonb_build_array(last.step) || coalesce(last.before, '[]') as steps
    from (
      select step.*, jsonb_agg(step.step) over (
          partition by step.product_id, coalesce(step.order_id, ${INTERNAL_ORDER_ID}), step.taskref,
            case when step.taskref = '' then step.id end
          order by step.seq range between unbounded preceding and 1 preceding) as before
      from (
        select t.id, t.product_id, t.order_id, t.taskref, t.seq, ${TASK_DAY}::text as day,
          jsonb_build_object('section', t.section, 'day', ${TASK_DAY}::text) as step
        from tasks t where t.is_open and t.product_id = any(${[...productIds]}::bigint[])) step) last
    join incoming_goods coming on coming.task_id = last.id
    where coming.product_id = any(${[...productIds]}::bigint[]) and coming.quantity_e4 > 0`)

/** Returns what was ordered from providers, and what was requested and is not ordered yet. A day that has passed is not known any more. */
const readPurchases = (rows: Rows, productIds: readonly number[], today: Day): Promise<StoredSupply[]> =>
  rows.many<StoredSupply>(sql`
    select 'request' as from, bought."productId", bought.quantity, bought."orderId",
      case when bought.due >= ${today}::date then bought.due::text end as day, '[]'::json as steps
    from (
      select coming.product_id as "productId", coming.quantity_e4 as quantity, null::bigint as "orderId", i.due_on as due
      from incoming_goods coming join inbound_invoices i on i.id = coming.request_id
      where coming.product_id = any(${[...productIds]}::bigint[]) and coming.quantity_e4 > 0
      union all
      select r.product_id, r.quantity_e4, coalesce(r.order_id, t.order_id), r.due_on
      from material_requests r left join tasks t on t.id = r.task_id
      where r.product_id = any(${[...productIds]}::bigint[]) and r.waiting = 'REQUEST' and r.ordered_in is null) bought`)

/** Returns how long the purchase of each product takes: from its preferred provider, otherwise from the one who sold it last. */
const readLeadDays = (
  rows: Rows,
  productIds: readonly number[],
): Promise<{ productId: number; days: number | null }[]> =>
  rows.many(sql`
    select distinct on (c.product_id) c.product_id as "productId", c.lead_days as days
    from provider_products c join providers v on v.id = c.provider_id and v.merged_into is null
    where c.product_id = any(${[...productIds]}::bigint[])
    order by c.product_id, c.preferred desc, c.last_bought_on desc nulls last, c.provider_id`)

/** Reads what comes of products and when. The day of a task is the planned one, which its section may not reach. */
export async function readSupplyDays(rows: Rows, productIds: readonly number[], today: Day): Promise<SupplyDays> {
  return {
    supplies: [...(await readTasks(rows, productIds)), ...(await readPurchases(rows, productIds, today))],
    leadDays: new Map(
      (await readLeadDays(rows, productIds)).flatMap(({ productId, days }) =>
        days === null ? [] : [[productId, days]],
      ),
    ),
  }
}

/** Returns the day on which a task brings its goods: the latest on which the sections have done its open steps. */
export function dayOfSupply(
  { day, steps }: Pick<Supply, 'day' | 'steps'>,
  doneOn: (section: string, planned: Day) => Day | null,
): Day | null {
  if (day === null || steps.length === 0) return day
  const days = steps.flatMap((step) => (step.day === null ? [] : [doneOn(step.section, step.day)]))
  return days.includes(null) ? null : (days as Day[]).reduce((a, b) => (b > a ? b : a), day)
}

/** The last day for which planned work is read. Work is placed no later than that. */
export const lastPlannedDay = (today: Day): Day => addDays(today, MOST_DAYS)
