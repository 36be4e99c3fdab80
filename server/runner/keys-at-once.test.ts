/** Commands with idempotency keys that run at the same moment, in one process and in two. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuse, Refused } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { Runner } from '#server/runner.ts'

const COMMANDS = 160
const ROUNDS = 20
const CLIENTS = 16

let company: TestCompany
/** The number of transactions that both processes have begun. */
let attempts = 0
/** Two runners, as in two processes on one database. */
let here: Runner
let there: Runner
beforeAll(async () => {
  company = await openTestCompany()
  const counted: Database = {
    ...company.db,
    transaction: (mode, work) => {
      attempts += 1
      return company.db.transaction(mode, work)
    },
  }
  const process = () => new Runner({ db: counted, clock: () => new Date() })
  here = process()
  there = process()
  await company.db.script('create table written (key text not null)')
})
afterAll(() => company?.close())

const keysOf = (prefix: string) =>
  company.db.many<{ key: string }>(sql`select key from written where key like ${`${prefix}%`}`)

/** Runs work that writes a row under its key, and returns the given answer. */
const write = (runner: Runner, key: string, answer: string, before: (work: Work) => Promise<void> = async () => {}) =>
  runner.work(
    SYSTEM,
    'test.write',
    async (work) => {
      await before(work)
      await work.tx.run(sql`insert into written values (${key})`)
      return answer
    },
    { idempotencyKey: key, fingerprint: 'the same' },
  )

test('commands that share only the table of keys are never retried', async () => {
  await company.db.script('truncate idempotency_keys; analyze idempotency_keys')
  attempts = 0
  let next = 0
  const client = async (): Promise<void> => {
    while (next < COMMANDS) {
      const key = `apart ${(next += 1)}`
      expect(await write(here, key, key)).toBe(key)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  expect(await keysOf('apart')).toHaveLength(COMMANDS)
  expect(attempts).toBe(COMMANDS)
})

describe('the same key at two processes at the same moment', () => {
  test('runs its work once and returns the same answer to both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `once ${round}`
      const answers = await Promise.all([
        write(here, key, 'here'),
        write(there, key, 'there'),
        write(here, key, 'again'),
      ])
      expect(new Set(answers).size).toBe(1)
      expect(await keysOf(key)).toEqual([{ key }])
    }
  })

  test('runs its work in the second process if the first one is rolled back while the second waits', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `undone ${round}`
      const begun = Promise.withResolvers<void>()
      const undone = write(here, key, 'here', async ({ tx }) => {
        // the first answer comes when the key is written
        await tx.run(sql`select 1`)
        begun.resolve()
        await tx.run(sql`select pg_sleep(0.01)`)
        refuse('refused', 'test.no')
      })
      const refusal = undone.catch((error: unknown) => error)
      await begun.promise
      expect(await write(there, key, 'there')).toBe('there')
      expect(await refusal).toBeInstanceOf(Refused)
      expect(await keysOf(key)).toEqual([{ key }])
      expect(await write(here, key, 'here')).toBe('there')
    }
  })
})

test('a key whose first attempt was refused runs its work on the second attempt', async () => {
  const no = () => refuse('refused', 'test.no')
  await expect(write(here, 'later', 'first', no)).rejects.toBeInstanceOf(Refused)
  expect(await keysOf('later')).toEqual([])
  expect(await write(there, 'later', 'second')).toBe('second')
  expect(await write(here, 'later', 'third')).toBe('second')
  expect(await keysOf('later')).toEqual([{ key: 'later' }])
})
