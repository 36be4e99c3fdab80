/**
 * Prepares the program and the database before the first story: the bundled server, and a migrated folder for PGlite, or
 * one PostgreSQL server if the run is for PostgreSQL and names no server.
 */
import { pgliteFolder } from '#testing/template.ts'
import { removeKilledRuns } from '#testing/temporary-folder.ts'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { serverToRun } from '../scripts/bundle/bundle.mjs'
import { engineOfRun } from './server-under-test.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  removeKilledRuns()
  await giveServer()
  if (engineOfRun() === 'postgres') return givePostgres()
  await pgliteFolder()
  return undefined
}

/**
 * Starts a PostgreSQL server and sets TEST_DATABASE_URL, unless that is set already. Returns the function that stops
 * it.
 */
export async function givePostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined
  const server = await startThrowawayPostgres({ fsync: false })
  process.env['TEST_DATABASE_URL'] = server.url
  return () => server.stop()
}

/** Bundles the server as `npm start` does, so that the servers under test run what customers run. */
export async function giveServer(): Promise<void> {
  process.env['SERVER_FILE'] = await serverToRun()
}
