/** Reads the rows of a table as lines of JSON, some at a time, within one transaction. */
import { raw, type Rows, sql } from '#server/db/database.ts'
import { containedRows, namesOf, orderOf, quoted, rowsAtOnce, type Shape } from './shapes.ts'

const CURSOR = raw('backup_rows')

/**
 * Yields the rows of a table as JSON, in the order of its key. The database writes the JSON, so that the text of each value is the
 * same on each engine and no number loses digits. Close the generator before another table is read.
 */
export async function* readLines(tx: Rows, shape: Shape): AsyncGenerator<readonly string[]> {
  await tx.run(sql`
    declare ${CURSOR} no scroll cursor for
    select row_to_json(r)::text as line
    from (select ${namesOf(shape.columns)} from ${raw(quoted(shape.table))}
      where ${containedRows(shape)} order by ${orderOf(shape)}) r`)
  const fetch = sql`fetch ${raw(String(rowsAtOnce(shape)))} from ${CURSOR}`
  try {
    for (;;) {
      const rows = await tx.many<{ line: string }>(fetch)
      if (rows.length === 0) break
      yield rows.map(({ line }) => line)
    }
  } finally {
    await tx.run(sql`close ${CURSOR}`)
  }
}
