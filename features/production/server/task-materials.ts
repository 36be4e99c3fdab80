/** Reads and writes the materials of a task, and gives them the form in which programs read and send them. */
import { z } from 'zod'
import { UNITS, type Unit } from '#features/products/domain/product.ts'
import { PLACES, type Quantity, quantity, toNumber, ZERO_QUANTITY } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { zWireDecimal } from '#server/data-api/values.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { neededOf, whyNotNeeded } from '#features/products/domain/units.ts'
import { RETURN_MATERIALS } from '../domain/task.ts'

const zMaterialId = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** A material as programs send it. They may send back what they read, so fields that follow from the product are ignored. */
const zMaterial = z.object({
  id: zMaterialId.nullish(),
  name: z.string().max(300).nullish(),
  quantity: zWireDecimal(PLACES.quantity).nullish(),
  unit: z.union([z.enum(UNITS), z.literal('')]).nullish(),
  stockOrdered: z.boolean().nullish(),
  stockReceived: z.boolean().nullish(),
  overidable: z.boolean().nullish(),
})
export type SentMaterial = z.output<typeof zMaterial>

export const zMaterials = z.union([z.array(zMaterial).max(200), z.literal(RETURN_MATERIALS)])
export type SentMaterials = z.output<typeof zMaterials>

/** A material of a task to write. */
export type NewTaskMaterial = {
  readonly productId: number | null
  readonly name: string
  /** For one unit of what the task makes, in `unit`. */
  readonly perUnit: Quantity
  readonly unit: Unit
  readonly overridable: boolean
}

/** Returns the materials that the step of a recipe takes, for a task of that step. */
export const recipeOfStep = (tx: Rows, productId: number, seq: number): Promise<NewTaskMaterial[]> =>
  tx.many<NewTaskMaterial>(sql`
    select r.material_id as "productId", m.name, r.quantity_e4 as "perUnit", r.unit, m.overridable
    from requirement_materials r join products m on m.id = r.material_id
    where r.product_id = ${productId} and r.seq = ${seq} order by r.line_no`)

/** Returns materials that a program sent, with the stored name of each product. An unknown id is kept as a name (C-38). */
export async function namedMaterials(tx: Rows, sent: readonly SentMaterial[]): Promise<NewTaskMaterial[]> {
  const ids = sent.flatMap(({ id }) => id ?? [])
  const products = await tx.many<{ id: number; name: string; unit: Unit; overridable: boolean }>(
    sql`select id, name, unit, overridable from products where id = any(${ids}::bigint[])`,
  )
  const known = new Map(products.map((product) => [product.id, product]))
  return sent.map((material) => {
    const product = known.get(material.id ?? 0)
    if ((material.quantity ?? 0) < 0)
      refuse('invalid', 'production.material-below-zero', { name: material.name ?? product?.name ?? '' })
    return {
      productId: product?.id ?? null,
      name: material.name || (product?.name ?? String(material.id ?? '')),
      perUnit: quantity(material.quantity ?? ZERO_QUANTITY),
      unit: material.unit || (product?.unit ?? 'Item'),
      overridable: material.overidable ?? product?.overridable ?? false,
    }
  })
}

/** Writes the materials of a new task of `pieces` pieces. None has left the stock yet. */
export const insertMaterials = (
  tx: Rows,
  id: number,
  pieces: Quantity,
  materials: readonly NewTaskMaterial[],
): Promise<void> => insertMaterialsOf(tx, [{ id, pieces, materials }])

/** Writes the materials of new tasks, in two statements. */
export async function insertMaterialsOf(
  tx: Rows,
  tasks: readonly { readonly id: number; readonly pieces: Quantity; readonly materials: readonly NewTaskMaterial[] }[],
): Promise<void> {
  const ids = tasks.flatMap(({ materials }) => materials.flatMap(({ productId }) => productId ?? []))
  if (tasks.every(({ materials }) => materials.length === 0)) return
  const units = new Map(
    (
      await tx.many<{ id: number; unit: Unit }>(sql`select id, unit from products where id = any(${ids}::bigint[])`)
    ).map(({ id, unit }) => [id, unit]),
  )
  const rows = tasks.flatMap(({ id, pieces, materials }) =>
    materials.map(({ productId, name, perUnit, unit, overridable }, index) => {
      const needed = neededOf(pieces, perUnit, unit, units.get(productId ?? 0) ?? unit)
      stopOn(whyNotNeeded(needed, name))
      return {
        task_id: id,
        line_no: index + 1,
        product_id: productId,
        name,
        per_unit_e4: perUnit,
        unit,
        needed_e4: needed,
        overridable,
      }
    }),
  )
  await tx.run(sql`
    insert into task_materials (task_id, line_no, product_id, name, per_unit_e4, unit, needed_e4, overridable)
    select task_id, line_no, product_id, name, per_unit_e4, unit, needed_e4, overridable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(task_id bigint, line_no int, product_id bigint, name text,
      per_unit_e4 bigint, unit text, needed_e4 bigint, overridable boolean)`)
}

/** The materials of a task `t` as programs read them: a list, or the word RETURN for a washing task. */
export const MATERIALS_OF_TASK = sql`(
  case when t.work = 'LAUNDRY' then to_json(${RETURN_MATERIALS}::text) else coalesce((
    select json_agg(json_build_object('id', m.product_id, 'name', m.name, 'quantity', m.per_unit_e4, 'unit', m.unit,
      'usageType', p.usage_type, 'stock', p.stock_e4, 'stockOrdered', exists (
        select from material_requests r where r.task_id = m.task_id and r.line_no = m.line_no and r.product_id = m.product_id and r.status <> 'CANCELED'),
      'stockReceived', m.state = 'RECEIVED', 'pendingstock', m.state = 'WAITING', 'overidable', m.overridable) order by m.line_no)
    from task_materials m left join products p on p.id = m.product_id
    where m.task_id = t.id), '[]'::json) end)`

type StoredMaterial = { readonly quantity: Quantity; readonly stock: Quantity | null }

/** Returns the materials of a task with decimal numbers. */
export const showMaterials = (stored: unknown): unknown =>
  Array.isArray(stored)
    ? (stored as StoredMaterial[]).map((material) => ({
        ...material,
        quantity: toNumber(material.quantity, PLACES.quantity),
        stock: material.stock === null ? null : toNumber(material.stock, PLACES.quantity),
      }))
    : stored
