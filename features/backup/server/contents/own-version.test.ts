/** Tests that a backup of an older version is brought to the version of the database. */
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { applyMigrations, MIGRATIONS, readMigrations } from '#server/db/migrate.ts'
import { BACKUP_BEFORE } from '#testing/before-baseline/before-baseline.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyPglite } from '#testing/engines.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openArchive } from '../archive/open-archive.ts'
import { compareContents } from './compare.ts'
import { replaceContents } from './load.ts'
import { inOwnVersion } from './own-version.ts'

const LATER = `alter table customers add column rating integer;
  update customers set rating = length(name) where not system`
const FILES = [
  ...readMigrations(MIGRATIONS),
  { name: '9999_later.sql', text: LATER, sha256: createHash('sha256').update(LATER).digest('hex') },
]

const folder = temporaryFolder('own-version')
const beside = join(folder, 'older')
let db: Database
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { open: emptyPglite, files: FILES }
const openBefore = () => openArchive(BACKUP_BEFORE, join(folder, 'plain'), null)

test('the migrations since then compute the rows of a backup of the version before the baseline', async () => {
  await applyMigrations(db, FILES)
  const archive = await inOwnVersion(db, await openBefore(), beside, options)
  const differences = await db.transaction('read', (tx) => compareContents(tx, archive))
  expect(differences.find(({ table }) => table === 'orders')).toMatchObject({ rows: 5, present: 0, added: 5 })
  await db.transaction('locking', (tx) => replaceContents(tx, archive, async () => {}))
  const differ = (await db.transaction('read', (tx) => compareContents(tx, archive))).filter(
    ({ added, changed, removed }) => added + changed + removed > 0,
  )
  expect(differ).toEqual([])
  expect(
    await db.many(
      sql`select count(*)::int as count from customers where not system and rating is distinct from length(name)`,
    ),
  ).toEqual([{ count: 0 }])
  expect(existsSync(beside)).toBe(true)
  archive.close()
  expect(existsSync(beside)).toBe(false)
})

test('a backup of a version that the program does not know is refused, and nothing stays beside', async () => {
  await db.run(
    sql`update schema_migrations set sha256 = 'other' where name = (select max(name) from schema_migrations)`,
  )
  const archive = await openBefore()
  const unknown = { ...archive, manifest: { ...archive.manifest, migrations: 'other' } }
  await expect(inOwnVersion(db, unknown, beside)).rejects.toMatchObject({ reason: 'other-version' })
  expect(existsSync(beside)).toBe(false)
})
