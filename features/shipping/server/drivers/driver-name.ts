/**
 * What a new user name of a driver means for shipments. A shipment without an account belongs to the driver whose name it
 * carries (C-30), so a name decides what a driver may read.
 */
import { RECENT_SHIPMENTS } from '../own-shipments.ts'
import { readShippingLists } from '#server/company.ts'
import type { NameRules } from '#features/users/server/name-rules.ts'
import { fold } from '#kernel/fold.ts'
import { refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { renameInAreas } from './area-names.ts'

export const driverNames: NameRules = {
  /** Drivers do not take the name of a driver without an account, because they would receive this driver's shipments. */
  async whyNotTake({ tx }, { role, before, after }) {
    if (role !== 'driver' || fold(before) === fold(after)) return null
    const { drivers } = await readShippingLists(tx)
    const named = await tx.maybe(sql`
      select from shipments s
      where s.driver_user_id is null and fold(s.driver) = fold(${after}) and ${RECENT_SHIPMENTS} limit 1`)
    return named || drivers.some((driver) => fold(driver) === fold(after))
      ? refusal('refused', 'users.name-taken', { name: after, fields: { username: 'users.name-taken' } })
      : null
  },

  /**
   * Gives the driver's account to the shipments that belonged to it by name, unless another driver has the same name, and the
   * new name to its open shipments and to its areas. Shipments that are done keep the name under which they were driven.
   */
  async renamed(work, { id, role, before, after }) {
    if (role !== 'driver') return
    const { tx, record } = work
    await tx.run(sql`
      update shipments s set driver_user_id = ${id}, version = version + 1
      where s.driver_user_id is null and fold(s.driver) = fold(${before}) and ${RECENT_SHIPMENTS}
        and not exists (
          select from users u where u.id <> ${id} and u.role = 'driver' and u.status = 'ACTIVE' and fold(u.username) = fold(${before}))`)
    const renamed = await tx.many<{ id: number; driver: string }>(sql`
      with named as (
        select id, driver from shipments
        where driver_user_id = ${id} and status = 'PENDING' and fold(driver) = fold(${before}) and driver <> ${after})
      update shipments s set driver = ${after}, version = s.version + 1, updated_at = now()
      from named where s.id = named.id returning s.id, named.driver`)
    for (const shipment of renamed)
      record({ entity: 'shipments', id: shipment.id, changes: { driver: [shipment.driver, after] } })
    const namesake = await tx.maybe(sql`
      select from users where id <> ${id} and role = 'driver' and status = 'ACTIVE' and fold(username) = fold(${before}) limit 1`)
    if (!namesake) await renameInAreas(work, { before, after })
  },
}
