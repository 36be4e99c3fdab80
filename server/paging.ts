import { raw, type Sql, sql } from '#server/db/database.ts'

/** `limit` for one page of a list and one row more, which tells whether another page follows. */
export function pageOf(page: number, rows: number): Sql {
  // the first page, which nearly everybody reads, is written out: for a number that it cannot see,
  // a prepared plan gets ready to read a tenth of the table
  return page === 1 ? raw(`limit ${rows + 1}`) : sql`limit ${rows + 1} offset ${(page - 1) * rows}`
}
