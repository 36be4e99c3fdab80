/** Says which person is a driver that shipments know only by name. */
import { RECENT_SHIPMENTS } from '../own-shipments.ts'
import { readShippingLists, saveSetting } from '#server/company.ts'
import { SHIPPING_LISTS_RECORD } from '#features/settings/server/save-shipping-lists.ts'
import { fold } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { driversWithoutAccount, linkDriver } from '../../domain/drivers/driver-link.ts'
import { renameInAreas } from './area-names.ts'

/** Returns the names once each, whatever their accents and case, in the order of the alphabet. */
async function namesWithoutAccount(rows: Rows): Promise<string[]> {
  const { drivers } = await readShippingLists(rows)
  const onShipments = await rows.many<{ driver: string }>(sql`
    select distinct s.driver from shipments s
    where s.driver_user_id is null and s.driver <> '' and s.driver_type = 'Driver' and ${RECENT_SHIPMENTS}`)
  const byKey = new Map([...onShipments.map(({ driver }) => driver), ...drivers].map((name) => [fold(name), name]))
  return [...byKey.values()].toSorted((a, b) => a.localeCompare(b, 'el'))
}

export const driversWithoutAccountQuery = query(driversWithoutAccount, async ({ rows }) => ({
  drivers: await namesWithoutAccount(rows),
}))

/**
 * Gives the recent shipments under a name to an account, and its user name to the open ones and to the areas. The name leaves the list of
 * drivers without an account. Refuses an account without the role of a driver, and a name that no driver without an account has.
 */
export const linkDriverCommand = command(linkDriver, async (work, { userId, driver }) => {
  const { tx, record } = work
  const account = await tx.maybe<{ username: string }>(sql`
    select username from users where id = ${userId} and role = 'driver' and status = 'ACTIVE' for update`)
  if (!account) refuse('refused', 'shipping.no-driver-account')
  if (!(await namesWithoutAccount(tx)).some((name) => fold(name) === fold(driver)))
    refuse('conflict', 'shipping.no-such-driver', { name: driver })
  const given = await tx.many<{ id: number; before: string; after: string }>(sql`
    with named as (
      select s.id, s.driver from shipments s
      where s.driver_user_id is null and s.driver_type = 'Driver' and fold(s.driver) = fold(${driver}) and ${RECENT_SHIPMENTS} for update)
    update shipments s set driver_user_id = ${userId}, version = s.version + 1, updated_at = now(),
      driver = case when s.status = 'PENDING' then ${account.username} else s.driver end
    from named where s.id = named.id returning s.id, named.driver as before, s.driver as after`)
  for (const { id, before, after } of given)
    record({ entity: 'shipments', id, changes: before === after ? {} : { driver: [before, after] } })
  const lists = await readShippingLists(tx)
  const drivers = lists.drivers.filter((name) => fold(name) !== fold(driver))
  if (drivers.length < lists.drivers.length) {
    await saveSetting(tx, 'shipping', { ...lists, drivers })
    record({ entity: 'settings', id: SHIPPING_LISTS_RECORD, changes: { drivers: [lists.drivers, drivers] } })
  }
  await renameInAreas(work, { before: driver, after: account.username })
  record({ entity: 'users', id: userId, changes: { driverLink: [null, driver] } })
  return { shipments: given.length }
})
