/** Starts one PostgreSQL server before the first story, if the run is for PostgreSQL and names no server. */
import { startThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'
import { engineOfRun } from './server-under-test.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  return engineOfRun() === 'postgres' ? givePostgres() : undefined
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
