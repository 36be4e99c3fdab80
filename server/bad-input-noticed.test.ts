/** What the tests of bad input go by: that whatever a refusal changes is noticed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODIES } from '#server/testing/bad-input-values.ts'
import { sql } from '#server/db/database.ts'
import { type Knocker, openKnocker } from '#server/testing/bad-input.ts'
import { ask } from '#server/testing/company.ts'

let door: Knocker
beforeAll(async () => {
  door = await openKnocker()
})
afterAll(() => door?.close())

test('the counter of changes and the hash over all rows agree', async () => {
  const look = async () => ({ hash: await door.fingerprint(), count: await door.changes() })
  const send = (body: unknown) => ask(door.company, 'POST', '/app/customers.create-customer', { ...door.admin, body })
  const before = await look()
  for (const [, body] of BODIES) await send(body)
  expect(await look()).toEqual(before)
  expect((await send({ name: 'Πελάτης που μετράει' })).status).toBe(200)
  const after = await look()
  expect(after.count).toBeGreaterThan(before.count)
  expect(after.hash).not.toBe(before.hash)
})

test.each([
  ['by a command', () => door.company.run('customers.create-customer', { name: 'Κρυφός πελάτης' })],
  ['in a statement of its own', () => door.company.db.run(sql`update customers set phone = '210'`)],
])('a refusal that changes something %s is noted', async (_how, change) => {
  await door.settle()
  await door.knock('a refusal', async () => {
    await change()
    return ask(door.company, 'POST', '/app/customers.create-customer', { ...door.admin, body: '{' })
  })
  expect(door.problems(1)).toEqual([expect.stringMatching(/^a refusal: was refused but changed [1-9]\d* rows/)])
})
