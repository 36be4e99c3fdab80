/** Common parts of the samples of the features. */
import type { HistoryWords } from '#kernel/history/words.ts'
import { type Database, type Sql, sql } from '#server/db/database.ts'
import type { Person, SampleCompany } from './sample-company.ts'

/** Returns a valid input. Each use needs a new one, because a command changes the records that it names. */
export type Sample = () => Promise<Record<string, unknown>>

/** The samples of a feature: one for each of its commands, queries, lookups and papers, by name. */
export type Samples = (company: SampleCompany) => Readonly<Record<string, Sample>>

/** The methods of the data API that have samples. */
export const TABLE_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type TableMethod = (typeof TABLE_METHODS)[number]

/** The sample of a table for the tests of the data API. */
export type TableSample = {
  /**
   * The people who may use a method (C-49, C-86): one sign for each person of `MAY_COLUMNS`. `+` is yes, `o` is own
   * records only, `-` is no. An omitted method is not allowed for any person.
   */
  readonly may: Readonly<Partial<Record<TableMethod, string>>>
  /** Returns a record with all fields that can be created. Omit it if programs cannot create records. */
  readonly record?: () => Promise<Readonly<Record<string, unknown>>>
  /** Returns the id of a row on which a method may be tested. */
  readonly row: (method: TableMethod) => Promise<number>
  /** A change of the row that all people with PATCH may make. Omit it if programs cannot change records. */
  readonly change?: Readonly<Record<string, unknown>>
}

/** Returns the record that a test sends with a method: a new one for POST, otherwise the change of the row `id`. */
export async function recordFor(
  sample: TableSample,
  method: TableMethod,
  id: number,
): Promise<Record<string, unknown>> {
  return method === 'POST' ? { ...(await sample.record?.()) } : { id, ...sample.change }
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
export type TableSamples = (company: SampleCompany) => Readonly<Record<string, TableSample>>

/** What a feature writes into histories. A test demands a text for each part in all languages. */
export type HistorySample = {
  /** The text groups of the values, by the kind of record that the feature owns. */
  readonly words?: Readonly<Record<string, HistoryWords>>
  /** Fields whose values are of a list, by the kind of record and the field. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Fields with text of people and programs, names, or codes that are shown unchanged. */
  readonly free?: Readonly<Record<string, readonly string[]>>
  /** Commands, lookups and uploads that leave no entry. */
  readonly silent?: readonly string[]
  /** Names of entries that jobs write. */
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
  ({ order }: SampleCompany) =>
  (status: string, more: object = {}): Sample =>
  async () => ({ id: await order(status), ...more })

/** A JPEG image of one grey pixel. */
export const SMALL_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=='

/** Adds a provider and returns its id. */
export const addProvider = (db: Database, name = 'Κηροχημική ΑΕ'): Promise<number> =>
  idOf(db, sql`insert into providers (name) values (${name}) returning id`)

/** Runs a statement that makes a record and returns its id. */
export const idOf = async (db: Database, insert: Sql): Promise<number> => (await db.one<{ id: number }>(insert)).id
