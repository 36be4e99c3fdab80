import { MOST_COUNTED, MOST_SUMMED } from '#kernel/contract.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'

/** Returns the `limit` for one page of a list, plus one row that shows whether another page follows. */
export function pageOf(page: number, rows: number): Sql {
  // the first page is read most and has a fixed limit; with a parameter the planner expects to read a tenth of the
  // table
  return page === 1 ? raw(`limit ${rows + 1}`) : sql`limit ${rows + 1} offset ${(page - 1) * rows}`
}

/** Limits a count; one row more than the limit shows that there are more. */
const COUNTED: Sql = raw(`limit ${MOST_COUNTED + 1}`)

/** Counts the rows of `from …` up to the limit of lists. So the cost does not grow with the data. */
export const countRows = (rows: Rows, from: Sql): Promise<{ count: number }> =>
  rows.one<{ count: number }>(sql`select count(*)::int as count from (select 1 ${from} ${COUNTED}) counted`)

/**
 * Sums columns over the rows of `from …`, each under its name. Returns null if there are more than `most` rows, so that the cost does not
 * grow with the data.
 */
export async function sumRows(
  rows: Rows,
  columns: Readonly<Record<string, Sql>>,
  from: Sql,
  most = MOST_SUMMED,
): Promise<{ sums: Record<string, number> | null }> {
  const named = Object.entries(columns).map(([name, column]) => ({ name: raw(`"${name}"`), column }))
  const { count, ...sums } = await rows.one<{ count: number; [name: string]: number }>(sql`
    select count(*)::int as count, ${join(
      named.map(({ name }) => sql`coalesce(sum(${name}), 0)::bigint as ${name}`),
      ', ',
    )}
    from (select ${join(
      named.map(({ name, column }) => sql`${column} as ${name}`),
      ', ',
    )} ${from} limit ${most + 1}) summed`)
  return { sums: count > most ? null : sums }
}

/** Counts the rows for each value of a column, up to the same limit. Values without rows are left out. */
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
