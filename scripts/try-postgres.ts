/** Ends with 0 when a throw-away PostgreSQL can be started on this machine, else says why not. */
import { startThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'

try {
  const server = await startThrowawayPostgres({ fsync: false })
  await server.stop()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
