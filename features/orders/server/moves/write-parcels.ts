import { changes } from '#kernel/changes.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { LockedOrder } from '../lock-orders.ts'

/** Writes the number of parcels of a locked order. */
export async function writeParcels(work: Work, { id, parcels: before }: LockedOrder, parcels: number): Promise<void> {
  if (parcels === before) return
  await work.tx.run(sql`
    update orders set parcels = ${parcels}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`)
  work.record({ entity: 'orders', id, changes: changes({ parcels: before }, { parcels }) })
}
