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

/** Returns the customers to write by, each by the id that was asked for. Unknown ids and placeholders are left out. */
export const readKeptCustomers = (rows: Rows, ids: readonly number[]): Promise<Map<number, NamedCustomer>> =>
  rows
    .many<NamedCustomer & { asked: number }>(sql`
      select asked.asked, c.id, c.name, c.label from unnest(${[...ids]}::bigint[]) as asked(asked)
      join customers c on c.id = kept_customer(asked.asked) where ${IS_LISTED}`)
    .then((found) => new Map(found.map(({ asked, ...customer }) => [asked, customer])))

/** Returns the customer to write by, found as `keptCustomerId` does. Null for an unknown id and for placeholders of external programs. */
export const readKeptCustomer = (rows: Rows, id: number): Promise<NamedCustomer | null> =>
  rows
    .maybe<NamedCustomer>(
      sql`select id, name, label from customers where id = kept_customer(${id}::bigint) and ${IS_LISTED}`,
    )
    .then((customer) => customer ?? null)
