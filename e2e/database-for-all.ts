/** Before the first story: a PostgreSQL server for all of them, when the run is for PostgreSQL and none is given. */
import { startThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'
import { engineOfRun } from './server-under-test.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  return engineOfRun() === 'postgres' ? givePostgres() : undefined
}

/** Starts a PostgreSQL server and names it in TEST_DATABASE_URL, unless one is named there; answers how to stop it. */
export async function givePostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined
  const server = await startThrowawayPostgres({ fsync: false })
  process.env['TEST_DATABASE_URL'] = server.url
  return () => server.stop()
}
