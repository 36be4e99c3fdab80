/** Tests the lock of the screen: a locked session gets no data by any way, and what opens it again. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { Live } from '#app/server/live/live.ts'
import { ask, openTestCompany, PAGE_KEY, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import { listenTo } from '#testing/stream.ts'
import { testServer } from '#testing/test-server.ts'
import { MOST_WRONG_PINS } from '../domain/lock.ts'
import { Sessions } from './sessions.ts'
import { lockSession } from './lock.ts'

// long enough that no hash or time of the same row contains its digits by chance
const PIN = '73915284'

let company: TestCompany
let url: string
beforeAll(async () => {
  company = await openTestCompany()
  url = await company.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => company?.close())

/** Signs in with a new browser and returns its token. */
async function browser(person: Person): Promise<string> {
  const payload = { email: emailOf(person), password: PASSWORD }
  const { statusCode, cookies } = await company.app.inject({ method: 'POST', url: '/app/session.sign-in', payload })
  expect(statusCode).toBe(200)
  return cookies.find(({ name }) => name === 'kerino_session')?.value ?? ''
}
const headersOf = (token: string) => ({ cookie: `kerino_session=${token}`, 'x-dreamfactory-api-key': PAGE_KEY })
const post = (token: string, path: string, body: object = {}) =>
  ask(company, 'POST', path, { headers: headersOf(token), body })
const get = (token: string, path: string) => ask(company, 'GET', path, { headers: headersOf(token) })
const lock = (token: string) => post(token, '/app/session.lock')
const unlock = async (token: string, proof: object) => {
  const { status, json } = await post(token, '/app/session.unlock', proof)
  return { status, refusal: refusalIn(json) }
}
const stateOf = async (token: string) => (await get(token, '/app/session.current')).json
/** The status of a request for data that every office person may send. */
const statusOf = async (token: string) => (await get(token, '/app/products.list')).status

let token: string
beforeEach(async () => {
  token = await browser('user')
  const { status, text } = await post(token, '/app/session.set-pin', { password: PASSWORD, pin: PIN })
  if (status !== 200) throw new Error(`the PIN was not set: ${text}`)
})

test('a locked session gets no data by any way, and says who it belongs to', async () => {
  const other = await browser('user')
  expect((await lock(token)).json).toEqual({ locked: true })
  for (const path of ['/app/products.list', '/app/users.own-profile', '/app/live', '/api/v2/_table/customers']) {
    const { status, json } = await get(token, path)
    expect([path, status], JSON.stringify(json)).toEqual([path, 403])
  }
  for (const [path, body] of [
    ['/app/users.change-own-name', { username: 'Κλειδωμένη' }],
    ['/app/session.lock', {}],
    ['/app/session.set-pin', { password: PASSWORD, pin: null }],
    ['/app/session.change-password', { old: PASSWORD, password: 'φάρος-κύμα-πέτρα' }],
    ['/service/insert-documents', { order: 1, token }],
  ] as const)
    expect([path, refusalIn((await post(token, path, body)).json)?.code]).toEqual([path, 'session-locked'])
  // the calls that tell a program about its session are refused too
  for (const method of ['GET', 'PUT'] as const) {
    const { status } = await ask(company, method, '/api/v2/user/session', { token })
    expect([method, status]).toEqual([method, 403])
  }
  expect(await stateOf(token)).toMatchObject({ user: { email: emailOf('user') }, lock: { locked: true, pin: true } })
  expect(await statusOf(other)).toBe(200)
})

test('a process that has not heard of the lock gives no new session for the locked one', async () => {
  const other = new Sessions(company.db)
  expect((await other.find(token)).locked).toBe(false)
  await lock(token)
  await expect(other.renew(token)).rejects.toMatchObject({ refusal: { kind: 'forbidden' } })
  expect((await unlock(token, { pin: PIN })).status).toBe(200)
})

test('a lock also closes the session that has replaced the given one at the same moment', async () => {
  const sessions = new Sessions(company.db)
  const given = await sessions.find(token)
  const renewed = await sessions.renew(token)
  await lockSession(company.db, sessions, given)
  sessions.forget()
  await expect(sessions.find(renewed.token)).rejects.toMatchObject({ refusal: { code: 'session-locked' } })
})

test('the PIN opens it again, and so does the password', async () => {
  await lock(token)
  expect((await unlock(token, { pin: PIN })).status).toBe(200)
  expect([await statusOf(token), await stateOf(token)]).toMatchObject([200, { lock: { locked: false } }])
  await lock(token)
  expect((await unlock(token, { pin: '0000' })).refusal).toMatchObject({
    code: 'users.wrong-pin',
    details: { count: 4 },
  })
  expect((await unlock(token, { password: 'wrong' })).refusal).toMatchObject({ code: 'users.wrong-password' })
  expect(await statusOf(token)).toBe(403)
  expect((await unlock(token, { password: PASSWORD })).status).toBe(200)
  expect(await statusOf(token)).toBe(200)
})

