/**
 * Opens a backup and reads its files. Nothing is unpacked to a disk, so no name in the zip can reach a place there. Every file must be
 * in the manifest with its size and hash.
 */
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type FileOfZip, fileOfTable, FORMAT, MANIFEST, type Manifest, zManifest } from '../../domain/manifest.ts'
import { BrokenBackup } from './broken-backup.ts'
import { decrypted, isEncrypted } from './encryption.ts'
import { spool } from './spool.ts'

const MOST_ENTRIES = 2_000_000
const MOST_MANIFEST_BYTES = 200_000_000
/** Rows of a business compress to about a tenth. A zip that grows by more was made to fill a disk or to block the server. */
const MOST_GROWTH = 200
/** A small zip may grow by more, because its few rows resemble each other. */
const FREE_BYTES = 50_000_000
/** So many bytes show whether a file is encrypted. */
const START_BYTES = 64
/** The most characters of a row, which may contain a file. */
const MOST_LINE = 200_000_000

export type Archive = {
  readonly manifest: Manifest
  /** Yields the rows of a table, some at a time. Throws BrokenBackup at the end if they are not those of the manifest. */
  lines(table: string): AsyncGenerator<readonly string[]>
  /** Yields the bytes of a file. Throws BrokenBackup at the end if it is not the file of the manifest. */
  bytes(name: string): AsyncGenerator<Uint8Array>
  /** Reads every file once, and throws BrokenBackup if one is not that of the manifest. */
  verify(): Promise<void>
  close(): void
}

/** Opens a backup. An encrypted one is decrypted into the file `plain`, which `close` deletes. */
export async function openArchive(path: string, plain: string, passphrase: string | null): Promise<Archive> {
  if (!isEncrypted(await startOf(path))) return read(path, () => {})
  return openStream(createReadStream(path), plain, passphrase)
}

/** Opens a backup that is read from elsewhere. It is copied into the file `plain`, decrypted if it is encrypted; `close` deletes the copy. */
export async function openStream(
  content: AsyncIterable<Uint8Array>,
  plain: string,
  passphrase: string | null,
): Promise<Archive> {
  const forget = (): void => rmSync(plain, { force: true })
  forget()
  try {
    await spool(plain, readable(content, passphrase))
    return await read(plain, forget)
  } catch (error) {
    forget()
    throw error
  }
}

/** Yields a content that may be encrypted, without encryption. */
async function* readable(content: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    start = Buffer.concat([start, next.value])
    if (start.length >= START_BYTES) break
  }
  const whole = (async function* (): AsyncGenerator<Uint8Array> {
    yield start
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
  if (!isEncrypted(start)) return yield* whole
  if (passphrase === null) throw new BrokenBackup('no-passphrase')
  yield* decrypted(whole, passphrase)
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function read(path: string, forget: () => void): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(() => {
    throw new BrokenBackup('no-zip')
  })
  const close = (): void => {
    zip.close()
    forget()
  }
  try {
    const entries = await entriesOf(zip, (await stat(path)).size)
    const manifest = await manifestOf(zip, entries)
    const files = filesOf(manifest)
    for (const name of files.keys()) if (!entries.has(name)) throw new BrokenBackup('missing-file', name)
    for (const name of entries.keys())
      if (name !== MANIFEST && !files.has(name)) throw new BrokenBackup('extra-file', name)
    return archiveOf(zip, entries, manifest, files, close)
  } catch (error) {
    zip.close()
    throw error
  }
}

function archiveOf(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  manifest: Manifest,
  files: ReadonlyMap<string, FileOfZip>,
  close: () => void,
): Archive {
  const bytes = (name: string): AsyncGenerator<Uint8Array> =>
    checkedBytes(zip, entries.get(name), name, files.get(name))
  return {
    manifest,
    bytes,
    lines: (table) => linesOf(bytes(fileOfTable(table)), fileOfTable(table), manifest.tables[table]?.rows ?? 0),
    async verify() {
      for (const table of Object.keys(manifest.tables))
        for await (const _ of linesOf(
          bytes(fileOfTable(table)),
          fileOfTable(table),
          manifest.tables[table]?.rows ?? 0,
        ));
      for (const name of Object.keys(manifest.files)) for await (const _ of bytes(name));
    },
    close,
  }
}

/** Returns all files that a manifest names. */
const filesOf = ({ tables, files }: Manifest): ReadonlyMap<string, FileOfZip> =>
  new Map([
    ...Object.entries(tables).map(([table, file]): [string, FileOfZip] => [fileOfTable(table), file]),
    ...Object.entries(files),
  ])

/** Returns the entries of a zip by name. Refuses names that leave the zip, repeated names, and a zip that grows too much. */
async function entriesOf(zip: ZipFile, size: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  if (zip.entryCount > MOST_ENTRIES) throw new BrokenBackup('too-large')
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new BrokenBackup('extra-file', entry.fileName.slice(0, 200))
      entries.set(entry.fileName, entry)
      bytes += entry.uncompressedSize
    }
  } catch (error) {
    if (error instanceof BrokenBackup) throw error
    throw new BrokenBackup(/path|characters/i.test((error as Error).message) ? 'path' : 'no-zip')
  }
  if (bytes > FREE_BYTES + MOST_GROWTH * size) throw new BrokenBackup('too-large')
  return entries
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST)
  if (!entry || entry.uncompressedSize > MOST_MANIFEST_BYTES) throw new BrokenBackup('no-backup')
  const parts: Uint8Array[] = []
  for await (const part of entryBytes(zip, entry, MANIFEST)) parts.push(part)
  let content: unknown
  try {
    content = JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw new BrokenBackup('no-backup')
  }
  const { format } = (content ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) throw new BrokenBackup('newer-format')
  const parsed = zManifest.safeParse(content)
  if (!parsed.success) throw new BrokenBackup('no-backup')
  return parsed.data
}

/** Yields the bytes of an entry. The library checks that they are as many as the zip says. */
async function* entryBytes(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
  } catch {
    throw new BrokenBackup('changed', name)
  }
}

async function* checkedBytes(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
  file: FileOfZip | undefined,
): AsyncGenerator<Uint8Array> {
  if (!entry || !file) throw new BrokenBackup('missing-file', name)
  if (entry.uncompressedSize !== file.bytes) throw new BrokenBackup('changed', name)
  const hash = createHash('sha256')
  for await (const part of entryBytes(zip, entry, name)) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== file.sha256) throw new BrokenBackup('changed', name)
}

/** Yields the rows in a file, those of one piece of the file at a time. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  expected: number,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8')
  let begun: string[] = []
  let length = 0
  let rows = 0
  for await (const part of bytes) {
    const lines = decoder.decode(part, { stream: true }).split('\n')
    const last = lines.pop() ?? ''
    const [first, ...others] = lines
    if (first !== undefined) {
      const whole = [begun.join('') + first, ...others]
      rows += whole.length
      yield whole
      begun = []
      length = 0
    }
    begun.push(last)
    length += last.length
    if (length > MOST_LINE) throw new BrokenBackup('changed', name)
  }
  if (length > 0 || rows !== expected) throw new BrokenBackup('changed', name)
}
