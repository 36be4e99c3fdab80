/** Stores answers and notes on the device, separately for each person. All are deleted at sign-out. */
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { type DeviceDatabase, deviceDatabase } from './device-database.ts'

type Kept = { readonly at: string; readonly output: unknown }
type Answers = { answers: { key: string; value: Kept } }

/** Answers that were not used for this many days are deleted. */
const MOST_DAYS = 14

// Opened at the first use. Without IndexedDB (tests without a browser) nothing is stored.
let opened: DeviceDatabase<Answers> | undefined
const store = (): DeviceDatabase<Answers> | null =>
  typeof indexedDB === 'undefined'
    ? null
    : (opened ??= deviceDatabase<Answers>('kerino-cached-answers', 'answers', 'relaxed'))

/** Returns the key of a stored answer. */
export const nameOf = (personId: number, contract: QueryContract, input: unknown): string =>
  `${personId} ${contract.name} ${JSON.stringify(input)}`

let tidied = false

/** Deletes all stored answers and notes, after a sign-out or a change of the person. */
export async function clearAnswerCache(): Promise<void> {
  tidied = false
  await store()?.change((place) => place.clear())
}

/** Deletes answers that are too old. */
async function tidy(kept: DeviceDatabase<Answers>): Promise<void> {
  const oldest = new Date(Date.now() - MOST_DAYS * 86_400_000).toISOString()
  await kept.change(async (place) => {
    for await (const cursor of place) if (cursor.value.at < oldest) await cursor.delete()
  })
}

/** Stores an answer for a person. The first one of a page, and the first one after a sign-out, deletes old answers. */
export async function cacheAnswer<C extends QueryContract>(
  personId: number,
  contract: C,
  input: InputOf<C>,
  output: OutputOf<C>,
  at: string,
): Promise<void> {
  const kept = store()
  if (!kept) return
  await kept.change((place) => place.put({ at, output }, nameOf(personId, contract, input)))
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
  const kept = await store()?.read((place) => place.get(nameOf(personId, contract, input)))
  return kept === undefined ? null : { at: kept.at, output: kept.output as OutputOf<C> }
}

const privateName = (personId: number, name: string): string => `${personId} private ${name}`

/** Stores a note of a page for a person. It is deleted at sign-out like the answers. */
export async function storePrivate(personId: number, name: string, value: unknown): Promise<void> {
  const record = { at: new Date().toISOString(), output: value }
  await store()?.change((place) => place.put(record, privateName(personId, name)))
}

/** Returns a stored note of a person, or undefined. */
export async function readPrivate(personId: number, name: string): Promise<unknown> {
  return (await store()?.read((place) => place.get(privateName(personId, name))))?.output
}
