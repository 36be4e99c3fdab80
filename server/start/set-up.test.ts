/** Tests the set-up of an empty database through the route that the page calls. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { type Database, sql } from '#server/db/database.ts'
import { testServer } from '#server/testing/test-server.ts'
import { testDatabase } from '#server/testing/database.ts'

const INPUT = {
  adminName: 'Ελένη',
  email: 'eleni@test.gr',
  password: 'a-good-password',
  companyName: 'Κερίνο',
  companyAddress: 'Αθήνα',
  demo: true,
}

let db: Database
let app: FastifyInstance
let demoFails: boolean
beforeEach(async () => {
  db = await testDatabase()
  demoFails = true
  app = await testServer(db, {
    demo: {
      write: async ({ tx }) => {
        if (demoFails) throw new Error('the disk is full')
        await tx.run(sql`insert into customers (name) values ('Δείγμα')`)
      },
      written: async () => {},
    },
  })
})
afterEach(async () => {
  await app?.close()
  await db?.close()
})

const setUp = async (input: object = INPUT) =>
  (await app.inject({ method: 'POST', url: '/app/setup.complete', payload: input })).statusCode
const needed = async () => (await app.inject('/app/setup.state')).json<unknown>()
const counts = () =>
  db.one(sql`
    select (select count(*)::int from users) as users, (select count(*)::int from customers where name = 'Δείγμα') as customers,
      (select count(*)::int from settings where name = 'company') as companies`)

test('leaves nothing if the demo company cannot be written, and can then be repeated', async () => {
  expect(await setUp()).toBe(500)
  expect([await needed(), await counts()]).toEqual([{ needed: true }, { users: 0, customers: 0, companies: 0 }])
  demoFails = false
  expect(await setUp()).toBe(200)
  expect([await needed(), await counts()]).toEqual([{ needed: false }, { users: 1, customers: 1, companies: 1 }])
})

test('writes no demo company unless the person chooses it', async () => {
  expect(await setUp({ ...INPUT, demo: false })).toBe(200)
  expect(await counts()).toEqual({ users: 1, customers: 0, companies: 1 })
})

test('is refused once the database has an account', async () => {
  expect(await setUp({ ...INPUT, demo: false })).toBe(200)
  expect(await setUp({ ...INPUT, email: 'nikos@test.gr', demo: false })).toBe(422)
  expect(await counts()).toEqual({ users: 1, customers: 0, companies: 1 })
})
