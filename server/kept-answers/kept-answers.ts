/**
 * Keeps answers of queries in the memory of the process until a table changes that they were read from.
 * docs/decisions/0017-kept-answers.md says why such an answer is right.
 */
import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { ANSWER_LIFE_MS } from '#kernel/contract.ts'
import { type KnownTables, NEVER_KEPT } from './known-tables.ts'

/** After a sign of another process, it is assumed to run for this time. */
const OTHER_PROCESS_MILLISECONDS = 600_000
/** A process counts as one of several until the processes have been counted. */
const FIRST_COUNT_MILLISECONDS = 10_000
/** Compressing a smaller answer costs more than sending it. */
const LEAST_PACKED_BYTES = 2_048
/** What an answer needs beside its bytes. */
const EXTRA_BYTES = 600

/** The text of an answer, compressed if it is long, its ETag, and what it is about. */
type Packed = {
  readonly bytes: Buffer
  readonly gzip: boolean
  readonly etag: string
  readonly about: readonly string[]
}

/** When a read began: its number, the number of the last change before it, and the time. */
type Begin = { readonly number: number; readonly sequence: number; readonly startedAt: number }

type Kept = Packed & Begin & { readonly tables: readonly string[] }

/** A read that has begun, with the tables of its statements so far. */
type Reading = Begin & { readonly answer: Promise<Packed>; readonly tables: Set<string>; keepable: boolean }

/** A read waits until its first statement, and runs from then on. */
type Stage = { readonly name: 'waiting' } | { readonly name: 'running'; readonly reading: Reading }

/** Whether this process receives the notifications of changes that other processes make. */
type Notifications = 'not received yet' | 'received' | 'missed'

type KeptAnswersParts = {
  readonly tables: KnownTables
  readonly mostBytes: number
  /** True if no other process can use the database. */
  readonly isOnlyProcess: boolean
  readonly lifeMilliseconds?: number
  readonly now?: () => number
}

/** Called by the reader of an answer with each statement, before it runs. */
export type Seen = (text: string) => void

/** How the answer is read if it is not known. */
type Reader = {
  /** Calls `act` when the person who asks may run one more query. */
  readonly inTurn: (act: () => Promise<Packed>) => Promise<Packed>
  /** Reads the answer. A failure must not depend on the person, because it is given to everyone who waits for the answer. */
  readonly read: (seen: Seen) => Promise<{ readonly answer: unknown; readonly about: readonly string[] }>
}

/** A question, the number of the last read that had begun when it was received, and whether an older answer is right. */
type Question = { readonly key: string; readonly received: number; readonly mayBeOlder: boolean }

export class KeptAnswers {
  readonly #kept: LRUCache<string, Kept>
  /** The reads that have begun, and the answers of those that have not. Each key has at most one of both. */
  readonly #running = new Map<string, Reading>()
  readonly #waiting = new Map<string, Promise<Packed>>()
  readonly #now: () => number
  readonly #life: number
  readonly #isOnlyProcess: boolean
  #onlyProcessFrom: number
  readonly #tables: KnownTables
  /** Changes are numbered. An answer is right if none of its tables changed since its read began. */
  #sequence = 0
  readonly #changedAt = new Map<string, number>()
  #anythingChangedAt = 0
  /** Reads are numbered in the order in which they begin. */
  #reads = 0
  #notifications: Notifications = 'not received yet'

