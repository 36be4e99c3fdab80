import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, sql, TooSlow } from '#server/db/database.ts'
import { translate } from '#server/db/errors.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#testing/throwaway-postgres.ts'

let server: ThrowawayPostgres
beforeAll(async () => {
  server = await startThrowawayPostgres({ fsync: false })
})
afterAll(() => server?.stop())

describe('statements on PostgreSQL', () => {
  test('that exceed the time limit are stopped, in and outside a transaction; the connections stay usable', async () => {
    const db = await openPostgres(server.url, { poolSize: 1, statementSeconds: 0.2 })
    const long = sql`select pg_sleep(60)`
    await expect(db.many(long)).rejects.toBeInstanceOf(TooSlow)
    for (const mode of ['read', 'serializable'] as const)
      await expect(db.transaction(mode, (tx) => tx.many(long))).rejects.toBeInstanceOf(TooSlow)
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
    await db.close()
  })

  test('of a migration have no time limit', async () => {
    const db = await openPostgres(server.url, { poolSize: 1, statementSeconds: 0.2 })
    await db.script('create table slow_script (id int); select pg_sleep(0.5); insert into slow_script values (1)')
    expect(await db.one(sql`select id from slow_script`)).toEqual({ id: 1 })
    await expect(db.many(sql`select pg_sleep(60)`)).rejects.toBeInstanceOf(TooSlow)
    await db.close()
  })
})

test('many short reading transactions in sequence leave no connection inside a transaction', async () => {
  const db = await openPostgres(server.url, { poolSize: 2 })
  for (let i = 0; i < 20; i++)
    await Promise.all([1, 2, 3].map((n) => db.transaction('read', (tx) => tx.one(sql`select ${n}::int as n`))))
  await db.run(sql`create table after_reads (id int)`)
  const { open } = await db.one<{ open: number }>(
    sql`select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%'`,
  )
  expect(open).toBe(0)
  await db.close()
})

describe('an error of the database', () => {
  test.each([
    ['no room on the disk', { code: '53100' }, 'full'],
    ['no room for the embedded database', { code: 'ENOSPC' }, 'full'],
    ['a file that cannot grow', { code: '58030', message: 'could not write: No space left on device' }, 'full'],
    ['a shutdown', { code: '57P01' }, 'down'],
    ['a start', { code: '57P03' }, 'down'],
    ['too many connections', { code: '53300' }, 'down'],
    ['a refused connection', { code: 'ECONNREFUSED' }, 'down'],
    ['a lost connection', { message: 'Connection terminated unexpectedly' }, 'down'],
    ['a pool that gives no connection', { message: 'timeout exceeded when trying to connect' }, 'down'],
  ])('of %s means that the database is unavailable', (_what, fields, reason) => {
    const translated = translate(Object.assign(new Error('x'), fields))
    expect(translated).toBeInstanceOf(DatabaseUnavailable)
    expect((translated as DatabaseUnavailable).reason).toBe(reason)
  })

  test.each([['42601'], ['22P02'], ['P0001']])('with code %s is returned unchanged', (code) => {
    const error = Object.assign(new Error('x'), { code })
    expect(translate(error)).toBe(error)
  })
})
