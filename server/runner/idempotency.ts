/** Idempotency keys: who owns a key, the answer of its first use, and the used keys of an owner. */
import { createHash } from 'node:crypto'
import { ANYTHING } from '#kernel/live/topics.ts'
import { refuse, Refused } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { noteChanges } from '#server/live/request-changes.ts'
import { type Actor, SYSTEM } from '#server/work.ts'

/** An idempotency key as it is stored. */
export type StoredKey = {
  /** The number of the person; 0 for the product and for programs, whose names are part of `key`. */
  readonly owner: number
  /** 32 hexadecimal digits. */
  readonly key: string
}

/** Returns the first 16 bytes of a hash in hexadecimal: enough to distinguish all keys, in half the space. */
const sixteenBytesOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * Returns the key of `actor` as it is stored. A key that a page made is stored unchanged, and for any other key a hash is
 * stored. The name of a program gets a prefix, so that it never equals the name of the product.
 */
export function storedKey(actor: Actor, key: string): StoredKey {
  if (actor.userId !== null) return { owner: actor.userId, key: /^[0-9a-f]{32}$/.test(key) ? key : sixteenBytesOf(key) }
  const name = actor === SYSTEM ? actor.name : `key ${actor.name}`
  return { owner: 0, key: sixteenBytesOf(`${name}\0${key}`) }
}

/** The fields that a fingerprint leaves out. */
const SECRETS: readonly string[] = ['password']

/**
 * Returns the meaning of a key: the command and its input. A password is left out, because a hash that is quickly computed
 * would let a reader of the table guess it.
 */
export const fingerprintOf = (command: string, input: unknown): string =>
  `${command} ${JSON.stringify(input, (field, value: unknown) => (SECRETS.includes(field) ? '' : value))}`

type Use = { readonly actor: Actor; readonly key: string; readonly fingerprint: string }

/**
 * Runs `act` and stores its answer under the key, or returns the stored answer. `alongside` is written together with
 * the answer. Call this first in a transaction. A second command with the same key then waits here and finds the
 * answer, after a retry if the transaction is serializable.
 *
 * A new key is stored without a search, and so is its answer. An update would search the index, or the whole table
 * while it is small. All other commands write there, so each would clash with the others.
 */
export async function answerOnce<T>(
  tx: Rows,
  { actor, key, fingerprint }: Use,
  act: () => Promise<T>,
  alongside: () => Promise<void>,
): Promise<T> {
  if (key.length === 0 || key.length > 200) refuse('invalid', 'idempotency-key')
  const stored = storedKey(actor, key)
  const print = sixteenBytesOf(fingerprint)
  const isNew = await tx.run(sql`
    insert into idempotency_keys (owner, key, fingerprint)
    values (${stored.owner}, ${stored.key}::uuid, ${print}::uuid) on conflict do nothing`)
  if (isNew === 0) {
    // the page may have missed what the first use changed
    noteChanges([ANYTHING])
    return earlierAnswer(tx, stored, print)
  }
  const value = await act()
  await Promise.all([
    alongside(),
    tx.run(sql`
      insert into idempotency_keys (owner, key, fingerprint, answer)
      values (${stored.owner}, ${stored.key}::uuid, ${print}::uuid, ${JSON.stringify(value) ?? 'null'})
      on conflict (owner, key) do update set answer = excluded.answer`),
  ])
  return value
}

/** The refusals of a key that was used before: with another request, or so long ago that its answer is gone. */
const OF_USED_KEYS = { other: 'idempotency-key-reused', gone: 'idempotency-answer-gone' } as const
const CODES: readonly string[] = Object.values(OF_USED_KEYS)

/** Reports whether a failure is such a refusal. It concerns the whole request. */
export const isOfUsedKey = (error: unknown): boolean => error instanceof Refused && CODES.includes(error.refusal.code)

/** Returns the answer of the first use; refuses if that was another request or its answer is no longer kept. */
async function earlierAnswer<T>(tx: Rows, { owner, key }: StoredKey, print: string): Promise<T> {
  const earlier = await tx.one<{ isSame: boolean; answer: string | null }>(sql`
    select fingerprint = ${print}::uuid as "isSame", answer from idempotency_keys
    where owner = ${owner} and key = ${key}::uuid`)
  if (!earlier.isSame) refuse('conflict', OF_USED_KEYS.other)
  if (earlier.answer === null) refuse('conflict', OF_USED_KEYS.gone)
  return JSON.parse(earlier.answer) as T
}

/**
 * Limits the keys in an answer to those of the last days. A device needs the key of an action only until it has received the answer
 * to the action and read a newer answer, which happens soon after its connection returns. People do fewer actions than this
 * in these days. A device that misses a key counts its action twice only until then.
 */
const DONE_KEYS = { days: 3, most: 1000 } as const

/** Returns the keys that a person's pages used recently; none for a program. */
export async function readDoneKeys(rows: Rows, actor: Actor): Promise<string[]> {
  if (actor.userId === null) return []
  const { days, most } = DONE_KEYS
  const found = await rows.many<{ key: string }>(sql`
    select replace(key::text, '-', '') as key from idempotency_keys
    where owner = ${actor.userId} and created_at > now() - make_interval(days => ${days})
    order by created_at desc, key limit ${most}`)
  return found.map(({ key }) => key)
}
