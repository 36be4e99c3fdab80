/** Tests that a schedule runs once when it is due, and that the nightly job deletes old records. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { FORGET_JOB, forgetNightly, forgetOld } from '#server/jobs/forget-old.ts'
import { Runner } from '#server/runner.ts'
import { nextDue, runDue } from '#server/jobs/schedules.ts'

let db: Database
let now = new Date('2026-11-22T10:00:00Z')
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => now, committed: () => {} })
})
afterAll(() => db?.close())

describe('the next time a clock in Athens shows 03:20', () => {
  test.each([
    ['2026-11-22T01:19:59.000Z', '2026-11-22T01:20:00.000Z'],
    ['2026-11-22T01:20:00.000Z', '2026-11-23T01:20:00.000Z'],
    ['2026-07-01T12:00:00.000Z', '2026-07-02T00:20:00.000Z'],
    // the clocks go forward at three in the morning of 29 March, so 03:20 does not exist on that day
    ['2026-03-28T12:00:00.000Z', '2026-03-30T00:20:00.000Z'],
  ])('after %s, it is %s', (moment, next) => {
    expect(nextDue(moment as Moment, '03:20')).toBe(next)
  })
})

test('a schedule writes its job once when it is due, whichever process checks first', async () => {
  const jobs = async () =>
    (await db.one<{ count: number }>(sql`select count(*)::int as count from jobs where kind = ${FORGET_JOB}`)).count
  expect(await runDue(runner, forgetNightly)).toBe(false)
  now = new Date('2026-11-23T01:19:00Z')
  expect(await runDue(runner, forgetNightly)).toBe(false)
  now = new Date('2026-11-23T01:21:00Z')
  const another = new Runner({ db, clock: () => now, committed: () => {} })
  const due = await Promise.all([runDue(runner, forgetNightly), runDue(another, forgetNightly)])
  expect(due.filter(Boolean)).toHaveLength(1)
  expect(await jobs()).toBe(1)
  expect(await runDue(runner, forgetNightly)).toBe(false)
})

test('old jobs, keys and sign-in attempts are deleted, and the others stay', async () => {
  await db.run(sql`delete from jobs`)
  await db.run(sql`
    insert into jobs (kind, payload, finished_at, gave_up_at) values
      ('old', '{}', now() - interval '15 days', null), ('new', '{}', now() - interval '13 days', null),
      ('open', '{}', null, null), ('given up', '{}', now() - interval '15 days', now() - interval '15 days')`)
  await db.run(sql`
    insert into idempotency_keys (actor, key, fingerprint, answer, created_at) values
      ('a', 'old', '', '{}', now() - interval '91 days'), ('a', 'new', '', '{}', now() - interval '89 days')`)
  await forgetOld(db).run({})
  expect(await db.many(sql`select kind from jobs order by id`)).toEqual([
    { kind: 'new' },
    { kind: 'open' },
    { kind: 'given up' },
  ])
  expect(await db.many(sql`select key from idempotency_keys`)).toEqual([{ key: 'new' }])
})

test('sessions that ended half a year ago are deleted with their refresh tokens, the first of a chain last', async () => {
  const { id: user } = await db.one<{ id: number }>(sql`
    insert into users (email, username, role, password_hash) values ('old@test.gr', 'old', 'user', '') returning id`)
  const session = async (hash: string, ended: string | null, expires: string, family: number | null = null) => {
    const { id } = await db.one<{ id: number }>(sql`
      insert into sessions (user_id, token_hash, family_id, ended_at, expires_at)
      values (${user}, ${hash}, ${family}::bigint, now() + ${ended}::interval, now() + ${expires}::interval) returning id`)
    return id
  }
  const first = await session('first of a chain', '-181 days', '-181 days')
  const second = await session('second of a chain', '-181 days', '-181 days', first)
  await db.run(sql`
    insert into refresh_tokens (session_id, token_hash, expires_at) values (${second}, 'old', now() - interval '181 days')`)
  await session('expired', null, '-181 days')
  await session('ended lately', '-179 days', '-179 days')
  await session('open', null, '1 hour')
  const kept = () => db.many(sql`select token_hash as name from sessions where user_id = ${user} order by id`)
  await forgetOld(db).run({})
  expect(await kept()).toEqual([{ name: 'first of a chain' }, { name: 'ended lately' }, { name: 'open' }])
  await forgetOld(db).run({})
  expect(await kept()).toEqual([{ name: 'ended lately' }, { name: 'open' }])
})
