/** Compares a column with ids so that the database keeps the plan of the statement. */
import { type Sql, sql } from '#server/db/database.ts'

/**
 * Reports whether a column is one of the ids. Compared with a parameter that is a list, the database expects as many rows as the
 * list has ids, finds the plan for ten of them more expensive, and plans the statement again each time. So a single id is
 * compared directly, and several are a subquery, for which it always expects ten. For short lists of ids and a column with an index.
 */
export const isOneOf = (column: Sql, ids: readonly number[]): Sql =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(array(select unnest(${ids}::bigint[])))`
