import { type Rows, sql } from '#server/db/database.ts'

/**
 * Returns the id to write and to read by: that of the customer into which the given one was merged, or the given one. A phone
 * without a connection, a form and a program may name a merged customer later, and nothing that they send is lost.
 */
export const keptCustomerId = (rows: Rows, id: number): Promise<number> =>
  rows.one<{ id: number }>(sql`select kept_customer(${id}::bigint) as id`).then((kept) => kept.id)
