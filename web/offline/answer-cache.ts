/** Stores answers and notes on the device, separately for each person. All are deleted at sign-out. */
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'

type Kept = { readonly at: string; readonly output: unknown }

/** Answers that were not used for this many days are deleted. */
const MOST_DAYS = 14

// Opened at the first use. Without IndexedDB (tests without a browser) nothing is stored.
let opened: UseStore | undefined
const store = (): UseStore | null =>
  typeof indexedDB === 'undefined' ? null : (opened ??= createStore('kerino-cached-answers', 'answers'))

/** Returns the key of a stored answer. */
export const nameOf = (personId: number, contract: QueryContract, input: unknown): string =>
  `${personId} ${contract.name} ${JSON.stringify(input)}`

/** Deletes all stored answers and notes, after a sign-out or a change of the person. */
export async function clearAnswerCache(): Promise<void> {
  const kept = store()
  if (kept) await clear(kept)
}

/** Deletes answers that are too old. */
async function tidy(kept: UseStore): Promise<void> {
  const oldest = new Date(Date.now() - MOST_DAYS * 86_400_000).toISOString()
  const all = await entries<string, Kept>(kept)
  await Promise.all(all.filter(([, { at }]) => at < oldest).map(([name]) => del(name, kept)))
}
let tidied = false

/** Stores an answer for a person. */
export async function cacheAnswer<C extends QueryContract>(
  personId: number,
  contract: C,
  input: InputOf<C>,
  output: OutputOf<C>,
  at: string,
): Promise<void> {
  const kept = store()
  if (!kept) return
  await set(nameOf(personId, contract, input), { at, output } satisfies Kept, kept)
  if (tidied) return
  tidied = true
  await tidy(kept)
}

/** Returns the stored answer of a person with its moment, or null. */
export async function cachedAnswer<C extends QueryContract>(
  personId: number,
  contract: C,
  input: InputOf<C>,
): Promise<{ at: string; output: OutputOf<C> } | null> {
  const place = store()
  const kept = place ? await get<Kept>(nameOf(personId, contract, input), place) : undefined
  return kept === undefined ? null : { at: kept.at, output: kept.output as OutputOf<C> }
}

const privateName = (personId: number, name: string): string => `${personId} private ${name}`

/** Stores a note of a page for a person. It is deleted at sign-out like the answers. */
export async function storePrivate(personId: number, name: string, value: unknown): Promise<void> {
  const place = store()
  if (place)
    await set(privateName(personId, name), { at: new Date().toISOString(), output: value } satisfies Kept, place)
}

/** Returns a stored note of a person, or undefined. */
export async function readPrivate(personId: number, name: string): Promise<unknown> {
  const place = store()
  return place ? (await get<Kept>(privateName(personId, name), place))?.output : undefined
}
