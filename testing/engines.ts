/** Opens an empty database without tables on either engine, for the tests of server/db. */
import { randomUUID } from 'node:crypto'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import type { PgliteDatabase } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { asAdmin, databaseUrl, emptyPgliteTemplate, openDump, readDump } from '#testing/template.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#testing/throwaway-postgres.ts'

/** Returns the PostgreSQL server of a test file: the one of the environment, or a new one. */
export async function testServer(): Promise<ThrowawayPostgres> {
  const url = process.env['TEST_DATABASE_URL']
  return url
    ? { url, inMemory: false, halt: async () => {}, resume: async () => {}, stop: async () => {}, kill: async () => {} }
    : startThrowawayPostgres({ fsync: false })
}

/** Creates an empty database on the server and returns its address. */
export async function emptyDatabaseOn(server: ThrowawayPostgres): Promise<string> {
  const name = `kerino_empty_${randomUUID().replaceAll('-', '')}`
  await asAdmin(server.url, async (admin) => {
    await admin.query(`create database ${name}`)
  })
  return databaseUrl(server.url, name)
}

/** Opens an empty database on the engine. */
export async function emptyDatabase(engine: Database['engine'], server: ThrowawayPostgres): Promise<Database> {
  return engine === 'pglite' ? emptyPglite() : openPostgres(await emptyDatabaseOn(server))
}

/** Opens an empty embedded database in memory. */
export const emptyPglite = async (): Promise<PgliteDatabase> => openDump(await readDump(await emptyPgliteTemplate()))

/** Starts another Node process that runs some code in the folder of the project. */
export function anotherProcess(code: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits until a process ends, and returns its exit code and output. */
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
