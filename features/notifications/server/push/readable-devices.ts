/** The devices on which people switched notifications on, and to which of them something may be sent. */
import { factorDemanded } from '#accounts/server/second-factor/demand.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { PushDevice } from '#server/push/send-push.ts'

/** The devices `d` with their sessions `s` and accounts `u`. */
export const DEVICES: Sql = sql`push_devices d join sessions s on s.id = d.session_id join users u on u.id = d.user_id`

/** The condition on `DEVICES` that the person could open the product there now. Nothing is sent to the others. */
export const READABLE: Sql = sql`(s.ended_at is null and s.expires_at > now() and s.locked_at is null
  and u.status = 'ACTIVE' and not ${factorDemanded})`

/** Returns the devices of a person to which something may be sent now. */
export const readableDevices = (rows: Rows, userId: number): Promise<PushDevice[]> =>
  rows.many<PushDevice>(sql`
    select d.id, d.endpoint, d.p256dh, d.auth from ${DEVICES} where d.user_id = ${userId} and ${READABLE} order by d.id`)

/** Deletes a device whose browser has switched notifications off. */
export const forgetDevice = (rows: Rows, id: number): Promise<number> =>
  rows.run(sql`delete from push_devices where id = ${id}`)
