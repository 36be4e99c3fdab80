/** Who is signed in on this device and whose actions wait here, kept as durably as the actions themselves. No secrets. */
import { answered, type DeviceDatabase, deviceDatabase } from './device-database.ts'
import { deviceStore } from './device-store.ts'

/** Who is signed in, in the shape of `authUser` in local storage (C-24). */
export type AuthUser = { username: string; email: string; uid: number; first_name: string; role: string | null }

/** Beside it stand the names of people, each under the number of the account. */
const SIGNED_IN = 'signed-in'

// where there is no database at all (tests without a browser) nothing is kept
let opened: DeviceDatabase | undefined
const people = (): DeviceDatabase | null =>
  typeof indexedDB === 'undefined' ? null : (opened ??= deviceDatabase('kerino-people', 'people'))

// one change after the other: a sign-in that follows a sign-out is what stays
let last: Promise<unknown> = Promise.resolve()
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = last.then(work, work)
  last = done
  return done
}

const sameUser = (one: AuthUser | undefined, other: AuthUser): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Keeps who is signed in. */
export const keepSignedIn = (user: AuthUser): Promise<void> =>
  inTurn(async () => {
    if (sameUser((await signedInHere()) ?? undefined, user)) return
    await people()?.change(async (place) => {
      await answered(place.put(user, SIGNED_IN))
      await answered(place.put(user.username || user.first_name, user.uid))
    })
  })

/** Returns who is signed in on this device, or null. */
export async function signedInHere(): Promise<AuthUser | null> {
  return (await people()?.read((place) => answered<AuthUser | undefined>(place.get(SIGNED_IN)))) ?? null
}

/** Forgets who is signed in; names stay only where something of theirs still waits. */
export const forgetSignedIn = (): Promise<void> =>
  inTurn(async () => {
    const database = people()
    if (database === null) return
    await database.change((place) => answered(place.delete(SIGNED_IN)))
    for (const { id } of await namesHere(database))
      if ((await deviceStore(id).read()).length === 0) await database.change((place) => answered(place.delete(id)))
  })

async function namesHere(database: DeviceDatabase): Promise<{ id: number; name: string }[]> {
  const [keys, values] = await database.read((place) =>
    Promise.all([answered(place.getAllKeys()), answered<unknown[]>(place.getAll())]),
  )
  return keys.flatMap((id, index) => (typeof id === 'number' ? [{ id, name: String(values[index]) }] : []))
}

export type WaitingPerson = { readonly id: number; readonly name: string; readonly count: number }

/** Returns the people whose actions wait on this device, whoever is signed in, and how many each. */
export async function waitingHere(): Promise<WaitingPerson[]> {
  const database = people()
  if (database === null) return []
  const counted = (await namesHere(database)).map(async ({ id, name }) => {
    const actions = await deviceStore(id).read()
    return { id, name, count: actions.filter(({ refusal }) => refusal === undefined).length }
  })
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}
