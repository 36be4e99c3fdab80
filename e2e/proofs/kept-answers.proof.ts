/**
 * Two processes on one PostgreSQL keep answers in their memory. A person who changes something at one process reads it at the
 * other, and no other person reads an old answer for long.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listenTo } from '#testing/stream.ts'
import { createDatabase, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Caller, done, signedIn } from './callers.ts'
import { usualOrFull } from '#testing/length.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const ROUNDS = usualOrFull(30, 100)
const LIST = ['customers.list', { page: 1, sort: 'id', descending: true }] as const

let database: Awaited<ReturnType<typeof createDatabase>>
let first: ServerUnderTest
let second: ServerUnderTest
/** Two sessions of the same person, one at each process. */
let here: Caller
let there: Caller
beforeAll(async () => {
  database = await createDatabase()
  const env = { DATABASE_URL: database.url }
  ;[first, second] = (await Promise.all([1, 2].map(() => startServer({ engine: 'pglite', demo: false, env })))) as [
    ServerUnderTest,
    ServerUnderTest,
  ]
  here = await signedIn(first)
  there = await signedIn(second)
}, 180_000)
afterAll(async () => {
  await first?.remove()
  await second?.remove()
  await database?.drop()
})

const firstName = async (answer: ReturnType<Caller['ask']>): Promise<string> => {
  const { rows } = await done(answer)
  return (rows as { name: string }[])[0]?.name ?? ''
}
const create = (caller: Caller, name: string) => done(caller.press('customers.create-customer', { name }))

test(`a person changes something at one process and reads it at the other, ${ROUNDS} times`, async () => {
  let reading = true
  // other people read the list all the time, so that both processes keep it
  const others = [here, there].map(async (caller) => {
    while (reading) await done(caller.ask(...LIST))
  })
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [changes, reads] = round % 2 === 0 ? [here, there] : [there, here]
      await create(changes, `Πελάτης ${round}`)
      expect(await firstName(reads.askAnew(...LIST))).toBe(`Πελάτης ${round}`)
      // at the process that changed it everybody reads it at once
      expect(await firstName(changes.ask(...LIST))).toBe(`Πελάτης ${round}`)
    }
  } finally {
    reading = false
    await Promise.all(others)
  }
})

test('a page that hears of a change from one process reads it at the other', async () => {
  const stream = await listenTo(first.url, here.credentials)
  try {
    for (let round = 0; round < usualOrFull(5, 30); round += 1) {
      await firstName(there.ask(...LIST))
      const { id } = await create(here, `Νέος ${round}`)
      await vi.waitUntil(() => stream.topics().includes(`customers:${id}`), { timeout: 30_000, interval: 1 })
      expect(await firstName(there.askAnew(...LIST))).toBe(`Νέος ${round}`)
    }
  } finally {
    stream.close()
  }
})

test('other people at the other process read a change soon', async () => {
  await firstName(there.ask(...LIST))
  await create(here, 'Για όλους')
  await expect.poll(() => firstName(there.ask(...LIST)), WAIT).toBe('Για όλους')
})

test('after a process is killed right after its commit, the other process returns no older answer', async () => {
  let killed = false
  const reader = (async () => {
    while (!killed) await done(there.ask(...LIST))
  })()
  await create(here, 'Πριν από το τέλος')
  await first.kill9()
  killed = true
  await reader
  // an answer lives for two seconds, whether or not the notification was sent
  await pause(2_000)
  expect(await firstName(there.ask(...LIST))).toBe('Πριν από το τέλος')
})
