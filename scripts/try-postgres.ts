/** Ends with 0 if a temporary PostgreSQL server can be started on this machine; otherwise prints the reason. */
import { startThrowawayPostgres } from '#server/testing/throwaway-postgres.ts'

try {
  const server = await startThrowawayPostgres({ fsync: false })
  await server.stop()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
