/** Asks the foreign keys of the database who refers to a record. So a feature need not know the tables of the features above it. */
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { BrokenReference, join, raw, type Rows, type Sql, sql } from './database.ts'

/** Runs a deletion. Refuses with `inUse` if a row of another table refers to a deleted one. */
export async function deleteUnused(tx: Rows, deletion: Sql, inUse: Refusal): Promise<void> {
  try {
    await tx.run(deletion)
  } catch (error) {
    throw error instanceof BrokenReference ? new Refused(inUse) : error
  }
}

/** Reports whether a row of another table than `except` refers to a record and would refuse its deletion. */
export async function isReferredTo(rows: Rows, table: string, id: number, except: readonly string[]): Promise<boolean> {
  const keys = await rows.many<{ table: string; column: string }>(sql`
    select c.relname::text as "table", a.attname::text as "column"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and p.relname = ${table} and k.confdeltype = 'a'
      and c.relname <> all(${[...except]}::text[])
    order by c.relname, a.attname`)
  if (keys.length === 0) return false
  const refer = keys.map(({ table, column }) => sql`exists (select from ${raw(table)} where ${raw(column)} = ${id})`)
  return (await rows.maybe(sql`select where ${join(refer, ' or ')}`)) !== null
}
