/** Tests that a schedule runs once when it is due. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { FORGET_JOB, forgetNightly } from '#app/server/housekeeping.ts'
import { Runner } from '#server/runner.ts'
import { nextDue, nextOf, runDue } from '#server/jobs/schedules.ts'

let db: Database
let now = new Date('2026-11-22T10:00:00Z')
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => now })
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

describe('a schedule of every five minutes is next due', () => {
  test.each([
    ['2026-11-22T23:57:12.000Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T00:00:00.000Z', '2026-11-23T00:05:00.000Z'],
  ])('after %s at %s', (moment, next) => {
    expect(nextOf(moment as Moment, { name: 'often', kind: 'often', everyMinutes: 5 })).toBe(next)
  })
})

test('a schedule writes its job once when it is due, whichever process checks first', async () => {
  const jobs = async () =>
    (await db.one<{ count: number }>(sql`select count(*)::int as count from jobs where kind = ${FORGET_JOB}`)).count
  expect(await runDue(runner, forgetNightly)).toBe(false)
  now = new Date('2026-11-23T01:19:00Z')
  expect(await runDue(runner, forgetNightly)).toBe(false)
  now = new Date('2026-11-23T01:21:00Z')
  const another = new Runner({ db, clock: () => now })
  const due = await Promise.all([runDue(runner, forgetNightly), runDue(another, forgetNightly)])
  expect(due.filter(Boolean)).toHaveLength(1)
  expect(await jobs()).toBe(1)
  expect(await runDue(runner, forgetNightly)).toBe(false)
})