  constructor({
    tables,
    mostBytes,
    isOnlyProcess,
    lifeMilliseconds = ANSWER_LIFE_MS,
    now = () => performance.now(),
  }: KeptAnswersParts) {
    this.#tables = tables
    this.#life = lifeMilliseconds
    this.#now = now
    this.#isOnlyProcess = isOnlyProcess
    this.#onlyProcessFrom = now() + FIRST_COUNT_MILLISECONDS
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + EXTRA_BYTES,
    })
  }

  /** The number of answers in memory, and their bytes. */
  get size(): { readonly answers: number; readonly bytes: number } {
    return { answers: this.#kept.size, bytes: this.#kept.calculatedSize }
  }

  /** Marks the answers that were read from these tables as outdated. The change may be of another process. */
  wrote(tables: readonly string[]): void {
    this.#sequence += 1
    for (const table of tables) this.#changedAt.set(table, this.#sequence)
  }

  /** Drops all answers, because any table may have changed. */
  wroteAnything(): void {
    this.#sequence += 1
    this.#anythingChangedAt = this.#sequence
    this.#kept.clear()
  }

  /**
   * Drops all answers, because earlier notifications may have been missed. Keeps new answers from now on, because
   * notifications of other processes are received.
   */
  connected(): void {
    // another process may have started while notifications were missed
    if (this.#notifications === 'missed') this.foundOtherProcess()
    else this.#onlyProcessFrom = Math.max(this.#onlyProcessFrom, this.#now() + FIRST_COUNT_MILLISECONDS)
    this.#notifications = 'received'
    this.wroteAnything()
  }

  /** Drops all answers and keeps none from now on, because notifications of other processes are missed. */
  disconnected(): void {
    this.#notifications = 'missed'
    this.wroteAnything()
  }

  /** Assumes for `OTHER_PROCESS_MILLISECONDS` that another process uses this database. */
  foundOtherProcess(): void {
    this.#onlyProcessFrom = this.#now() + OTHER_PROCESS_MILLISECONDS
  }

  /**
   * Returns the answer for a key: a kept one, that of another person's read, or one that is read now. `key` contains
   * everything on which the answer depends beside the database. With `mustBeNew` the answer contains every change that any
   * process has committed so far.
   */
  async answer(key: string, mustBeNew: boolean, { inTurn, read }: Reader): Promise<Packed> {
    const question = { key, received: this.#reads, mayBeOlder: !mustBeNew || !this.#mayHaveOthers() }
    return this.#known(question) ?? inTurn(async () => this.#known(question) ?? this.#next(key, read))
  }

  /** Reports whether another process may use the database, whose changes this process learns a moment later. */
  #mayHaveOthers(): boolean {
    return !this.#isOnlyProcess && this.#now() < this.#onlyProcessFrom
  }

  /** Returns the kept answer or that of the running read, if it is right for the question. */
  #known({ key, received, mayBeOlder }: Question): Packed | Promise<Packed> | undefined {
    const kept = this.#kept.get(key)
    if (kept && !this.#isRight(kept)) this.#kept.delete(key)
    else if (kept && (mayBeOlder || kept.number > received)) return kept
    const running = this.#running.get(key)
    if (running && (running.number > received || (mayBeOlder && this.#hasEveryChange(running)))) return running.answer
    return undefined
  }

  /** Reports whether a read is young enough, and this process learns of the changes of others. */
  #isCurrent(startedAt: number): boolean {
    return this.#notifications === 'received' && startedAt + this.#life > this.#now()
  }

  /** Reports whether a running read began after every change so far. */
  #hasEveryChange({ keepable, sequence, startedAt }: Reading): boolean {
    return keepable && sequence === this.#sequence && this.#isCurrent(startedAt)
  }

  /** Returns the answer of the read that has not begun. It contains every change so far. */
  #next(key: string, read: Reader['read']): Promise<Packed> {
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const answer = this.#read(key, read)
    this.#waiting.set(key, answer)
    return answer
  }

  #isRight({ tables, sequence, startedAt }: Kept): boolean {
    return (
      this.#isCurrent(startedAt) &&
      this.#anythingChangedAt <= sequence &&
      tables.every((table) => (this.#changedAt.get(table) ?? 0) <= sequence)
    )
  }

  /** Reads an answer after the running read of the same key has ended, and keeps it if it is still right. */
  async #read(key: string, read: Reader['read']): Promise<Packed> {
    await this.#running.get(key)?.answer.catch(() => undefined)
    let stage = { name: 'waiting' } as Stage
    const seen: Seen = (text) => {
      if (stage.name === 'waiting') stage = { name: 'running', reading: this.#begin(key) }
      this.#see(stage.reading, text)
    }
    try {
      const packed = pack(await read(seen))
      if (stage.name === 'running') this.#keep(key, packed, stage.reading)
      return packed
    } finally {
      // a read that failed before its first statement still waits
      if (stage.name === 'waiting') this.#waiting.delete(key)
      else this.#running.delete(key)
    }
  }

  /** Keeps the answer of a read if it is still right. */
  #keep(key: string, packed: Packed, { keepable, number, sequence, startedAt, tables }: Reading): void {
    const kept = { ...packed, number, sequence, startedAt, tables: [...tables] }
    if (keepable && this.#isRight(kept)) this.#kept.set(key, kept)
  }

  /** The first statement of a read comes next, so it contains every change so far. */
  #begin(key: string): Reading {
    this.#reads += 1
    const reading: Reading = {
      number: this.#reads,
      sequence: this.#sequence,
      startedAt: this.#now(),
      answer: this.#waiting.get(key) as Promise<Packed>,
      tables: new Set(),
      keepable: true,
    }
    this.#waiting.delete(key)
    this.#running.set(key, reading)
    return reading
  }

  #see(reading: Reading, text: string): void {
    const read = this.#tables.readBy(text)
    for (const table of read?.tables ?? []) reading.tables.add(table)
    if (!read || read.usesClock || read.tables.some((table) => NEVER_KEPT.includes(table))) reading.keepable = false
  }
}

function pack({ answer, about }: Awaited<ReturnType<Reader['read']>>): Packed {
  const text = Buffer.from(JSON.stringify(answer))
  // weak, because the compressed and the plain answer have the same one
  const etag = `W/"${hash('sha1', text, 'base64url')}"`
  return text.length < LEAST_PACKED_BYTES
    ? { bytes: text, gzip: false, etag, about }
    : { bytes: gzipSync(text, { level: 1 }), gzip: true, etag, about }
}

/** Returns the text of an answer without compression. */
export const unpacked = ({ bytes, gzip }: Packed): Buffer => (gzip ? gunzipSync(bytes) : bytes)
