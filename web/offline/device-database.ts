/** A database of this device with one store; what is written is on the disk when the call answers. */

/** Waits for a request of the database. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Waits until what was written is on the disk. */
const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

export type DeviceDatabase = {
  readonly read: <T>(look: (place: IDBObjectStore) => Promise<T>) => Promise<T>
  /** Writes all of it or nothing. */
  readonly change: (todo: (place: IDBObjectStore) => Promise<unknown>) => Promise<void>
}

/** Opens a database at its first use, and again after it was closed or could not be opened. */
export function deviceDatabase(name: string, store: string): DeviceDatabase {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    return answered(opening)
  }
  const database = () => {
    opened ??= open().then(
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
  return {
    async read(look) {
      return look((await database()).transaction(store, 'readonly').objectStore(store))
    },
    async change(todo) {
      // strict: what was kept survives a phone whose battery dies at once
      const transaction = (await database()).transaction(store, 'readwrite', { durability: 'strict' })
      const work = async () => {
        try {
          await todo(transaction.objectStore(store))
        } catch (error) {
          // what belongs together is kept as a whole or not at all
          transaction.abort()
          throw error
        }
      }
      await Promise.all([work(), written(transaction)])
    },
  }
}
