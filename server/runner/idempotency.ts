/** Idempotency keys: who owns a key, and which keys of an owner have been used. */
import { type Rows, sql } from '#server/db/database.ts'
import { type Actor, SYSTEM } from '#server/work.ts'

/**
 * Returns the owner under which the keys of an account, of a program or of the product are stored. The prefix keeps
 * the name of a program from equalling another owner.
 */
export function ownerOfKeys(actor: Actor): string {
  if (actor === SYSTEM) return actor.name
  return actor.userId === null ? `key ${actor.name}` : `user ${actor.userId}`
}

/** Returns the keys that `actor` used in the last `days`, at most the newest `most`. */
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
