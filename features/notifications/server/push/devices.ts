/** Switches notifications on for a device and off. None of it is in the history, because no record of the company changes. */
import { deviceOf } from '#features/users/server/profile/device.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, demandPerson, lookup, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readOrMakePushKeys } from '#server/push/push-keys.ts'
import { isDeviceKey } from '#server/push/send-push.ts'
import type { Actor } from '#server/work.ts'
import * as contract from '../../domain/push-contract.ts'
import { DEVICES, READABLE } from './readable-devices.ts'

/** Returns the account and the session of the person. Refuses programs, which have no device. */
const personOf = (actor: Actor): { userId: number; sessionId: number } => ({
  userId: demandPerson(actor),
  sessionId: actor.sessionId ?? refuse('forbidden', 'people-only'),
})

export const beginDeviceLookup = lookup(contract.beginDevice, async ({ actor, sealing, keep }) => {
  personOf(actor)
  const keys = await keep(({ tx }) => readOrMakePushKeys(tx, sealing))
  if (keys === 'none') refuse('unavailable', 'notifications.push-no-key')
  if (keys === 'lost') refuse('unavailable', 'notifications.push-key-lost')
  return { publicKey: keys.publicKey }
})

export const turnOnDeviceLookup = lookup(contract.turnOnDevice, async (reach, device) => {
  const { userId, sessionId } = personOf(reach.actor)
  const { endpoint, p256dh, auth, language } = device
  if (!isDeviceKey(p256dh)) refuse('invalid', 'input', { fields: { p256dh: 'invalid_value' }, first: 'p256dh' })
  // the address comes from the browser, and the server must call no machine of its own network
  if ((await reach.outside.hooks.whyNot(endpoint)) !== null) refuse('refused', 'notifications.push-address')
  return reach.keep(async ({ tx }) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into push_devices (user_id, session_id, endpoint, p256dh, auth, language)
      values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${language})
      on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
      returning id`)
    await tx.run(sql`
      delete from push_devices where id in (
        select id from push_devices where user_id = ${userId} and id <> ${id}
        order by session_id = ${sessionId} desc, id desc offset ${contract.MOST_DEVICES - 1})`)
    // a session is one browser, which has one address
    await tx.run(sql`delete from push_devices where session_id = ${sessionId} and id <> ${id}`)
    return { id }
  })
})

/** Continues the notifications of a device in a new session of the same person. */
export const keepDeviceCommand = command(contract.keepDevice, async ({ tx, actor }, { endpoint }) => {
  const { userId, sessionId } = personOf(actor)
  const kept = await tx.run(sql`
    update push_devices set session_id = ${sessionId} where endpoint = ${endpoint} and user_id = ${userId}`)
  return { on: kept > 0 }
})

export const removeDeviceCommand = command(contract.removeDevice, async ({ tx, actor }, { id }) => {
  await tx.run(sql`delete from push_devices where id = ${id} and user_id = ${demandPerson(actor)}`)
  return { removed: true as const }
})

type Stored = { id: number; sessionId: number; lastUsedAt: string; userAgent: string; readable: boolean }

export const ownDevicesQuery = query(contract.ownDevices, async ({ rows, actor }) => {
  const devices = await rows.many<Stored>(sql`
    select d.id, s.id as "sessionId", s.last_used_at as "lastUsedAt", s.user_agent as "userAgent", ${READABLE} as readable
    from ${DEVICES} where d.user_id = ${actor.userId}::bigint
    order by s.id = ${actor.sessionId ?? null}::bigint desc, s.last_used_at desc, d.id desc limit ${contract.MOST_DEVICES}`)
  return {
    devices: devices.map(({ userAgent, sessionId, ...device }) => ({
      ...device,
      device: deviceOf(userAgent),
      isThis: sessionId === actor.sessionId,
    })),
  }
})
