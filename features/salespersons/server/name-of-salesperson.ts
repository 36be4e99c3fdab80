/** Finds the name of a salesperson, for records that name one. */
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { salespersonName } from '../domain/contract.ts'

/** Returns the name of a salesperson, or null if there is none with this id. */
export async function nameOfSalesperson(rows: Rows, salespersonId: number): Promise<string | null> {
  const salesperson = await rows.maybe<{ name: string; surname: string }>(
    sql`select name, surname from salespersons where id = ${salespersonId}`,
  )
  return salesperson && salespersonName(salesperson)
}

/** Returns the name of a salesperson. Refuses an unknown id, with the error at the field that named it. */
export async function requireSalesperson(rows: Rows, salespersonId: number): Promise<string> {
  const name = await nameOfSalesperson(rows, salespersonId)
  return (
    name ??
    refuse('invalid', 'salespersons.unknown', { fields: { salespersonId: 'salespersons.unknown' }, salespersonId })
  )
}
