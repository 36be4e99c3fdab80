/** Stores the waiting actions of a person on this device, one record each, in their order. */
import { del, get } from 'idb-keyval'
import type { ActionStore, QueuedAction } from './action-queue.ts'
import { answered, deviceDatabase } from './device-database.ts'
import { type EarlierAction, takenOver } from './earlier-actions.ts'

type Kept = { readonly place: IDBValidKey; readonly action: QueuedAction }

const ACTIONS = 'actions'

async function keptIn(place: IDBObjectStore): Promise<Kept[]> {
  const [keys, actions] = await Promise.all([answered(place.getAllKeys()), answered<QueuedAction[]>(place.getAll())])
  return actions.flatMap((action, index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ place: key, action }]
  })
}

/** Adds an action after all others. */
async function append(place: IDBObjectStore, action: QueuedAction): Promise<void> {
  const last = await answered(place.openKeyCursor(null, 'prev'))
  await answered(place.add(action, typeof last?.key === 'number' ? last.key + 1 : 1))
}

/** Returns the store of a person. Another person's actions on this device stay separate. */
export function deviceStore(personId: number): ActionStore {
  const { read, change } = deviceDatabase(`kerino-actions-${personId}`, ACTIONS)
  // Actions stored by an earlier version are taken over before anything is read.
  let moved: Promise<void> | undefined
  const afterMove = () =>
    (moved ??= takeOver(personId, (actions) => change((place) => appendNew(place, actions))).catch((error: unknown) => {
      moved = undefined
      throw error
    }))
  const inItsPlace = (key: string, work: (place: IDBObjectStore, at: IDBValidKey) => IDBRequest) =>
    change(async (place) => {
      const old = (await keptIn(place)).find((one) => one.action.key === key)
      if (old) await answered(work(place, old.place))
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
  }
}

async function appendAll(place: IDBObjectStore, actions: readonly QueuedAction[]): Promise<void> {
  for (const action of actions) await append(place, action)
}

async function appendNew(place: IDBObjectStore, actions: readonly QueuedAction[]): Promise<void> {
  // A page that was closed during the move has copied some of them already.
  const known = new Set((await keptIn(place)).map(({ action }) => action.key))
  await appendAll(
    place,
    actions.filter(({ key }) => !known.has(key)),
  )
}

async function takeOver(personId: number, keep: (actions: QueuedAction[]) => Promise<unknown>): Promise<void> {
  const name = `driver-queue:${personId}`
  const earlier = await get<readonly EarlierAction[]>(name)
  if (earlier === undefined) return
  await keep(earlier.map(takenOver))
  await del(name)
}
