/** Where a person's waiting actions stand on this device: one record each, in the order in which they were done. */
import { del, get } from 'idb-keyval'
import type { ActionStore, QueuedAction } from './action-queue.ts'
import { type EarlierAction, takenOver } from './earlier-actions.ts'

type Kept = { readonly place: IDBValidKey; readonly action: QueuedAction }

/** Waits for a request of the database. */
const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const ACTIONS = 'actions'

function openDatabase(personId: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(`kerino-actions-${personId}`)
  opening.onupgradeneeded = () => opening.result.createObjectStore(ACTIONS)
  return answered(opening)
}

/** Waits until what was written is on the disk. */
const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

async function keptIn(place: IDBObjectStore): Promise<Kept[]> {
  const [keys, actions] = await Promise.all([answered(place.getAllKeys()), answered<QueuedAction[]>(place.getAll())])
  return actions.flatMap((action, index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ place: key, action }]
  })
}

/** Puts an action behind all others. */
async function append(place: IDBObjectStore, action: QueuedAction): Promise<void> {
  const last = await answered(place.openKeyCursor(null, 'prev'))
  await answered(place.add(action, typeof last?.key === 'number' ? last.key + 1 : 1))
}

/** The store of a person; what another person left on this device stays theirs. */
export function deviceStore(personId: number): ActionStore {
  let opened: Promise<IDBDatabase> | undefined
  const database = () => {
    opened ??= openDatabase(personId).then(
      (found) => {
        // a browser may close it, when its storage is cleared for instance; the next use opens it again
        found.onclose = () => (opened = undefined)
        return found
      },
      (error: unknown) => {
        // what failed once (a full device, a private window) may go the next time
        opened = undefined
        throw error
      },
    )
    return opened
  }
  const change = async (todo: (place: IDBObjectStore) => Promise<unknown>) => {
    // strict: what was kept survives a phone whose battery dies at once
    const transaction = (await database()).transaction(ACTIONS, 'readwrite', { durability: 'strict' })
    const work = async () => {
      try {
        await todo(transaction.objectStore(ACTIONS))
      } catch (error) {
        // what belongs together is kept as a whole or not at all
        transaction.abort()
        throw error
      }
    }
    await Promise.all([work(), written(transaction)])
  }
  // what waited under the name of an earlier version is taken over before anything else is read
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
      const place = (await database()).transaction(ACTIONS, 'readonly').objectStore(ACTIONS)
      return (await keptIn(place)).map(({ action }) => action)
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
  // a page that was closed in the middle of the move has some of them already
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
