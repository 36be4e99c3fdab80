/** Where answers and notes are kept on the device, each for the person who read them; all go when the person signs out. */
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'

type Kept = { readonly at: string; readonly output: unknown }

/** What nobody has asked for since then is thrown away. */
const MOST_DAYS = 14

// opened at the first use; where there is no database at all (tests without a browser) nothing is kept
let opened: UseStore | undefined
const store = (): UseStore | null =>
  typeof indexedDB === 'undefined' ? null : (opened ??= createStore('kerino-kept-answers', 'answers'))

/** The name under which an answer is kept. */
export const nameOf = (personId: number, contract: QueryContract, input: unknown): string =>
  `${personId} ${contract.name} ${JSON.stringify(input)}`

/** Removes everything that was kept, whoever read it: the person has signed out, or is somebody else. */
export async function forgetKept(): Promise<void> {
  const kept = store()
  if (kept) await clear(kept)
}

/** Removes what has become old. */
async function tidy(kept: UseStore): Promise<void> {
  const oldest = new Date(Date.now() - MOST_DAYS * 86_400_000).toISOString()
  const all = await entries<string, Kept>(kept)
  await Promise.all(all.filter(([, { at }]) => at < oldest).map(([name]) => del(name, kept)))
}
let tidied = false

/** Keeps an answer for a person. */
export async function keepAnswer<C extends QueryContract>(
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

/** What was kept for a person, with its moment; null when there is none. */
export async function keptAnswer<C extends QueryContract>(
  personId: number,
  contract: C,
  input: InputOf<C>,
): Promise<{ at: string; output: OutputOf<C> } | null> {
  const place = store()
  const kept = place ? await get<Kept>(nameOf(personId, contract, input), place) : undefined
  return kept === undefined ? null : { at: kept.at, output: kept.output as OutputOf<C> }
}

const privateName = (personId: number, name: string): string => `${personId} private ${name}`

/** Keeps a note of a page for a person: it goes with the kept answers when they sign out. */
export async function keepPrivate(personId: number, name: string, value: unknown): Promise<void> {
  const place = store()
  if (place)
    await set(privateName(personId, name), { at: new Date().toISOString(), output: value } satisfies Kept, place)
}

/** A note as it was kept for a person; undefined when there is none. */
export async function readPrivate(personId: number, name: string): Promise<unknown> {
  const place = store()
  return place ? (await get<Kept>(privateName(personId, name), place))?.output : undefined
}
