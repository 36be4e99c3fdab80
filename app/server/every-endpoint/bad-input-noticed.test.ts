/** Checks the means by which the tests of bad input notice a change of the data. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODIES } from '#testing/bad-input/bad-input-values.ts'
import { sql } from '#server/db/database.ts'
import { type InputProbe, openInputProbe } from '#testing/bad-input/bad-input.ts'
import { ask } from '#testing/company.ts'

let probe: InputProbe
beforeAll(async () => {
  probe = await openInputProbe()
})
afterAll(() => probe?.close())

test('the counter of changes and the hash over all rows both notice a change', async () => {
  const look = async () => ({ hash: await probe.fingerprint(), count: await probe.changes() })
  const send = (body: unknown) => ask(probe.company, 'POST', '/app/customers.create-customer', { ...probe.admin, body })
  const before = await look()
  for (const [, body] of BODIES) await send(body)
  expect(await look()).toEqual(before)
  expect((await send({ name: 'Πελάτης που μετράει' })).status).toBe(200)
  const after = await look()
  expect(after.count).toBeGreaterThan(before.count)
  expect(after.hash).not.toBe(before.hash)
})

test.each([
  ['by a command', () => probe.company.run('customers.create-customer', { name: 'Κρυφός πελάτης' })],
  ['in a separate statement', () => probe.company.db.run(sql`update customers set phone = '210'`)],
])('a change %s is reported if its request was refused', async (_how, change) => {
  await probe.settle()
  await probe.check('a refusal', async () => {
    await change()
    return ask(probe.company, 'POST', '/app/customers.create-customer', { ...probe.admin, body: '{' })
  })
  expect(probe.problems(1)).toEqual([expect.stringMatching(/^a refusal: was refused but changed [1-9]\d* rows/)])
})
