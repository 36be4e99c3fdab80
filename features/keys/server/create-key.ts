/** Creates and revokes the keys of programs. */
import { randomBytes } from 'node:crypto'
import { whyNameTaken } from '#features/users/server/name-rules.ts'
import { tokenHash } from '#accounts/server/token-hash.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, demandPerson, provedLookup } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { ENDING_CHARACTERS, KEY_PREFIX } from '../domain/keys.ts'

/** No account has this id, so that the name of every account is taken. */
const NO_ACCOUNT = 0

export const createKeyLookup = provedLookup(contract.createKey, async (reach, { name, role, perMinute, endsOn }) => {
  // revoking a key would not revoke the keys that it created
  demandPerson(reach.actor)
  if (endsOn !== null && endsOn < reach.today)
    refuse('invalid', 'keys.ended', { fields: { endsOn: 'keys.ended' }, first: 'endsOn' })
  // 256 random bits cannot be guessed, so a hash that is quickly computed protects the key
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  const id = await reach.keep(async ({ tx, actor, record, now }) => {
    stopOn(await whyNameTaken(tx, NO_ACCOUNT, name))
    const made = await tx.one<{ id: number }>(sql`
      insert into api_keys (name, key_hash, role, ending, per_minute, ends_on, created_by, created_by_name, created_at)
      values (${name}, ${tokenHash(key)}, ${role}, ${key.slice(-ENDING_CHARACTERS)}, ${perMinute}, ${endsOn}::date,
        ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz)
      returning id`)
    record({
      entity: 'keys',
      id: made.id,
      changes: { key: [null, 'CREATED'], ...changes({}, { name, role, perMinute, endsOn }) },
    })
    return made.id
  })
  return { id, key }
})

export const revokeKeyCommand = command(contract.revokeKey, async ({ tx, record, now }, { id }) => {
  const known = await tx.maybe<{ revoked: boolean }>(
    sql`select revoked_at is not null as revoked from api_keys where id = ${id} for update`,
  )
  if (!known) refuse('missing', 'keys.no-key')
  if (known.revoked) return { id }
  await tx.run(sql`update api_keys set revoked_at = ${now}::timestamptz where id = ${id}`)
  record({ entity: 'keys', id, changes: { key: [null, 'REVOKED'] } })
  return { id }
})
