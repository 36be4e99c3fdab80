/** Opens an IndexedDB database with one store. A change resolves when it is on the disk. */

/** Waits for a request of the database. */
export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Waits until a change is on the disk. */
const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

export type DeviceDatabase = {
  readonly read: <T>(look: (place: IDBObjectStore) => Promise<T>) => Promise<T>
  /** Writes all changes of `todo` or none. */
  readonly change: (todo: (place: IDBObjectStore) => Promise<unknown>) => Promise<void>
}

/** Opens a database at its first use, and again after it was closed or failed to open. */
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
        // The browser may close the database, for example when its storage is cleared. The next use opens it again.
        found.onclose = () => (opened = undefined)
        return found
      },
      (error: unknown) => {
        // After a failure (a full device, a private window) the next use tries again.
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
      // With strict durability the data survive a phone whose battery fails at once.
      const transaction = (await database()).transaction(store, 'readwrite', { durability: 'strict' })
      const work = async () => {
        try {
          await todo(transaction.objectStore(store))
        } catch (error) {
          // The changes are stored together or not at all.
          transaction.abort()
          throw error
        }
      }
      await Promise.all([work(), written(transaction)])
    },
  }
}
