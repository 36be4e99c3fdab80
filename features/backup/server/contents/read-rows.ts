/** Reads the rows of a table, some at a time, within one transaction. */
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { containedRows, namesOf, orderOf, quoted, rowsAtOnce, type Shape } from './shapes.ts'

/**
 * Yields the rows of a query, `most` at a time, as `read` returns them. Close the generator before another query is read. All queries with the same name of a cursor
 * have the same columns, because an engine keeps what it knows of the columns of a statement.
 */
export async function* readCursor<R extends object>(
  tx: Rows,
  name: string,
  query: Sql,
  most: number,
  read: (fetch: Sql) => Promise<R[]>,
): AsyncGenerator<readonly R[]> {
  const cursor = raw(quoted(name))
  await tx.run(sql`declare ${cursor} no scroll cursor for ${query}`)
  const fetch = sql`fetch ${raw(String(most))} from ${cursor}`
  try {
    for (;;) {
      const rows = await read(fetch)
      if (rows.length === 0) break
      yield rows
    }
  } finally {
    await tx.run(sql`close ${cursor}`)
  }
}

/**
 * Yields the rows of a table as JSON, in the order of its key. The database writes the JSON, so that the text of each value is the
 * same on each engine and no number loses digits.
 */
export async function* readLines(tx: Rows, shape: Shape): AsyncGenerator<readonly string[]> {
  const query = sql`
    select row_to_json(r)::text as line
    from (select ${namesOf(shape.columns)} from ${raw(quoted(shape.table))}
      where ${containedRows(shape)} order by ${orderOf(shape)}) r`
  const read = (fetch: Sql) => tx.many<{ line: string }>(fetch)
  for await (const rows of readCursor(tx, 'backup_lines', query, rowsAtOnce(shape), read))
    yield rows.map(({ line }) => line)
}
