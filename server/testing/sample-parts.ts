/** Common parts of the samples of the features. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import type { HistoryWords } from '#kernel/history-words.ts'
import type { Database, Sql } from '#server/db/database.ts'
import type { Person, TestCompany } from '#server/testing/company.ts'

/** Returns a valid input. Each use needs a new one, because a command changes the records that it names. */
export type Sample = () => Promise<Record<string, unknown>>

/** The samples of a feature: one for each of its commands, queries, lookups and papers, by name. */
export type Samples = (company: TestCompany) => Readonly<Record<string, Sample>>

/** The methods of the data API that the samples speak of. */
export const TABLE_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type TableMethod = (typeof TABLE_METHODS)[number]

/** What the tests of the data API need to know of a table. */
export type TableSample = {
  /**
   * Who may use a method, by rulings C-49 and C-86: a sign for each person of `MAY_COLUMNS`, `+` for yes, `o` for own
   * records only, `-` for no. A method that is left out is closed to everybody.
   */
  readonly may: Readonly<Partial<Record<TableMethod, string>>>
  /** Returns a record with all fields that can be created. */
  readonly record: () => Promise<Readonly<Record<string, unknown>>>
  /** Returns the id of a row that a method may be tried on. */
  readonly row: (method: TableMethod) => Promise<number>
  /** A change of the row that everybody who may use PATCH may make. */
  readonly change: Readonly<Record<string, unknown>>
}

/** The signs of `may` stand for these people, in this order. */
export const MAY_COLUMNS = [
  'admin',
  'user',
  'logistirio',
  'production',
  'operations',
  'driver',
  'section',
  'waiting',
] as const satisfies readonly Person[]

/** The samples of the tables of a feature, by the name of the table. */
export type TableSamples = (company: TestCompany) => Readonly<Record<string, TableSample>>

/** What a feature writes into histories of records, for the test that asks for a word for each of it in all languages. */
export type HistorySample = {
  /** Where the words of the values are, by the kind of record that the feature owns. */
  readonly words?: Readonly<Record<string, HistoryWords>>
  /** Fields whose values are of a list, by the kind of record and the field. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Fields that hold what people and programs wrote, names, and codes that are read as they are. */
  readonly free?: Readonly<Record<string, readonly string[]>>
  /** Commands and lookups that leave no entry. */
  readonly silent?: readonly string[]
  /** Names of entries that no command leaves, but a job. */
  readonly byJobs?: readonly string[]
}

/** One piece in ten-thousandths. */
export const PIECE = 10_000

export const PERIOD = { from: '2026-01-01', until: '2026-12-31' }

/** Returns a sample that needs no record. */
export const fixed =
  (input: object = {}): Sample =>
  async () => ({ ...input })

/** The common sample of all lists. */
export const list = fixed({ search: 'κερ', page: 1, descending: true })

/** Returns a sample with a new order in the given status. */
export const inStatus =
  ({ order }: TestCompany) =>
  (status: OrderStatus, more: object = {}): Sample =>
  async () => ({ id: await order(status), ...more })

/** A JPEG image of one grey pixel. */
export const SMALL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=='

/** Runs a statement that makes a record and returns its id. */
export const idOf = async (db: Database, insert: Sql): Promise<number> => (await db.one<{ id: number }>(insert)).id
