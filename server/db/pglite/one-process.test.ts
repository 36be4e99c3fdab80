/** Work that only one process may do at a time is not stopped by the time limit of statements. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { countProcesses, runExclusively } from '#server/db/pglite/one-process.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { emptyDatabaseOn, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'

let server: ThrowawayPostgres
let first: Database
let second: Database
beforeAll(async () => {
  server = await testServer()
  const url = await emptyDatabaseOn(server)
  // the server ends a transaction that is idle for twice this time
  first = await openPostgres(url, { statementSeconds: 1 })
  second = await openPostgres(url, { statementSeconds: 1 })
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await server?.stop()
})

test('each process that listens for notifications counts as one', async () => {
  expect(await countProcesses(first)).toBe(1)
  const stops = await Promise.all(
    [first, second].map((db) =>
      db.listen(
        () => {},
        () => {},
      ),
    ),
  )
  expect(await countProcesses(first)).toBe(2)
  await Promise.all(stops.map((stop) => stop()))
})

test('a start that takes longer than the statement limit finishes, and the next process waits for it', async () => {
  const order: string[] = []
  const begun = Promise.withResolvers<void>()
  const migration = runExclusively(first, async () => {
    begun.resolve()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    order.push('first')
  })
  await begun.promise
  const other = runExclusively(second, async () => void order.push('second'))
  await Promise.all([migration, other])
  expect(order).toEqual(['first', 'second'])
})
