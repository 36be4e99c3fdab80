/** Idempotency keys: whose they are, and which of somebody's have been used. */
import { type Rows, sql } from '#server/db/database.ts'
import { type Actor, SYSTEM } from '#server/work.ts'

/** The name under which the keys of an account, a program's key or the product stand; no name of a key reads as another's. */
export function ownerOfKeys(actor: Actor): string {
  if (actor === SYSTEM) return actor.name
  return actor.userId === null ? `key ${actor.name}` : `user ${actor.userId}`
}

/** The keys with which someone has done something in the last `days`, the newest `most` of them. */
export async function readDoneKeys(
  rows: Rows,
  actor: Actor,
  { days, most }: { days: number; most: number },
): Promise<string[]> {
  const found = await rows.many<{ key: string }>(sql`
    select key from idempotency_keys
    where actor = ${ownerOfKeys(actor)} and created_at > now() - make_interval(days => ${days})
    order by created_at desc, key limit ${most}`)
  return found.map(({ key }) => key)
}
