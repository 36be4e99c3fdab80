/** Stores the waiting actions of a person on this device, one record each, in their order. */
import type { ActionStore, QueuedAction } from './action-queue.ts'
import { deviceDatabase, type Place } from './device-database.ts'
import { type EarlierAction, takenOver } from './earlier-actions.ts'

type Actions = { actions: { key: number; value: QueuedAction } }

/** The database of version 0.2, with all actions of a person in one record. */
const earlierVersion = deviceDatabase<{ keyval: { key: string; value: readonly EarlierAction[] } }>(
  'keyval-store',
  'keyval',
)

type Kept = { readonly place: number; readonly action: QueuedAction }

type Readable = Pick<Place<Actions>, 'getAll' | 'getAllKeys'>

async function keptIn(place: Readable): Promise<Kept[]> {
  const [keys, actions] = await Promise.all([place.getAllKeys(), place.getAll()])
  return actions.flatMap((action, index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ place: key, action }]
  })
}

/** Adds actions after all others. */
async function appendAll(place: Place<Actions, 'readwrite'>, actions: readonly QueuedAction[]): Promise<void> {
  const last = await place.openKeyCursor(null, 'prev')
  let next = (last?.key ?? 0) + 1
  for (const action of actions) await place.add(action, next++)
}

/** Returns the store of a person. Another person's actions on this device stay separate. */
export function deviceStore(personId: number): ActionStore {
  const { read, change } = deviceDatabase<Actions>(`kerino-actions-${personId}`, 'actions')
  // Actions stored by an earlier version are taken over before anything is read.
  let moved: Promise<void> | undefined
  const afterMove = () =>
    (moved ??= takeOver(personId, (actions) => change((place) => appendNew(place, actions))).catch((error: unknown) => {
      moved = undefined
      throw error
    }))
  const inItsPlace = (key: string, work: (place: Place<Actions, 'readwrite'>, at: number) => Promise<unknown>) =>
    change(async (place) => {
      const old = (await keptIn(place)).find((one) => one.action.key === key)
      if (old) await work(place, old.place)
    })

  return {
    async read() {
      await afterMove()
      return (await read(keptIn)).map(({ action }) => action)
    },
    async addAll(actions) {
      await afterMove()
      await change((place) => appendAll(place, actions))
    },
    replace: (action) => inItsPlace(action.key, (place, at) => place.put(action, at)),
    remove: (key) => inItsPlace(key, (place, at) => place.delete(at)),
    async markSent(key) {
      let found = false
      await change(async (place) => {
        const old = (await keptIn(place)).find((one) => one.action.key === key)
        if (!old) return
        found = true
        await place.put({ ...old.action, sent: true }, old.place)
      })
      return found
    },
    async removeUnsent(keys) {
      let removed = false
      await change(async (place) => {
        const unsent = (await keptIn(place)).filter(({ action }) => keys.includes(action.key) && !action.sent)
        if (unsent.length < keys.length) return
        removed = true
        for (const one of unsent) await place.delete(one.place)
      })
      return removed
    },
  }
}

async function appendNew(place: Place<Actions, 'readwrite'>, actions: readonly QueuedAction[]): Promise<void> {
  // A page that was closed during the move has copied some of them already.
  const known = new Set((await keptIn(place)).map(({ action }) => action.key))
  await appendAll(
    place,
    actions.filter(({ key }) => !known.has(key)),
  )
}

/** Calls `keep` with the actions that version 0.2 stored for a person, and deletes them after it. */
async function takeOver(personId: number, keep: (actions: QueuedAction[]) => Promise<unknown>): Promise<void> {
  const name = `driver-queue:${personId}`
  const earlier = await earlierVersion.read((place) => place.get(name))
  if (earlier === undefined) return
  await keep(earlier.map(takenOver))
  await earlierVersion.change((place) => place.delete(name))
}
