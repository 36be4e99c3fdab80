/** Writes the contents of a backup from one snapshot of the database into a folder. */
import { join } from 'node:path'
import { objectName } from '#features/photos/server/object-name.ts'
import { PICTURE_SIZE_NAMES } from '#kernel/photo.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { hashOf, readApplied } from '#server/db/migrate.ts'
import { idColumn } from '#server/data-api/parameters.ts'
import { shownRows } from '#server/data-api/rows.ts'
import type { DataTable } from '#server/data-api/table.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import { fileOfObject, fileOfTable, FORMAT, MANIFEST, type Manifest, NAMED_FILES } from '../../domain/manifest.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import { spool } from '../archive/spool.ts'
import { readLines } from './read-rows.ts'
import { shapesOf } from './shapes.ts'

/** The records of a named file that are read at once. */
const RECORDS_AT_ONCE = 500

export type SnapshotParts = {
  readonly db: Database
  /** The tables of the data API by lower-case name. */
  readonly tables: ReadonlyMap<string, DataTable>
  readonly objects: ObjectStore | null
  readonly now: Date
  /** Receives how many rows were written so far. */
  readonly progress: (rows: number) => void
}

type Draft = { -readonly [Key in keyof Manifest]: Manifest[Key] }

/** Writes every file of a backup into `folder`. Returns the names, the manifest last, and the manifest. */
export async function writeSnapshot(
  folder: string,
  parts: SnapshotParts,
): Promise<{ names: readonly string[]; manifest: Manifest }> {
  const manifest = await parts.db.transaction('read', (tx) => writeRows(tx, folder, parts))
  const photos = await inStore(manifest.photos, folder, parts.objects)
  const { photos: _, ...described } = manifest
  const whole: Manifest = { ...described, files: { ...described.files, ...photos } }
  async function* content(): AsyncGenerator<string> {
    yield `${JSON.stringify(whole, null, 2)}\n`
  }
  await spool(join(folder, MANIFEST), content())
  const names = [...Object.keys(whole.files), ...Object.keys(whole.tables).map(fileOfTable), MANIFEST]
  return { names, manifest: whole }
}

/** Writes what the database contains. */
async function writeRows(
  tx: Rows,
  folder: string,
  parts: SnapshotParts,
): Promise<Draft & { photos: readonly string[] }> {
  const described = await describe(tx, parts.now)
  described.tables = await writeTables(tx, folder, parts.progress)
  for (const [name, table] of Object.entries(NAMED_FILES)) {
    const found = parts.tables.get(table)
    if (!found) throw new Error(`The data API has no table ${table}`)
    const records = { count: 0 }
    const written = await spool(join(folder, name), recordsOf(tx, found, parts, records))
    described.files[name] = { rows: records.count, ...written }
  }
  const photos = await tx.many<{ key: string }>(sql`select key from photos where in_store order by key`)
  return { ...described, photos: photos.map(({ key }) => key) }
}

/** Writes the rows of every table. `progress` receives how many were written so far. */
export async function writeTables(
  tx: Rows,
  folder: string,
  progress: (rows: number) => void,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = {}
  let done = 0
  for (const shape of await shapesOf(tx)) {
    let rows = 0
    async function* pieces(): AsyncGenerator<string> {
      for await (const lines of readLines(tx, shape)) {
        rows += lines.length
        done += lines.length
        progress(done)
        yield `${lines.join('\n')}\n`
      }
    }
    const written = await spool(join(folder, fileOfTable(shape.table)), pieces())
    tables[shape.table] = { rows, ...written }
  }
  return tables
}

/** Returns the manifest without files. */
async function describe(tx: Rows, now: Date): Promise<Draft> {
  const company = await tx.maybe<{ name: string | null }>(
    sql`select value ->> 'name' as name from settings where name = 'company'`,
  )
  return {
    product: 'kerino',
    format: FORMAT,
    madeAt: now.toISOString(),
    company: company?.name ?? '',
    ...(await versionOf(tx)),
    tables: {},
    files: {},
    sequences: await sequencesOf(tx),
  }
}

/** Returns the last number of each sequence; null if it was never used. */
export async function sequencesOf(rows: Rows): Promise<Record<string, number | null>> {
  const sequences = await rows.many<{ name: string; last: number | null }>(
    sql`select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(sequences.map(({ name, last }) => [name, last]))
}

/** Returns the version of a database: its last migration, and a hash over all of them. */
export async function versionOf(rows: Rows): Promise<{ version: string; migrations: string }> {
  const applied = await readApplied(rows)
  return { version: applied.at(-1)?.name ?? '', migrations: hashOf(applied) }
}

/** Yields an array of all records of a kind, as programs read them. */
async function* recordsOf(
  tx: Rows,
  table: DataTable,
  { tables, now }: SnapshotParts,
  records: { count: number },
): AsyncGenerator<string> {
  const reading = { rows: tx, actor: SYSTEM, tables, now, cut: new Set<string>() }
  const wanted = { fields: Object.keys(table.fields), related: [] }
  const id = idColumn(table)
  yield '['
  for (let after = 0; ; ) {
    const found = await shownRows(
      reading,
      table,
      wanted,
      sql`where ${id} > ${after}::bigint order by ${id} limit ${RECORDS_AT_ONCE}`,
    )
    const last = found.at(-1)
    if (!last) break
    yield `${records.count > 0 ? ',' : ''}\n${found.map(({ row }) => JSON.stringify(row)).join(',\n')}`
    records.count += found.length
    after = last.id
  }
  yield '\n]\n'
}

/** Writes the photos of the object store. Their content never changes, so they belong to every snapshot that names them. */
export async function inStore(
  keys: readonly string[],
  folder: string,
  objects: ObjectStore | null,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = {}
  if (keys.length > 0 && objects === null) throw new BrokenBackup('no-store')
  for (const key of keys) {
    for (const size of PICTURE_SIZE_NAMES) {
      const name = objectName(key, size)
      const answer = await objects?.get(name)
      if (answer?.kind !== 'found')
        throw new BrokenBackup(answer?.kind === 'absent' ? 'missing-photo' : 'no-store', name)
      async function* content(): AsyncGenerator<Uint8Array> {
        if (answer?.kind === 'found') yield answer.content
      }
      files[fileOfObject(name)] = await spool(join(folder, fileOfObject(name)), content())
    }
  }
  return files
}
