/** Writes the tasks of chains: one task for each step of the recipe of a product. */
import { changes } from '#kernel/changes.ts'
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { neededOf } from '#features/products/domain/units.ts'
import { INTERNAL_ORDER_ID } from '#kernel/import/placeholder-numbers.ts'
import { insertMaterialsOf, type NewTaskMaterial } from '../task-materials.ts'
import type { Recipes, StoredProduct } from './netted-products.ts'

/** The order that tasks are for, or null values for the company itself (C-14). */
export type TaskPurpose = {
  readonly orderId: number | null
  readonly customerId: number | null
  readonly customerName: string
  /** The day on which the work is planned, or null. */
  readonly plannedOn: string | null
  /** The wall clock time at which they are expected, or null. */
  readonly expectedAt: string | null
}

export type NewChain = {
  readonly productId: number
  readonly quantity: Quantity
  /** The name of its tasks. Without it they are named like the product. */
  readonly name?: string
  readonly description?: string
}

/** A material that a new task will take, in the unit of the material. */
export type Taker = {
  readonly taskId: number
  readonly lineNo: number
  readonly productId: number
  readonly needed: Quantity
}

type NewTask = {
  readonly id: number
  readonly taskref: string
  readonly seq: number
  readonly section: string
  readonly product: StoredProduct
  readonly chain: NewChain
  readonly materials: readonly NewTaskMaterial[]
}

/** Returns as many numbers of new tasks, ascending. */
async function newTaskIds({ tx }: Work, count: number): Promise<number[]> {
  const found = await tx.many<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('tasks', 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return found.map(({ id }) => id).sort((a, b) => a - b)
}

const materialsOf = ({ requirements, products }: Recipes, productId: number, seq: number): NewTaskMaterial[] =>
  (requirements.get(productId) ?? [])
    .filter((one) => one.seq === seq)
    .map(({ materialId, quantity, unit }) => {
      const { name, overridable } = products.get(materialId) ?? { name: String(materialId), overridable: false }
      return { productId: materialId, name, perUnit: quantity, unit, overridable }
    })

/** Returns what the tasks take, in the order of the tasks and of their recipes. */
const takersOf = ({ products }: Recipes, tasks: readonly NewTask[]): Taker[] =>
  tasks.flatMap(({ id, chain, materials }) =>
    materials.map(({ productId, perUnit, unit }, index) => ({
      taskId: id,
      lineNo: index + 1,
      productId: productId ?? 0,
      needed: neededOf(chain.quantity, perUnit, unit, products.get(productId ?? 0)?.unit ?? unit),
    })),
  )

async function insertTasks(work: Work, purpose: TaskPurpose, tasks: readonly NewTask[]): Promise<void> {
  const rows = tasks.map(({ id, taskref, seq, section, product, chain }) => ({
    id,
    taskref,
    seq,
    section,
    product_id: product.id,
    product_name: product.name,
    name: chain.name || product.name,
    description: chain.description ?? '',
    quantity_e4: chain.quantity,
  }))
  await work.tx.run(sql`
    insert into tasks (id, section, name, description, status, quantity_e4, order_id, taskref, seq, product_id, product_name,
      customer_id, customer_name, planned_on, expected_at, created_at, updated_at)
    select n.id, n.section, n.name, n.description, 'PENDING', n.quantity_e4, ${purpose.orderId}::bigint, n.taskref, n.seq, n.product_id,
      n.product_name, ${purpose.customerId}::bigint, ${purpose.customerName}, ${purpose.plannedOn}::date,
      ${purpose.expectedAt}::timestamp,
      ${work.now}::timestamptz, ${work.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id bigint, section text, name text, description text, quantity_e4 bigint,
      taskref text, seq int, product_id bigint, product_name text)`)
}

/**
 * Writes a task for each step of each chain, in the order of the chains, with the materials of the step. Returns what they will take.
 * The name of a chain contains the number of its first task, so that no two chains have the same.
 */
export async function writeChains(
  work: Work,
  recipes: Recipes,
  purpose: TaskPurpose,
  chains: readonly NewChain[],
): Promise<{ readonly taskIds: readonly number[]; readonly takers: readonly Taker[] }> {
  const known = chains.flatMap((chain) => {
    const product = recipes.products.get(chain.productId)
    return product && chain.quantity > ZERO_QUANTITY ? [{ chain, product }] : []
  })
  const ids = await newTaskIds(
    work,
    known.reduce((sum, { product }) => sum + product.steps.length, 0),
  )
  const tasks = known.flatMap(({ chain, product }) => {
    const own = ids.splice(0, product.steps.length)
    const taskref = `${purpose.orderId ?? INTERNAL_ORDER_ID}-${own[0]}`
    return product.steps.map(({ seq, section }, index): NewTask => {
      const materials = materialsOf(recipes, product.id, seq)
      return { id: own[index] as number, taskref, seq, section, product, chain, materials }
    })
  })
  if (tasks.length > 0) {
    await insertTasks(work, purpose, tasks)
    const pieces = tasks.map(({ id, chain, materials }) => ({ id, pieces: chain.quantity, materials }))
    await insertMaterialsOf(work.tx, pieces)
  }
  for (const { id, section } of tasks)
    work.record({
      entity: 'tasks',
      id,
      changes: changes({}, { status: 'PENDING', section, orderId: purpose.orderId }),
    })
  return { taskIds: tasks.map(({ id }) => id), takers: takersOf(recipes, tasks) }
}
