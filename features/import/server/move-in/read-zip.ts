/** Reads the named files in the backup of an earlier system, one record after the other. */
import { fromBufferPromise, type Entry } from 'yauzl'
import { refuse } from '#kernel/refusal.ts'
import { isTooDeep } from '../../domain/move-in/record.ts'
import { kindNumber, kindOfFile, type SourceKind } from '../../domain/move-in/kinds.ts'

/** The files together, unpacked. A company of 100,000 orders has a tenth of it. */
const MOST_UNPACKED = 2_000_000_000
/** A longer record is none of a business. */
const MOST_RECORD = 5_000_000
const MOST_ENTRIES = 100_000

export type SourceRecord = { readonly kind: SourceKind; readonly record: unknown }

/** Yields the records of all named files, the kinds in the order of the import. Refuses what is no zip, and one that has none of the files. */
export async function* recordsOfZip(content: Buffer): AsyncGenerator<SourceRecord> {
  const zip = await fromBufferPromise(content, { autoClose: false, strictFileNames: true }).catch(() =>
    refuse('refused', 'import.backup-no-zip'),
  )
  try {
    if (zip.entryCount > MOST_ENTRIES) refuse('refused', 'import.backup-too-large')
    const found = new Map<SourceKind, Entry>()
    for await (const entry of entriesOf(zip)) {
      const kind = kindOfFile(entry.fileName)
      if (kind !== null && !found.has(kind)) found.set(kind, entry)
    }
    if (found.size === 0) refuse('refused', 'import.backup-no-files')
    const size = [...found.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    if (size > MOST_UNPACKED) refuse('refused', 'import.backup-too-large')
    // a provider of the file of providers comes before what invoices say of it
    for (const [kind, entry] of [...found].toSorted(([one], [other]) => kindNumber(one) - kindNumber(other)))
      for await (const record of recordsOf(await bytesOf(zip, entry), entry.fileName)) yield { kind, record }
  } finally {
    zip.close()
  }
}

type Zip = Awaited<ReturnType<typeof fromBufferPromise>>

async function* entriesOf(zip: Zip): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch {
    refuse('refused', 'import.backup-no-zip')
  }
}

/** Returns the content of an entry. The library checks that it is as long as the zip says. */
const bytesOf = async (zip: Zip, entry: Entry): Promise<AsyncIterable<Uint8Array>> =>
  zip
    .openReadStreamPromise(entry)
    .catch(() => refuse('refused', 'import.backup-broken-file', { file: entry.fileName })) as Promise<
    AsyncIterable<Uint8Array>
  >

/**
 * Yields the records of a JSON list, also of one that stands in an object as the data API answers it. Only one record is in memory at a
 * time, because a file of a business may be larger than a text can be.
 */
async function* recordsOf(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<unknown> {
  const broken = (): never => refuse('refused', 'import.backup-broken-file', { file })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const splitter = new RecordSplitter(broken)
  try {
    for await (const part of bytes) yield* splitter.add(decoder.decode(part, { stream: true }))
    yield* splitter.add(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError || (error as { code?: string }).code?.startsWith('Z_')) broken()
    throw error
  }
  splitter.end()
}

/** Finds the records of a list in pieces of its text: it counts brackets outside of texts. */
class RecordSplitter {
  readonly #broken: () => never
  #text = ''
  #at = 0
  #begin = -1
  #depth = 0
  #inText = false
  #escaped = false
  #list: 'before' | 'in' | 'after' = 'before'

  constructor(broken: () => never) {
    this.#broken = broken
  }

  *add(part: string): Generator<unknown> {
    this.#text = this.#begin < 0 ? part : this.#text + part
    if (this.#begin < 0) this.#at = 0
    for (; this.#at < this.#text.length && this.#list !== 'after'; this.#at += 1) {
      const record = this.#step(this.#text.charCodeAt(this.#at))
      if (record !== undefined) yield record
    }
    if (this.#begin < 0) return
    this.#text = this.#text.slice(this.#begin)
    this.#at -= this.#begin
    this.#begin = 0
    if (this.#text.length > MOST_RECORD) this.#broken()
  }

  /** Refuses a list that does not end. */
  end(): void {
    if (this.#list !== 'after') this.#broken()
  }

  #step(sign: number): unknown {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (sign === BACKSLASH) this.#escaped = true
      else if (sign === QUOTE) this.#inText = false
      return undefined
    }
    if (sign === QUOTE) this.#inText = true
    else if (this.#list === 'before') this.#seek(sign)
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      if (this.#depth === 0) this.#begin = this.#at
      this.#depth += 1
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) return this.#close()
    return undefined
  }

  /** Finds the list: the whole text, or in an object at the top. A list deeper in that object, as of its description, is another one. */
  #seek(sign: number): void {
    if (sign === OPEN_OBJECT) this.#depth += 1
    else if (sign === CLOSE_OBJECT) this.#depth -= 1
    else if (sign === OPEN_LIST && this.#depth <= 1) {
      this.#list = 'in'
      this.#depth = 0
    }
  }

  #close(): unknown {
    if (this.#depth === 0) {
      this.#list = 'after'
      return undefined
    }
    this.#depth -= 1
    if (this.#depth > 0) return undefined
    const record = this.#parse(this.#text.slice(this.#begin, this.#at + 1))
    this.#begin = -1
    return record
  }

  #parse(text: string): unknown {
    try {
      const record = JSON.parse(text) as unknown
      if (!isTooDeep(record)) return record
    } catch {
      // it is refused like one that is too deep
    }
    return this.#broken()
  }
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
