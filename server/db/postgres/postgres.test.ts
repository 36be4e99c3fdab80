import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Clash, type Database, sql } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { DatabaseUnreachable, openPostgres } from '#server/db/postgres/postgres.ts'
import { emptyDatabaseOn, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'

let server: ThrowawayPostgres
let url: string
let db: Database
beforeAll(async () => {
  server = await testServer()
  url = await emptyDatabaseOn(server)
  db = await openPostgres(url)
  await db.script('create table stock (id int primary key, amount int)')
})
afterAll(async () => {
  await db.close()
  await server.stop()
})
beforeEach(() => db.script('truncate stock; insert into stock values (1, 10), (2, 10)'))

/** Returns a function that waits until `count` callers have called it. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here === count) all.resolve()
    return all.promise
  }
}

describe('clashes', () => {
  test('two transactions that each rely on rows that the other changes: one of them clashes', async () => {
    const both = meeting(2)
    const move = (from: number) =>
      db.transaction('serializable', async (tx) => {
        const { total } = await tx.one<{ total: number }>(sql`select sum(amount)::int as total from stock`)
        await both()
        await tx.run(sql`update stock set amount = amount - ${total} where id = ${from}`)
      })
    const outcomes = await Promise.allSettled([move(1), move(2)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [clash] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(clash?.reason).toBeInstanceOf(Clash)
    expect(clash?.reason.cause).toMatchObject({ code: '40001' })
  })

  test('a conflict that only the commit detects is a clash', async () => {
    const read = meeting(2)
    const written = meeting(2)
    const move = (from: number) =>
      db.transaction('serializable', async (tx) => {
        await tx.many(sql`select * from stock`)
        await read()
        await tx.run(sql`update stock set amount = 0 where id = ${from}`)
        await written()
      })
    const outcomes = await Promise.allSettled([move(1), move(2)])
    const [clash] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(clash?.reason).toBeInstanceOf(Clash)
  })

  test('a deadlock is a clash', async () => {
    const both = meeting(2)
    const lock = (first: number, second: number) =>
      db.transaction('serializable', async (tx) => {
        await tx.many(sql`select * from stock where id = ${first} for update`)
        await both()
        await tx.many(sql`select * from stock where id = ${second} for update`)
      })
    const outcomes = await Promise.allSettled([lock(1, 2), lock(2, 1)])
    const [clash] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(clash?.reason).toBeInstanceOf(Clash)
    expect(clash?.reason.cause).toMatchObject({ code: '40P01' })
  })
})

describe('broken connections', () => {
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`

  test('a transaction whose connection broke is rolled back, and the next one uses another connection', async () => {
    const one = await openPostgres(url, { poolSize: 1 })
    const work = one.transaction('serializable', async (tx) => {
      await tx.run(sql`update stock set amount = 0`)
      await db.many(others)
      await tx.run(sql`select 1`)
    })
    await expect(work).rejects.toThrow()
    expect(await one.one(sql`select sum(amount)::int as total from stock`)).toEqual({ total: 20 })
    await one.close()
  })

  test('broken idle connections are replaced', async () => {
    const two = await openPostgres(url, { poolSize: 2 })
    await Promise.all([two.ping(), two.ping()])
    await db.many(others)
    await expect
      .poll(() =>
        two.ping().then(
          () => 'fine',
          () => 'broken',
        ),
      )
      .toBe('fine')
    await two.close()
  })

  test('a listener reports a lost connection, reconnects, reports that too, and receives notifications again', async () => {
    const received: string[] = []
    const states: string[] = []
    const stop = await db.listen(
      (payload) => received.push(payload),
      () => states.push('reconnected'),
      () => states.push('lost'),
    )
    await db.many(others)
    await expect.poll(() => states, { timeout: 5_000 }).toEqual(['lost', 'reconnected'])
    await db.notify('after')
    await expect.poll(() => received).toEqual(['after'])
    await stop()
    expect(states).toEqual(['lost', 'reconnected'])
  })

  test('a failed transaction leaves its connection without settings or locks', async () => {
    const one = await openPostgres(url, { poolSize: 1 })
    await expect(one.transaction('serializable', (tx) => tx.run(sql`select nothing`))).rejects.toMatchObject({
      code: '42703',
    })
    expect(
      await one.one(
        sql`select pg_current_xact_id_if_assigned() is null as none, current_setting('transaction_isolation') as level`,
      ),
    ).toEqual({
      none: true,
      level: 'read committed',
    })
    await one.close()
  })
})

describe('a server that cannot be used', () => {
  const refusal = async (address: string) => {
    const error = await openDatabase({ databaseUrl: address, dataDir: '/nowhere' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseUnreachable)
    const { message } = error as Error
    expect(message).not.toContain('secret')
    expect(message).not.toContain('\n')
    return message
  }

  test('is named when nothing answers there', async () => {
    const free = createServer()
    const port = await new Promise<number>((resolve) =>
      free.listen(0, '127.0.0.1', () => resolve((free.address() as { port: number }).port)),
    )
    await new Promise((resolve) => free.close(resolve))
    expect(await refusal(`postgresql://kerino:secret@127.0.0.1:${port}/kerino`)).toBe(
      `Cannot use the database at 127.0.0.1:${port}: nothing answers there`,
    )
  })

  test('is named when it has no such database', async () => {
    const address = new URL(server.url)
    address.password = 'secret'
    address.pathname = '/nowhere'
    expect(await refusal(address.href)).toBe(
      `Cannot use the database at ${address.host}: database "nowhere" does not exist`,
    )
  })

  test('is refused when the address is not valid', async () => {
    expect(await refusal('kerino:secret')).toContain('DATABASE_URL is not an address')
    expect(await refusal('https://kerino:secret@example.org/')).toContain('DATABASE_URL is not an address')
  })
})

test('a repeated statement is prepared once for each connection', async () => {
  const one = await openPostgres(url, { poolSize: 1 })
  for (let time = 0; time < 5; time++) await one.many(sql`select amount from stock where id = ${time}`)
  expect(
    await one.one(sql`select count(*) as times from pg_prepared_statements where statement like '%amount from stock%'`),
  ).toEqual({ times: 1 })
  await one.close()
})

test('settings in the address stay in effect, and the time zone is always UTC', async () => {
  const address = new URL(url)
  address.searchParams.set('options', '-c lock_timeout=1234 -c TimeZone=Europe/Athens')
  const one = await openPostgres(address.href, { poolSize: 1 })
  expect(
    await one.one(sql`select current_setting('lock_timeout') as wait, current_setting('TimeZone') as zone`),
  ).toEqual({
    wait: '1234ms',
    zone: 'UTC',
  })
  await one.close()
})
