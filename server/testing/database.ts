/** A fresh, migrated, empty database for a test, on the engine of this run. */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { asAdmin, databaseUrl, pgliteTemplate, postgresTemplate } from '#server/testing/template.ts'

/** The engine the tests run on: TEST_ENGINE, 'pglite' unless it says 'postgres'. */
export const TEST_ENGINE: Database['engine'] = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite'

let opened = 0

/** How many databases were opened here so far. */
export const databasesOpened = (): number => opened

let pgliteFile: Promise<string> | undefined
let postgresName: Promise<string> | undefined

/** Opens a database of the test's own; `close` throws it away. */
export function testDatabase(engine: Database['engine'] = TEST_ENGINE): Promise<Database> {
  // what runs once is found by its imports (scripts/server-tests.ts); an import that cannot be read there ends here
  if (process.env['TEST_ENGINE'] === 'none') throw new Error('A test that runs once opens a database of the run')
  opened += 1
  return engine === 'postgres' ? postgresCopy() : pgliteCopy()
}

async function pgliteCopy(): Promise<Database> {
  pgliteFile ??= pgliteTemplate()
  return openPglite('memory', { load: await openAsBlob(await pgliteFile) })
}

async function postgresCopy(): Promise<Database> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server)
    throw new Error(
      'TEST_ENGINE=postgres needs TEST_DATABASE_URL, or server/testing/template.ts as the global setup of vitest',
    )
  postgresName ??= postgresTemplate(server)
  const template = await postgresName
  const name = `kerino_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server, async (admin) => {
    await admin.query(`create database ${name} template ${template}`)
  })
  const database = await openPostgres(databaseUrl(server, name))
  return {
    ...database,
    async close() {
      await database.close()
      await asAdmin(server, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}
