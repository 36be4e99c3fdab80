/** Parts that the kinds of records share. */
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

/** Lets records that get a number later continue after a number that an import has kept. */
export const keepNumber = ({ tx }: Work, sequence: string, number: number): Promise<number> =>
  tx.run(sql`select number_records_after(${sequence}, ${number}::bigint)`)

/** Refuses to take back a record that another person or program has changed since the import. */
export function demandUnchanged(name: string, now: number, imported: number | null): void {
  if (now !== imported) refuse('refused', 'import.changed-since', { name })
}

/** Returns the values that a patch replaces. */
export const patchBefore = <P extends object>(before: P, patch: Partial<P>): Partial<P> =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, (before as Record<string, unknown>)[field] ?? null]],
    ),
  ) as Partial<P>

/** A higher number would leave few for new records. */
const HIGHEST_NUMBER = 99_999_999

/** Refuses a number that is too high, or that a record of the table has, perhaps one that no list shows, such as a placeholder (C-14). */
export async function demandFreeNumber({ tx }: Work, table: Sql, number: number): Promise<void> {
  if (number > HIGHEST_NUMBER) refuse('refused', 'import.number-too-high', { number, most: HIGHEST_NUMBER })
  if (await tx.maybe(sql`select id from ${table} where id = ${number}`))
    refuse('refused', 'import.number-taken', { number })
}
