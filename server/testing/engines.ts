/** For the tests of server/db: an empty, unmigrated database on either engine. */
import { randomUUID } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { asAdmin, databaseUrl, emptyPgliteTemplate } from '#server/testing/template.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'

/** The PostgreSQL server of a test file: the given one, or one of its own. */
export async function testServer(): Promise<ThrowawayPostgres> {
  const url = process.env['TEST_DATABASE_URL']
  return url
    ? { url, halt: async () => {}, resume: async () => {}, stop: async () => {}, kill: async () => {} }
    : startThrowawayPostgres({ fsync: false })
}

/** The address of a new, empty database on the server. */
export async function emptyDatabaseOn(server: ThrowawayPostgres): Promise<string> {
  const name = `kerino_empty_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server.url, async (admin) => {
    await admin.query(`create database ${name}`)
  })
  return databaseUrl(server.url, name)
}

/** An empty database on the engine. */
export async function emptyDatabase(engine: Database['engine'], server: ThrowawayPostgres): Promise<Database> {
  return engine === 'pglite'
    ? openPglite('memory', { load: await openAsBlob(await emptyPgliteTemplate()) })
    : openPostgres(await emptyDatabaseOn(server))
}

/** Another process of the product's own Node, running a few lines of code in the project's folder. */
export function anotherProcess(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What a process wrote until it ended. */
export async function outcome(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}
