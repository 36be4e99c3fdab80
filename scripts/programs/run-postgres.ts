/** Runs a temporary PostgreSQL server until its input ends. Prints its address as JSON once it accepts connections, or why it cannot run. */
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'

try {
  const server = await startThrowawayPostgres({ fsync: false })
  console.log(JSON.stringify({ url: server.url, inMemory: server.inMemory }))
  process.stdin.on('end', () => void server.stop())
  process.stdin.resume()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
