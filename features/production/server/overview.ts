/** The overview of all tasks, grouped by order. */
import { containsWords } from '#kernel/fold.ts'
import { addDays } from '#kernel/day.ts'
import { type OutputOf, pageOf } from '#kernel/contract.ts'
import { query, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { groupStatus } from '../domain/chains.ts'
import {
  type GroupTask,
  OVERVIEW_PAGE,
  type OverviewSort,
  type TaskGroup,
  tasksOverview,
} from '../domain/overview-contract.ts'
import { isOpenTask } from '../domain/task.ts'
import { readUnmetClaims } from './claims.ts'
import { LEFT } from './section-loads.ts'
import { isLateOn } from './task-day.ts'

/** An order is shown for this many days after one of its tasks was finished. */
const FINISHED_DAYS = 7

type Stored = Omit<GroupTask, 'isBlocked'> &
  Pick<TaskGroup, 'orderId' | 'customer' | 'delivery'> & { readonly name: string }
type Overview = OutputOf<typeof tasksOverview>
type Row = Stored & Pick<GroupTask, 'isBlocked'>
type Found = { readonly group: TaskGroup; readonly words: string }

/** Returns the section that the person is bound to, or null for the office. */
const ownSection = ({ actor }: View): string | null => (actor.role === 'section' ? (actor.section ?? '') : null)

/** Returns the open tasks and those finished lately, with the other tasks of their orders, in the order of their steps. */
const readTasks = (view: View): Promise<Stored[]> =>
  view.rows.many<Stored>(sql`
    with shown as (
      select id, order_id from tasks where is_open
      union all
      select finished.id, finished.order_id from sections s cross join lateral (
        select id, order_id from tasks
        where section = s.name and finished_at >= ${addDays(view.today, -FINISHED_DAYS)}::date) finished
    ), wanted as (
      select t.* from tasks t where t.order_id in (select order_id from shown)
      union all
      select t.* from tasks t where t.order_id is null and t.id in (select id from shown)
    )
    select t.id, t.order_id as "orderId", t.section, coalesce(p.name, nullif(t.product_name, ''), t.name) as product, t.name,
      coalesce(p.unit, 'Item') as unit, t.customer_name as customer, o.expected_delivery_at::date::text as delivery, t.status,
      t.quantity_e4 as quantity, ${LEFT} as left,
      ${isLateOn(view.today)} as "isLate"
    from wanted t
    left join products p on p.id = t.product_id
    left join orders o on o.id = t.order_id
    where t.status <> 'CANCELED' and (${ownSection(view)}::text is null or t.section = ${ownSection(view)})
    order by t.order_id nulls first, t.seq, t.id`)

/** Returns each section with the number of its open tasks. */
const readSections = (view: View): Promise<{ section: string; open: number }[]> =>
  view.rows.many(sql`
    select s.name as section, (select count(*)::int from tasks t where t.section = s.name and t.is_open) as open
    from sections s
    where ${ownSection(view)}::text is null or s.name = ${ownSection(view)}
    order by s.name collate "und-x-icu"`)

/** Returns the names that open tasks have and no section has, each with the number of these tasks. */
function unknownIn(tasks: readonly Row[], sections: readonly { section: string }[]): Overview['unknown'] {
  const known = new Set(sections.map(({ section }) => section))
  const lost = tasks.filter(({ section, status }) => isOpenTask(status) && !known.has(section))
  return [...Map.groupBy(lost, ({ section }) => section)].map(([section, rows]) => ({ section, open: rows.length }))
}

/** Returns the sections of an order in the order of its steps. */
function partsOf(tasks: readonly Row[]): TaskGroup['parts'] {
  const parts = new Map<string, TaskGroup['parts'][number]>()
  for (const { section, status } of tasks) {
    const part = parts.get(section) ?? { section, tasks: 0, open: 0 }
    parts.set(section, { section, tasks: part.tasks + 1, open: part.open + Number(isOpenTask(status)) })
  }
  return [...parts.values()]
}

function groupOf(orderId: number | null, rows: readonly Row[]): Found {
  const customer = orderId === null ? '' : (rows[0]?.customer ?? '')
  const words = new Set(rows.flatMap(({ product, name, section }) => [product, name, section]))
  return {
    words: `${orderId ?? ''} ${customer} ${[...words].join(' ')}`,
    group: {
      orderId,
      customer,
      delivery: rows[0]?.delivery ?? null,
      status: groupStatus(rows.map(({ status }) => status)),
      open: rows.filter(({ status }) => isOpenTask(status)).length,
      late: rows.filter(({ isLate }) => isLate).length,
      blocked: rows.filter(({ isBlocked }) => isBlocked).length,
      parts: partsOf(rows),
      tasks: rows.map(({ orderId: _order, customer: _customer, delivery: _delivery, name: _name, ...task }) => task),
    },
  }
}

type Compare = (a: TaskGroup, b: TaskGroup) => number

const byOrder: Compare = (a, b) => (a.orderId ?? 0) - (b.orderId ?? 0)
const byDelivery: Compare = (a, b) => (a.delivery ?? '9999').localeCompare(b.delivery ?? '9999')

/** Open orders come before finished ones, late ones before blocked ones, and then the earliest delivery. */
const byUrgency: Compare = (a, b) =>
  Number(a.open === 0) - Number(b.open === 0) ||
  Number(b.late > 0) - Number(a.late > 0) ||
  Number(b.blocked > 0) - Number(a.blocked > 0) ||
  byDelivery(a, b)

const COMPARES: Record<OverviewSort, Compare> = {
  urgency: byUrgency,
  order: byOrder,
  customer: (a, b) => a.customer.localeCompare(b.customer, 'el'),
  delivery: byDelivery,
  open: (a, b) => b.open - a.open,
}

export const tasksOverviewQuery = query(tasksOverview, async (view, { search, sort, page }) => {
  const unmet = await readUnmetClaims(view.rows)
  const tasks = (await readTasks(view)).map((task): Row => ({ ...task, isBlocked: unmet.has(task.id) }))
  const found = [...Map.groupBy(tasks, ({ orderId }) => orderId)]
    .map(([orderId, rows]) => groupOf(orderId, rows))
    .filter(({ words }) => containsWords(words, search.trim()))
    .map(({ group }) => group)
    .toSorted((a, b) => COMPARES[sort](a, b) || byOrder(a, b))
  const sections = await readSections(view)
  return { ...pageOf(found, page, OVERVIEW_PAGE), count: found.length, sections, unknown: unknownIn(tasks, sections) }
})
