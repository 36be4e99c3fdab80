/** Reads who may drive a shipment of the company. */
import { readShippingLists } from '#server/company.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** A driver to choose. `userId` is null for one who is only in the list of drivers (C-31). */
export type KnownDriver = { readonly userId: number | null; readonly name: string }

/** Returns the drivers with an account, and then those of the list who have none. */
export async function readDrivers(rows: Rows): Promise<KnownDriver[]> {
  const lists = await readShippingLists(rows)
  const accounts = await rows.many<{ userId: number; name: string }>(sql`
    select id as "userId", username as name from users where role = 'driver' and status = 'ACTIVE' order by username collate "und-x-icu"`)
  const named = lists.drivers.filter((name) => !accounts.some((account) => account.name === name))
  return [...accounts, ...named.map((name) => ({ userId: null, name }))]
}
