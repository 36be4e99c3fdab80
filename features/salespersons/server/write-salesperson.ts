/** Writes salespersons, and checks that one exists. */
import { isEmail } from '#kernel/contract.ts'
import { changes } from '#kernel/changes.ts'
import type { Rate } from '#kernel/money.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { empty, type Rows, sql } from '#server/db/database.ts'
import { deleteUnused } from '#server/db/references.ts'
import { salespersonName } from '../domain/salesperson.ts'

export type Salesperson = {
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly startDate: string | null
  readonly firstDiscount: Rate
  readonly normalDiscount: Rate
}

/** Stores a new salesperson. */
export async function insertSalesperson(work: Work, salesperson: Salesperson): Promise<number> {
  const { name, surname, email, startDate, firstDiscount, normalDiscount } = named(salesperson)
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into salespersons (name, surname, email, start_date, first_discount_bp, normal_discount_bp, created_at, updated_at)
    values (${name}, ${surname}, ${email}, ${startDate}, ${firstDiscount}, ${normalDiscount}, ${work.now}, ${work.now})
    returning id`)
  work.record({ entity: 'salespersons', id, changes: changes({}, salesperson) })
  return id
}

/** Changes the given fields. */
export async function rewriteSalesperson(work: Work, id: number, patch: Partial<Salesperson>): Promise<void> {
  const before = await readSalesperson(work.tx, id, true)
  const after = named({ ...before, ...patch })
  const changed = changes(before, after)
  if (Object.keys(changed).length === 0) return
  await work.tx.run(sql`
    update salespersons
    set name = ${after.name}, surname = ${after.surname}, email = ${after.email}, start_date = ${after.startDate},
      first_discount_bp = ${after.firstDiscount}, normal_discount_bp = ${after.normalDiscount},
      updated_at = ${work.now}, version = version + 1
    where id = ${id}`)
  work.record({ entity: 'salespersons', id, changes: changed })
}

/** Deletes a salesperson that nothing refers to, and without sales. Refuses any other. */
export async function removeSalesperson(work: Work, id: number): Promise<void> {
  const { name, surname } = await readSalesperson(work.tx, id, true)
  const whole = `${name} ${surname}`.trim()
  const inUse = refusal('refused', 'salespersons.in-use', { name: whole })
  const { sold } = await work.tx.one<{ sold: boolean }>(sql`
    select exists (select from counted_documents where salesperson_id = ${id}) as sold`)
  if (sold) stopOn(inUse)
  await deleteUnused(work.tx, sql`delete from salespersons where id = ${id}`, inUse)
  work.record({ entity: 'salespersons', id, changes: changes({ name: whole }, { name: null }) })
}

/** Returns one salesperson, locked until the commit if `lock` is true. */
async function readSalesperson(rows: Rows, id: number, lock: boolean): Promise<Salesperson> {
  const salesperson = await rows.maybe<Salesperson>(sql`
    select name, surname, email, start_date as "startDate", first_discount_bp as "firstDiscount",
      normal_discount_bp as "normalDiscount"
    from salespersons where id = ${id} ${lock ? sql`for update` : empty}`)
  return salesperson ?? refuse('missing', 'salespersons.missing', { salespersonId: id })
}

/** Returns the name of a salesperson, or null if there is none with this id. */
export async function nameOfSalesperson(rows: Rows, salespersonId: number): Promise<string | null> {
  const salesperson = await rows.maybe<Pick<Salesperson, 'name' | 'surname'>>(
    sql`select name, surname from salespersons where id = ${salespersonId}`,
  )
  return salesperson ? salespersonName(salesperson) : null
}

/** Returns the name of a salesperson. Refuses an unknown id, with the error at the field that named it. */
export async function requireSalesperson(rows: Rows, salespersonId: number): Promise<string> {
  const name = await nameOfSalesperson(rows, salespersonId)
  return (
    name ??
    refuse('invalid', 'salespersons.unknown', { fields: { salespersonId: 'salespersons.unknown' }, salespersonId })
  )
}

function named(salesperson: Salesperson): Salesperson {
  if (salesperson.email !== '' && !isEmail(salesperson.email))
    refuse('invalid', 'salespersons.wrong-email', { fields: { email: 'salespersons.wrong-email' } })
  for (const field of ['name', 'surname'] as const) {
    if (salesperson[field] === '')
      refuse('invalid', 'salespersons.no-name', { fields: { [field]: 'salespersons.no-name' } })
  }
  return salesperson
}
