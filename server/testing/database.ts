/** Opens an empty migrated database for a test, on the engine of the test run. */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { asAdmin, databaseUrl, pgliteTemplate, postgresTemplate } from '#server/testing/template.ts'

/** The engine of the test run, from TEST_ENGINE; 'pglite' unless it is 'postgres'. */
export const TEST_ENGINE: Database['engine'] = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite'

let opened = 0

/** Returns how many databases this file has opened so far. */
export const databasesOpened = (): number => opened

let pgliteFile: Promise<string> | undefined
let postgresName: Promise<string> | undefined

/** Opens a database for one test; `close` deletes it. */
export function testDatabase(engine: Database['engine'] = TEST_ENGINE): Promise<Database> {
  // scripts/server-tests.ts finds by its imports whether a test runs once; an import that it missed fails here
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
