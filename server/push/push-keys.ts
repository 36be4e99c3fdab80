/** The keys with which the product proves to push services who it is (VAPID, RFC 8292). All processes use one pair. */
import webPush from 'web-push'
import { type Rows, sql } from '#server/db/database.ts'
import type { Sealing } from '#server/seal/sealing.ts'

export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

const OWNER = 'push'

/**
 * Returns the keys. `none`: nobody has switched notifications on yet. `lost`: they were encrypted with another key than the server
 * has now.
 */
export async function readPushKeys(rows: Rows, sealing: Sealing): Promise<PushKeys | 'none' | 'lost'> {
  const stored = await rows.maybe<{ publicKey: string; sealed: string }>(sql`
    select public_key as "publicKey", sealed_private_key as sealed from push_keys`)
  if (!stored) return 'none'
  const privateKey = sealing.unseal(stored.sealed, OWNER)
  return privateKey === null ? 'lost' : { publicKey: stored.publicKey, privateKey }
}

/**
 * Returns the keys, and makes them if there are none. Of several processes one makes them, and the others use its keys. `none`: other
 * processes could not read new keys.
 */
export async function readOrMakePushKeys(tx: Rows, sealing: Sealing): Promise<PushKeys | 'none' | 'lost'> {
  const known = await readPushKeys(tx, sealing)
  if (known !== 'none' || !sealing.possible()) return known
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = await tx.run(sql`
    insert into push_keys (public_key, sealed_private_key) values (${publicKey}, ${sealing.seal(privateKey, OWNER)})
    on conflict do nothing`)
  // a push service accepts for a device only the keys with which it was switched on
  if (made > 0) await tx.run(sql`delete from push_devices`)
  return readPushKeys(tx, sealing)
}
