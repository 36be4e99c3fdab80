/** Tests what a caller sees of kept answers: rights, ETags, compression, and what browsers may store. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { ask, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { COSTS, type Person } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  for (let count = 0; count < 40; count += 1)
    await company.run('customers.create-customer', { name: `Πελάτης με πολλά κεριά ${count}`, city: 'Θεσσαλονίκη' })
})
afterAll(() => company?.close())

const addressOf = (name: string, input: object) => `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
const LIST = addressOf('customers.list', { page: 1 })
const read = (person: Person, address = LIST, headers: Record<string, string> = {}) =>
  ask(company, 'GET', address, { token: company.tokens[person], headers })

test('an answer that the caller already has is not sent again, until it changes', async () => {
  const { status, text, headers } = await read('user')
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
  const etag = String(headers['etag'])
  expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
  const same = await read('user', LIST, { 'if-none-match': etag })
  expect([same.status, same.text, same.headers['etag'], same.headers['cache-control']]).toEqual([
    304,
    '',
    etag,
    'no-store',
  ])
  await company.run('customers.create-customer', { name: 'Άλφα, ο πρώτος πελάτης' })
  const changed = await read('user', LIST, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.text).not.toBe(text)
})

test('the same answer is sent compressed to those who accept it, and plain to others', async () => {
  const plain = await read('user', LIST, { 'accept-encoding': 'identity' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const answer = await company.app.inject({
    url: LIST,
    headers: { 'x-dreamfactory-session-token': company.tokens.user, 'accept-encoding': 'gzip, deflate, br' },
  })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(gunzipSync(answer.rawPayload).toString('utf8')).toBe(plain.text)
  const without = await read('user', LIST, { 'accept-encoding': 'gzip;q=0' })
  expect(without.text).toBe(plain.text)
  const { candle } = company.stock
  const small = await read('user', addressOf('products.for-lines', { ids: [candle] }), { 'accept-encoding': 'gzip' })
  expect(small.headers['content-encoding']).toBeUndefined()
  expect(small.json).toMatchObject({ rows: [{ id: candle }] })
})

test('an answer kept for one role is not given to another', async () => {
  const address = addressOf('products.list', { search: '', page: 1 })
  const cost = String(Math.round(COSTS.glass * 10_000))
  for (let time = 0; time < 2; time += 1) {
    expect((await read('admin', address)).text).toContain(cost)
    expect((await read('section', address)).text).not.toContain(cost)
  }
})

test('a kept answer is refused without a session or without the right', async () => {
  expect((await read('user')).status).toBe(200)
  const { headers } = await read('user')
  const etag = String(headers['etag'])
  const sent: Record<string, string>[] = [{}, { 'if-none-match': etag }]
  for (const more of sent) {
    expect((await ask(company, 'GET', LIST, { headers: more })).status).toBe(400)
    expect((await ask(company, 'GET', LIST, { headers: more, token: 'unknown' })).status).toBe(401)
    const driver = await read('driver', LIST, more)
    expect([driver.status, refusalIn(driver.json)?.code]).toEqual([403, 'forbidden'])
  }
})

test('wrong input is refused each time', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect((await read('user', addressOf('customers.list', { page: 'one' }))).status).toBe(400)
    expect((await read('user', '/app/customers.list?input={')).status).toBe(400)
  }
})

test('a question by POST gets the same answer and ETag as by GET', async () => {
  const byGet = await read('user')
  const byPost = await ask(company, 'POST', '/app/customers.list', { token: company.tokens.user, body: { page: 1 } })
  expect(byPost.json).toEqual(byGet.json)
  expect(byPost.headers['etag']).toBe(byGet.headers['etag'])
})

test('only the header of the pages demands a new answer, because browsers add Cache-Control by themselves', async () => {
  const kept = company.kept as KeptAnswers
  const answer = vi.spyOn(kept, 'answer')
  await read('user', LIST, { 'if-none-match': 'W/"x"', 'cache-control': 'no-cache', pragma: 'no-cache' })
  expect(answer.mock.lastCall?.[1]).toBe(false)
  await read('user', LIST, { 'x-new-answer': '1' })
  expect(answer.mock.lastCall?.[1]).toBe(true)
  answer.mockRestore()
})
