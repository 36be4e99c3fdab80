/** Idempotency keys: who owns a key, what its first use answered, and which keys of an owner have been used. */
import { createHash } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
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

type Use = { readonly actor: Actor; readonly key: string; readonly fingerprint: string }

/**
 * Runs `act` and stores its answer under the key, or returns the answer that is stored already. `alongside` is written
 * together with the answer. Call this first in a transaction: a second command with the same key waits here and then
 * finds the answer, after a retry if the transaction is serializable.
 *
 * A new key is stored without a search, and so is its answer. An update would search the index, or the whole table while
 * it is small; all other commands write there, and each would clash with the others.
 */
export async function answerOnce<T>(
  tx: Rows,
  { actor, key, fingerprint }: Use,
  act: () => Promise<T>,
  alongside: () => Promise<void>,
): Promise<T> {
  if (key.length === 0 || key.length > 200) refuse('invalid', 'idempotency-key')
  const owner = ownerOfKeys(actor)
  const print = createHash('sha256').update(fingerprint).digest('base64')
  const isNew = await tx.run(sql`
    insert into idempotency_keys (actor, key, fingerprint, answer) values (${owner}, ${key}, ${print}, 'null'::jsonb)
    on conflict do nothing`)
  if (isNew === 0) {
    const earlier = await tx.one<{ fingerprint: string; answer: { value: T } }>(
      sql`select fingerprint, answer from idempotency_keys where actor = ${owner} and key = ${key}`,
    )
    if (earlier.fingerprint !== print) refuse('conflict', 'idempotency-key-reused')
    return earlier.answer.value
  }
  const value = await act()
  await Promise.all([
    alongside(),
    tx.run(sql`
      insert into idempotency_keys (actor, key, fingerprint, answer)
      values (${owner}, ${key}, ${print}, ${JSON.stringify({ value })}::jsonb)
      on conflict (actor, key) do update set answer = excluded.answer`),
  ])
  return value
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
