import { type Rows, sql } from '#server/db/database.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'

/**
 * Returns the id to write and to read by: that of the customer into which the given one was merged, or the given one. A phone
 * without a connection, a form and a program may name a merged customer later, and nothing that they send is lost.
 */
export const keptCustomerId = (rows: Rows, id: number): Promise<number> =>
  rows.one<{ id: number }>(sql`select kept_customer(${id}::bigint) as id`).then((kept) => kept.id)

/** A customer as other records name it. */
type NamedCustomer = { readonly id: number; readonly name: string; readonly label: string }

/** Returns the customer to write by, found as `keptCustomerId` does. Null for an unknown id and for placeholders of external programs. */
export const readKeptCustomer = (rows: Rows, id: number): Promise<NamedCustomer | null> =>
  rows
    .maybe<NamedCustomer>(
      sql`select id, name, label from customers where id = kept_customer(${id}::bigint) and ${IS_LISTED}`,
    )
    .then((customer) => customer ?? null)
