import { MOST_COUNTED } from '#kernel/contract.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'

/** `limit` for one page of a list and one row more, which tells whether another page follows. */
export function pageOf(page: number, rows: number): Sql {
  // the first page, which nearly everybody reads, is written out: for a number that it cannot see,
  // a prepared plan gets ready to read a tenth of the table
  return page === 1 ? raw(`limit ${rows + 1}`) : sql`limit ${rows + 1} offset ${(page - 1) * rows}`
}

/** Ends a count: one row more than are counted tells that there are more. */
const COUNTED: Sql = raw(`limit ${MOST_COUNTED + 1}`)

/** Counts the rows of `from …`, as far as lists count: what a count costs does not grow with the company. */
export const countRows = (rows: Rows, from: Sql): Promise<{ count: number }> =>
  rows.one<{ count: number }>(sql`select count(*)::int as count from (select 1 ${from} ${COUNTED}) counted`)

/** The same for each value of a column: the values that occur, with their counts. */
export async function countRowsBy(
  rows: Rows,
  table: Sql,
  column: Sql,
  values: readonly string[],
): Promise<Record<string, number>> {
  const found = await rows.many<{ value: string; count: number }>(sql`
    select value, counted.count from unnest(${[...values]}::text[]) value
    cross join lateral (
      select count(*)::int as count from (select 1 from ${table} where ${column} = value ${COUNTED}) one) counted
    where counted.count > 0`)
  return Object.fromEntries(found.map(({ value, count }) => [value, count]))
}
