/**
 * Stores who is signed in on this device, and the names of people with waiting actions, as durably as the actions. It
 * contains no secrets.
 */
import type { Seen } from '#accounts/domain/seeing.ts'
import type { RightChanges } from '#kernel/rights.ts'
import { type DeviceDatabase, deviceDatabase } from './device-database.ts'
import { deviceStore } from './device-store.ts'

/** The signed-in person, in the form of `authUser` in the local storage (C-24). */
export type AuthUser = {
  username: string
  email: string
  uid: number
  first_name: string
  role: string | null
  /** The section of a workshop account. */
  section: string | null
  /** What an administrator changed in the rights of the role. Stored people of an earlier version have none. */
  right_changes?: RightChanges
  /** What an administrator sees instead of their own account. */
  seen?: Seen
}

/** The key of the signed-in person. The names of other people have their account ids as keys. */
const SIGNED_IN = 'signed-in'

type People = { people: { key: typeof SIGNED_IN | number; value: AuthUser | string } }

// Without IndexedDB (tests without a browser) nothing is stored.
let opened: DeviceDatabase<People> | undefined
const people = (): DeviceDatabase<People> | null =>
  typeof indexedDB === 'undefined' ? null : (opened ??= deviceDatabase<People>('kerino-people', 'people'))

// Changes run one after the other, so that the last sign-in or sign-out counts.
let last: Promise<unknown> = Promise.resolve()
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work, work)
  last = done
  return done
}

const sameUser = (one: AuthUser | undefined, other: AuthUser): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Stores the signed-in person. */
export const keepSignedIn = (user: AuthUser): Promise<void> =>
  inTurn(async () => {
    if (sameUser((await signedInHere()) ?? undefined, user)) return
    await people()?.change(async (place) => {
      await place.put(user, SIGNED_IN)
      await place.put(user.username || user.first_name, user.uid)
    })
  })

/** Returns the person signed in on this device, or null. */
export async function signedInHere(): Promise<AuthUser | null> {
  const found = await people()?.read((place) => place.get(SIGNED_IN))
  return typeof found === 'object' ? found : null
}

/** Removes the signed-in person. Names stay only for people with waiting actions. */
export const forgetSignedIn = (): Promise<void> =>
  inTurn(async () => {
    const database = people()
    if (database === null) return
    await database.change((place) => place.delete(SIGNED_IN))
    for (const { id } of await namesHere(database))
      if ((await deviceStore(id).read()).length === 0) await database.change((place) => place.delete(id))
  })

async function namesHere(database: DeviceDatabase<People>): Promise<{ id: number; name: string }[]> {
  const [keys, values] = await database.read((place) => Promise.all([place.getAllKeys(), place.getAll()]))
  return keys.flatMap((id, index) => {
    const name = values[index]
    return typeof id === 'number' && typeof name === 'string' ? [{ id, name }] : []
  })
}

export type WaitingPerson = { readonly id: number; readonly name: string; readonly count: number }

/** Returns the people with waiting actions on this device, and the number of their actions. */
export async function waitingHere(): Promise<WaitingPerson[]> {
  const database = people()
  if (database === null) return []
  const counted = (await namesHere(database)).map(async ({ id, name }) => {
    const actions = await deviceStore(id).read()
    return { id, name, count: actions.filter(({ refusal }) => refusal === undefined).length }
  })
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}