test('after five wrong PINs only the password opens it, also for tries at the same moment', async () => {
  await lock(token)
  const tries = await Promise.all(Array.from({ length: 8 }, (_, at) => unlock(token, { pin: `000${at}` })))
  expect(tries.filter(({ refusal }) => refusal?.code === 'users.wrong-pin')).toHaveLength(MOST_WRONG_PINS - 1)
  expect((await unlock(token, { pin: PIN })).refusal).toMatchObject({ code: 'users.pin-closed' })
  expect(await stateOf(token)).toMatchObject({ lock: { locked: true, pin: false } })
  expect((await unlock(token, { password: PASSWORD })).status).toBe(200)
  await lock(token)
  expect((await unlock(token, { pin: PIN })).status).toBe(200)
})

test('the password is limited as at a sign-in', async () => {
  const mine = await browser('production')
  await lock(mine)
  for (let time = 0; time < 10; time++) expect((await unlock(mine, { password: `wrong ${time}` })).status).toBe(422)
  expect((await unlock(mine, { password: PASSWORD })).status).toBe(429)
  expect(await statusOf(mine)).toBe(403)
})

test('a page of another site neither locks nor opens it', async () => {
  const evil = { ...headersOf(token), origin: 'https://evil.example' }
  expect((await ask(company, 'POST', '/app/session.lock', { headers: evil, body: {} })).status).toBe(403)
  expect(await statusOf(token)).toBe(200)
  await lock(token)
  expect((await ask(company, 'POST', '/app/session.unlock', { headers: evil, body: { pin: PIN } })).status).toBe(403)
  expect(await statusOf(token)).toBe(403)
})

test('signing out works while it is locked', async () => {
  await lock(token)
  expect((await post(token, '/app/session.sign-out')).status).toBe(200)
  expect((await get(token, '/app/session.current')).status).toBe(403)
})

test('the live stream ends with the lock', async () => {
  const stream = await listenTo(url, { 'x-dreamfactory-session-token': token })
  await expect.poll(stream.said).toContain('event: hello')
  await lock(token)
  await expect.poll(stream.said).toContain('event: ended')
  stream.close()
})

test('with two processes on one database, the other one refuses a locked session and opens it with the PIN', async (context) => {
  if (company.db.engine === 'pglite') context.skip()
  const live = new Live(company.db, console)
  await live.start()
  const second: FastifyInstance = await testServer(company.db, { live })
  const there = async () =>
    (await second.inject({ method: 'GET', url: '/app/products.list', headers: headersOf(token) })).statusCode
  try {
    expect(await there()).toBe(200)
    await lock(token)
    await expect.poll(there).toBe(403)
    const payload = { pin: PIN }
    await second.inject({ method: 'POST', url: '/app/session.unlock', headers: headersOf(token), payload })
    await expect.poll(() => statusOf(token)).toBe(200)
  } finally {
    await second.close()
    await live.stop()
  }
})

describe('the PIN', () => {
  const setPin = async (person: string, input: object) =>
    refusalIn((await post(person, '/app/session.set-pin', input)).json)

  test('needs the password, and is four to eight digits that do not count up or down', async () => {
    expect(await setPin(token, { password: 'wrong', pin: '2468' })).toMatchObject({ code: 'users.wrong-password' })
    expect(await setPin(token, { password: PASSWORD, pin: '1234' })).toMatchObject({ code: 'users.pin-weak' })
    for (const pin of ['123', 'abcd', 7391, ''])
      expect(await setPin(token, { password: PASSWORD, pin })).toMatchObject({ kind: 'invalid', code: 'input' })
    await lock(token)
    expect((await unlock(token, { pin: PIN })).status).toBe(200)
  })

  test('is stored as a hash, and stands in no history and no kept answer', async () => {
    const { hash } = await company.db.one<{ hash: string }>(
      sql`select pin_hash as hash from users where id = ${company.userIds.user}`,
    )
    expect(hash).toMatch(/^\$argon2id\$/)
    const { text } = await company.db.one<{ text: string }>(sql`
      select coalesce(string_agg(h::text, ' '), '') || (select coalesce(string_agg(k::text, ' '), '') from idempotency_keys k) as text
      from history h where entity = 'users' and command = 'users.set-pin'`)
    expect(text).toContain('SET')
    expect(text).not.toMatch(new RegExp(`${PIN}|argon`))
  })

  test('that is removed opens nothing', async () => {
    expect(await setPin(token, { password: PASSWORD, pin: null })).toBeUndefined()
    await lock(token)
    expect(await stateOf(token)).toMatchObject({ lock: { locked: true, pin: false } })
    expect((await unlock(token, { pin: PIN })).refusal).toMatchObject({ code: 'users.pin-closed' })
  })
})
