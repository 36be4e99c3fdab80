/**
 * Measures a backup, the loss of all rows, a restore and the export as CSV and SQL: seconds, size, and the most memory of the process. Every
 * table hash must be equal afterwards.
 *
 * Run `BENCH_ORDERS=10000 node bench/backup/whole.ts [--engine=pglite]`. PostgreSQL is a temporary server, or the one at DATABASE_URL. The embedded
 * database runs in this process, so its own memory is included. With `--expose-gc` it also reports the memory that is still in use after a
 * collection, every second: what grows there is kept, and what grows only in the process is not collected yet.
 */
import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openArchive } from '#features/backup/server/archive/open-archive.ts'
import { spool } from '#features/backup/server/archive/spool.ts'
import { archiveOf } from '#features/backup/server/archive/write-archive.ts'
import { replaceContents } from '#features/backup/server/contents/load.ts'
import { readLines } from '#features/backup/server/contents/read-rows.ts'
import { shapesOf } from '#features/backup/server/contents/shapes.ts'
import { writeSnapshot } from '#features/backup/server/contents/snapshot.ts'
import { CONTAINED } from '#features/backup/server/contents/table-list.ts'
import { exportTo } from '#features/backup/server/out/export-to.ts'
import { sql } from '#server/db/database.ts'
import { tableRegistry } from '#server/data-api/table.ts'
import { tables } from '#app/server/features.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { pglitePlace, postgresPlace } from '../places.ts'

const { values: options } = parseArgs({ options: { engine: { type: 'string', default: 'postgres' } } })
const MB = 1_000_000
const LOOK_MILLISECONDS = 20
const COLLECT_MILLISECONDS = 1_000

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
const folder = temporaryFolder('bench-backup')

/** Returns what was in use at the beginning, at the end and at most, in words; nothing without `--expose-gc`. */
const inUse = (kept: readonly number[]): string =>
  kept.length === 0
    ? ''
    : `, in use ${[kept[0] ?? 0, kept.at(-1) ?? 0, Math.max(...kept)].map((bytes) => (bytes / MB).toFixed(0)).join(', ')} MB (first, last, most)`

/** Reports how long `work` took, and the most memory of the process during it. */
async function measured<T>(title: string, work: () => Promise<T>): Promise<T> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, LOOK_MILLISECONDS)
  const kept: number[] = []
  const collecting = setInterval(() => {
    if (!globalThis.gc) return
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    kept.push(heapUsed + external)
  }, COLLECT_MILLISECONDS)
  const began = performance.now()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    clearInterval(collecting)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${title}: ${seconds} s, memory ${Math.round(before / MB)} to ${Math.round(most / MB)} MB, load ${loadavg()[0]?.toFixed(1)}${inUse(kept)}`,
    )
  }
}

/** Returns the hash of each table. */
const hashes = (): Promise<Record<string, string>> =>
  db.transaction('read', async (tx) => {
    const found: Record<string, string> = {}
    for (const shape of await shapesOf(tx)) {
      const hash = createHash('sha256')
      for await (const lines of readLines(tx, shape)) hash.update(`${lines.join('\n')}\n`)
      found[shape.table] = hash.digest('hex')
    }
    return found
  })

try {
  const { orders } = await db.one<{ orders: number }>(sql`select count(*)::int as orders from orders`)
  console.log(`${place.description}: ${orders} orders`)
  const now = new Date()
  const path = join(folder, 'backup.zip')
  const written = await measured('rows to the disk', () =>
    writeSnapshot(join(folder, 'work'), { db, tables: tableRegistry(tables), objects: null, now, progress: () => {} }),
  )
  const rows = Object.values(written.manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  await measured('the zip', () =>
    spool(path, archiveOf(join(folder, 'work'), written.names, { passphrase: 'a passphrase', madeAt: now })),
  )
  rmSync(join(folder, 'work'), { recursive: true, force: true })
  console.log(`${rows} rows, ${(statSync(path).size / MB).toFixed(1)} MB encrypted`)
  await measured('the loss of all rows', () =>
    db.script(`set session_replication_role = replica; truncate ${CONTAINED.map((name) => `"${name}"`).join(', ')} cascade;
      set session_replication_role = default`),
  )
  const archive = await measured('the opening of the backup', () =>
    openArchive(path, join(folder, 'plain'), 'a passphrase'),
  )
  await measured('the restore', () => db.transaction('locking', (tx) => replaceContents(tx, archive, async () => {})))
  archive.close()
  const found = await measured('the hashes', hashes)
  const unequal = Object.entries(written.manifest.tables).filter(([table, { sha256 }]) => found[table] !== sha256)
  console.log(`${Object.keys(found).length} tables, ${unequal.length} of them unequal`)
  const out = join(folder, 'kerino.zip')
  await measured('the export', () => exportTo(out, { db, objects: null, now }))
  console.log(`${(statSync(out).size / MB).toFixed(1)} MB as CSV and SQL`)
  if (unequal.length > 0) process.exitCode = 1
} finally {
  await db.close()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
}
