/** Reads the materials of tasks, and what a short one waits for. */
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { SectionMaterial } from '../../domain/section-day-contract.ts'
import { readUnmetClaims } from '../claims.ts'
import { LEFT } from '../section-loads.ts'
import { TASK_DAY } from '../task-day.ts'

type Stored = Omit<SectionMaterial, 'waitsFor' | 'short'> & { readonly taskId: number }
type Bringer = NonNullable<NonNullable<SectionMaterial['waitsFor']>['task']> & { readonly productId: number }
type StoredRequest = Omit<NonNullable<NonNullable<SectionMaterial['waitsFor']>['request']>, 'isOwn'> & {
  readonly productId: number
  readonly taskId: number
}

/** Returns the open task that brings each product next: the last step of its chain, the earliest day first. */
async function bringersOf(rows: Rows, products: readonly number[]): Promise<ReadonlyMap<number, Bringer>> {
  const found = await rows.many<Bringer>(sql`
    select distinct on (t.product_id) t.product_id as "productId", t.id, t.section,
      ${TASK_DAY}::text as day, ${LEFT} as left
    from incoming_goods coming join tasks t on t.id = coming.task_id
    where coming.product_id = any(${products}::bigint[])
    order by t.product_id, ${TASK_DAY} nulls last, t.id`)
  return new Map(found.map((one) => [one.productId, one]))
}

/** Returns the requests and orders at providers that will bring products, the oldest first. */
const requestsFor = (rows: Rows, products: readonly number[]): Promise<StoredRequest[]> =>
  rows.many<StoredRequest>(sql`
    select r.product_id as "productId", r.task_id as "taskId", r.created_at as since, r.user_name as by,
      r.due_on::text as due, r.quantity_e4 as quantity
    from material_requests r where r.waiting is not null and r.product_id = any(${products}::bigint[])
    order by r.created_at, r.id`)

/** Returns the materials of tasks by the id of the task, in the order of the recipe. */
export async function readMaterials(
  rows: Rows,
  tasks: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, SectionMaterial[]>> {
  const materials = await rows.many<Stored>(sql`
    select m.task_id as "taskId", m.line_no as line, m.product_id as "productId", m.name,
      coalesce(p.unit, m.unit) as unit, m.needed_e4 as needed, m.extra_e4 as extra, m.taken_e4 as taken, m.state, p.stock_e4 as shelf,
      m.overridable, exists (
        select from material_requests r where r.task_id = m.task_id and r.line_no = m.line_no and r.waiting is not null) as "isOrdered",
      m.reason, m.replaced_name as "replacedName"
    from task_materials m left join products p on p.id = m.product_id
    where m.task_id = any(${tasks.map(({ id }) => id)}::bigint[])
    order by m.task_id, m.line_no`)
  const waiting = materials.flatMap(({ state, productId }) => (state === 'WAITING' ? (productId ?? []) : []))
  const unmet = await readUnmetClaims(rows, [...new Set(waiting)])
  const shortOf = ({ taskId, line }: Stored) => unmet.get(taskId)?.get(line) ?? ZERO_QUANTITY
  const products = [...new Set(materials.flatMap((one) => (shortOf(one) > 0 ? (one.productId ?? []) : [])))]
  const bringers = await bringersOf(rows, products)
  const requests = await requestsFor(rows, products)
  const waitsFor = (material: Stored): SectionMaterial['waitsFor'] => {
    const { productId, taskId } = material
    if (shortOf(material) === 0 || productId === null) return null
    const ofProduct = requests.filter((one) => one.productId === productId)
    const request = ofProduct.find((one) => one.taskId === taskId) ?? ofProduct[0]
    const task = bringers.get(productId)
    return {
      task: task ? { id: task.id, section: task.section, day: task.day, left: task.left } : null,
      request: request
        ? {
            since: request.since,
            by: request.by,
            due: request.due,
            quantity: request.quantity,
            isOwn: request.taskId === taskId,
          }
        : null,
    }
  }
  const byTask = new Map<number, SectionMaterial[]>()
  for (const material of materials) {
    const { taskId, ...rest } = material
    const list = byTask.get(taskId) ?? []
    list.push({ ...rest, short: shortOf(material), waitsFor: waitsFor(material) })
    byTask.set(taskId, list)
  }
  return byTask
}
