/** Opens an IndexedDB database with one store. A change resolves when the whole change is stored. */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'

/** The store within a transaction. Await only its requests, because other waiting ends the transaction. */
export type Place<DB extends DBSchema, Mode extends IDBTransactionMode = 'readonly'> = IDBPObjectStore<
  DB,
  [StoreNames<DB>],
  StoreNames<DB>,
  Mode
>

export type DeviceDatabase<DB extends DBSchema> = {
  readonly read: <T>(look: (place: Place<DB>) => Promise<T>) => Promise<T>
  /** Writes all changes of `todo` or none. */
  readonly change: (todo: (place: Place<DB, 'readwrite'>) => Promise<unknown>) => Promise<void>
}

/**
 * Opens a database at its first use, and again after it was closed or failed to open. With `strict` durability a change
 * is on the disk when it resolves; `relaxed` is cheaper, for data that the server can send again.
 */
export function deviceDatabase<DB extends DBSchema>(
  name: string,
  store: StoreNames<DB>,
  durability: 'strict' | 'relaxed' = 'strict',
): DeviceDatabase<DB> {
  let opened: Promise<IDBPDatabase<DB>> | undefined
  const open = async () =>
    openDB<DB>(name, undefined, {
      upgrade: (created) => void created.createObjectStore(store),
      // The browser may close the database, for example when its storage is cleared. The next use opens it again.
      terminated: () => (opened = undefined),
    })
  const database = () =>
    (opened ??= open().catch((error: unknown) => {
      // After a failure (a full device, a private window) the next use tries again.
      opened = undefined
      throw error
    }))
  return {
    async read(look) {
      return look((await database()).transaction(store).store)
    },
    async change(todo) {
      const transaction = (await database()).transaction(store, 'readwrite', { durability })
      const work = async () => {
        try {
          await todo(transaction.store)
        } catch (error) {
          // The changes are stored together or not at all.
          transaction.abort()
          throw error
        }
      }
      await Promise.all([work(), transaction.done])
    },
  }
}
