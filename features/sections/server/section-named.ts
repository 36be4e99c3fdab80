import { type Sql, sql } from '#server/db/database.ts'

/** The condition that a row of `sections` has this name or spelling (C-19). */
export const sectionNamed = (written: Sql): Sql =>
  sql`(fold(${written}) = fold(name) or fold(${written}) in (select fold(alias) from unnest(aliases) alias))`
