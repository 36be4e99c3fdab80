/**
 * Keeps answers of queries in the memory of the process until a table changes that they were read from.
 * docs/decisions/0017-kept-answers.md says why such an answer is right.
 */
import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { ANSWER_LIFE_MS } from '#kernel/contract.ts'
import type { Database } from '#server/db/database.ts'
import { readCatalog, TablesInSql } from './tables-in-sql.ts'

/** After a sign of another process it counts as running for this time. */
const COMPANY_MILLISECONDS = 600_000
/** A process counts as one of several until the processes have been counted. */
const FIRST_COUNT_MILLISECONDS = 10_000
/** Compressing a smaller answer costs more than sending it. */
const LEAST_PACKED_BYTES = 2_048
/** What an answer needs beside its bytes. */
const EXTRA_BYTES = 600

/** Tables of the frame, which change all the time. Answers that read them are not kept. */
export const NEVER_KEPT: readonly string[] = [
  'api_keys',
  'history',
  'idempotency_keys',
  'jobs',
  'known_devices',
  'refresh_tokens',
  'schedules',
  'schema_migrations',
  'service_turns',
  'sessions',
  'sign_in_attempts',
]
/** The text of an answer, compressed if it is long, and its ETag. */
export type Packed = { readonly bytes: Buffer; readonly gzip: boolean; readonly etag: string }

type Kept = Packed & { readonly tables: readonly string[]; readonly sequence: number; readonly startedAt: number }

/** A read under way. */
type Reading = Pick<Kept, 'sequence' | 'startedAt'> & {
  readonly tables: Set<string>
  /** False while the read waits for its turn. */
  runs: boolean
  keepable: boolean
}

export type KeptAnswersParts = {
  readonly mostBytes: number
  /** True if no other process can use the database. */
  readonly alone: boolean
  readonly lifeMilliseconds?: number
  readonly now?: () => number
}

/** Called by the reader of an answer with each statement, before it runs. */
export type Seen = (text: string) => void

export class KeptAnswers {
  readonly #kept: LRUCache<string, Kept>
  readonly #readings = new Map<string, { readonly reading: Reading; readonly answer: Promise<Packed> }>()
  readonly #now: () => number
  readonly #life: number
  readonly #onlyProcess: boolean
  #aloneFrom: number
  #tables: TablesInSql | null = null
  /** Changes are numbered. An answer is right if none of its tables changed since its read began. */
  #sequence = 0
  readonly #changedAt = new Map<string, number>()
  #anythingChangedAt = 0
  #connected = false

  constructor({
    mostBytes,
    alone,
    lifeMilliseconds = ANSWER_LIFE_MS,
    now = () => performance.now(),
  }: KeptAnswersParts) {
    this.#life = lifeMilliseconds
    this.#now = now
    this.#onlyProcess = alone
    this.#aloneFrom = now() + FIRST_COUNT_MILLISECONDS
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + EXTRA_BYTES,
    })
  }

  /** The number of answers in memory, and their bytes. */
  get size(): { readonly answers: number; readonly bytes: number } {
    return { answers: this.#kept.size, bytes: this.#kept.calculatedSize }
  }

  /** Reads the catalog of the migrated database. Until then nothing is kept. */
  async use(db: Database): Promise<void> {
    this.#tables = new TablesInSql(await readCatalog(db))
    this.wroteAnything()
  }

  /** Returns the tables that a statement changes and answers may be read from. */
  writtenBy(text: string): readonly string[] {
    return this.#tables?.writtenBy(text).filter((table) => !NEVER_KEPT.includes(table)) ?? []
  }

  /** Tables may have changed, here or at another process. */
  wrote(tables: readonly string[]): void {
    this.#sequence += 1
    for (const table of tables) this.#changedAt.set(table, this.#sequence)
  }

  wroteAnything(): void {
    this.#sequence += 1
    this.#anythingChangedAt = this.#sequence
    this.#kept.clear()
  }

  /** Other processes are heard from now on; earlier changes may have been missed. */
  connected(): void {
    this.#connected = true
    this.wroteAnything()
  }

  /** Changes at other processes are not heard from now on, so nothing is kept. */
  disconnected(): void {
    this.#connected = false
    this.wroteAnything()
  }

  /** There is another process on this database. */
  metAnother(): void {
    this.#aloneFrom = this.#now() + COMPANY_MILLISECONDS
  }

  /**
   * Returns the answer for a key: a kept one, or the one that `read` reads. `key` contains everything on which the answer
   * depends beside the database. With `afresh` the answer contains every change that any process has committed so far.
   */
  async answer(key: string, afresh: boolean, read: (seen: Seen) => Promise<unknown>): Promise<Packed> {
    const mayBeOlder = !afresh || this.#onlyProcess || this.#now() >= this.#aloneFrom
    if (mayBeOlder) {
      const kept = this.#kept.get(key)
      if (kept) {
        if (this.#isRight(kept)) return kept
        this.#kept.delete(key)
      }
      const other = this.#readings.get(key)
      // the failure of another person's read may have to do with that person
      if (other && this.#mayJoin(other.reading)) return other.answer.catch(() => this.#read(key, read))
    }
    return this.#read(key, read)
  }

  #isRight({ tables, sequence, startedAt }: Pick<Kept, 'tables' | 'sequence' | 'startedAt'>): boolean {
    return (
      this.#connected &&
      this.#anythingChangedAt <= sequence &&
      startedAt + this.#life > this.#now() &&
      tables.every((table) => (this.#changedAt.get(table) ?? 0) <= sequence)
    )
  }

  /** Reports whether a read under way began after every change so far, and does not wait for its turn. */
  #mayJoin({ runs, keepable, sequence, startedAt }: Reading): boolean {
    return runs && keepable && sequence === this.#sequence && this.#isRight({ tables: [], sequence, startedAt })
  }

  async #read(key: string, read: (seen: Seen) => Promise<unknown>): Promise<Packed> {
    const { sequence, startedAt } = { sequence: this.#sequence, startedAt: this.#now() }
    const reading: Reading = { sequence, startedAt, tables: new Set(), runs: false, keepable: this.#tables !== null }
    const answer = read((text) => this.#see(reading, text)).then(pack)
    const entry = { reading, answer }
    this.#readings.set(key, entry)
    try {
      const packed = await answer
      const kept = { ...packed, sequence, startedAt, tables: [...reading.tables] }
      if (reading.keepable && reading.runs && this.#isRight(kept)) this.#kept.set(key, kept)
      return packed
    } finally {
      if (this.#readings.get(key) === entry) this.#readings.delete(key)
    }
  }

  #see(reading: Reading, text: string): void {
    reading.runs = true
    if (!this.#tables) return
    const { tables, usesClock } = this.#tables.readBy(text)
    for (const table of tables) reading.tables.add(table)
    if (usesClock || tables.some((table) => NEVER_KEPT.includes(table))) reading.keepable = false
  }
}

function pack(answer: unknown): Packed {
  const text = Buffer.from(JSON.stringify(answer))
  // weak, because the compressed and the plain answer have the same one
  const etag = `W/"${hash('sha1', text, 'base64url')}"`
  return text.length < LEAST_PACKED_BYTES
    ? { bytes: text, gzip: false, etag }
    : { bytes: gzipSync(text, { level: 1 }), gzip: true, etag }
}

/** Returns the text of an answer without compression. */
export const unpacked = ({ bytes, gzip }: Packed): Buffer => (gzip ? gunzipSync(bytes) : bytes)
