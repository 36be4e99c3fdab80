import { type Sql, sql } from '#server/db/database.ts'

/**
 * What the material `m` of a task still takes from the shelf, also after pieces that really took more or less than by recipe. It is
 * the rule `toReceive` as SQL.
 */
export const LEFT_TO_TAKE: Sql = sql`greatest(m.needed_e4 + m.extra_e4 - m.taken_e4, 0)`
