/** Stores the recipe of a product: the sections that work on it in turn, and the materials that each takes. */
import { fold } from '#kernel/fold.ts'
import { PLACES, type Quantity, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { isCounted, type Step, type Unit, whyNotSteps, type WrittenMaterial } from '../../domain/product.ts'
import { type Material, whyNotCycle } from '../../domain/requirements.ts'
import { whyNotUnit } from '../../domain/units.ts'
import { readRequirements, readSteps, type StoredStep } from '../requirements.ts'

/** Returns steps for the history, with the names of their materials. */
export const showSteps = (steps: readonly StoredStep[]) =>
  steps.flatMap(({ seq, section, minutes, materials }) => [
    [seq, section, minutes === null ? '' : `${toNumber(minutes, PLACES.quantity)} min`]
      .filter((part) => part !== '')
      .join(' '),
    ...materials.map(({ name, sku, quantity, unit }) =>
      [name, sku && `(${sku})`, toNumber(quantity, PLACES.quantity), isCounted(unit) ? '' : unit]
        .filter((part) => part !== '')
        .join(' '),
    ),
  ])

/**
 * Replaces the steps of a product and returns them as stored. Refuses unknown materials, and materials that are made of
 * the product.
 */
export async function writeSteps(
  work: Work,
  id: number,
  name: string,
  written: readonly Step[],
): Promise<StoredStep[]> {
  stopOn(whyNotSteps(written))
  const { tx } = work
  const materialIds = [...new Set(written.flatMap((step) => step.materials.map((material) => material.materialId)))]
  const materials = await tx.many<{ id: number; name: string; service: boolean; unit: Unit }>(
    sql`select id, name, service, unit from products where id = any(${materialIds}::bigint[])`,
  )
  const known = new Map(materials.map((material) => [material.id, material]))
  const measured = written.map((step) => ({ ...step, materials: step.materials.map((line) => inUnit(line, known)) }))
  const service = materials.find((material) => material.service)
  if (service) refuse('refused', 'products.service-material', { name: service.name })
  // The new steps of this product replace the stored ones in the requirements of all reachable products.
  const requirements = new Map<number, readonly Material[]>(await readRequirements(tx, materialIds))
  requirements.set(
    id,
    measured.flatMap((step) => step.materials),
  )
  await stopOnCycle(work, requirements, id, name)

  const sections = await readSectionNames(tx)
  const minutesBefore = await readMinutes(tx, id)
  const rows = measured.map((step) => {
    const section = sections.get(fold(step.section)) ?? step.section
    const { minutes = minutesBefore.get(`${step.seq} ${section}`) ?? null } = step
    return { ...step, section, minutes }
  })
  await tx.run(sql`delete from requirement_steps where product_id = ${id}`)
  await tx.run(sql`
    insert into requirement_steps (product_id, seq, section, minutes_e4)
    select ${id}, seq, section, minutes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(seq int, section text, minutes bigint)`)
  await tx.run(sql`
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select ${id}, s.seq, m.line_no, (m.value ->> 'materialId')::bigint, (m.value ->> 'quantity')::bigint,
      m.value ->> 'unit'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(seq int, materials jsonb)
    cross join lateral jsonb_array_elements(s.materials) with ordinality as m(value, line_no)`)
  return readSteps(tx, id)
}

/** Returns the minutes of the stored steps by their number and section. */
async function readMinutes(rows: Rows, id: number): Promise<ReadonlyMap<string, Quantity>> {
  const found = await rows.many<{ seq: number; section: string; minutes: Quantity }>(sql`
    select seq, section, minutes_e4 as minutes from requirement_steps where product_id = ${id} and minutes_e4 is not null`)
  return new Map(found.map(({ seq, section, minutes }) => [`${seq} ${section}`, minutes]))
}

/** Returns a line of a recipe with its unit. Refuses an unknown material, and a unit of another family. */
function inUnit(
  { materialId, quantity, unit }: WrittenMaterial,
  known: ReadonlyMap<number, { readonly name: string; readonly unit: Unit }>,
): Material {
  const material = known.get(materialId) ?? refuse('refused', 'products.no-material', { materialId })
  const own = unit ?? material.unit
  stopOn(whyNotUnit(own, material))
  return { materialId, quantity, unit: own }
}

async function stopOnCycle(
  work: Work,
  requirements: ReadonlyMap<number, readonly Material[]>,
  id: number,
  name: string,
): Promise<void> {
  if (!whyNotCycle(requirements, id, String)) return
  const ids = [...requirements.keys()]
  const products = await work.tx.many<{ id: number; name: string }>(
    sql`select id, name from products where id = any(${ids}::bigint[])`,
  )
  const names = new Map([...products.map((product) => [product.id, product.name] as const), [id, name]])
  stopOn(whyNotCycle(requirements, id, (productId) => names.get(productId) ?? String(productId)))
}

/** Returns section names by all their spellings (C-19). An unknown name is stored as written. */
async function readSectionNames(rows: Rows): Promise<Map<string, string>> {
  const sections = await rows.many<{ name: string; aliases: string[] }>(sql`select name, aliases from sections`)
  return new Map(sections.flatMap(({ name, aliases }) => [name, ...aliases].map((alias) => [fold(alias), name])))
}
