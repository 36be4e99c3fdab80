/** Tests the own sessions: what is shown of them, who may end them, and what a new password ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, PAGE_KEY, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import type { OwnSession } from '../../domain/own-sessions-contract.ts'
import { deviceOf } from './device.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Signs in with a browser and returns its cookie. */
async function browser(person: Person, userAgent = CHROME, password = PASSWORD): Promise<string> {
  const { statusCode, cookies } = await company.app.inject({
    method: 'POST',
    url: '/app/session.sign-in',
    headers: { 'user-agent': userAgent },
    payload: { email: emailOf(person), password },
  })
  expect(statusCode).toBe(200)
  return `kerino_session=${cookies.find(({ name }) => name === 'kerino_session')?.value}`
}
const headersOf = (cookie: string, userAgent = CHROME) => ({
  cookie,
  'user-agent': userAgent,
  'x-dreamfactory-api-key': PAGE_KEY,
})
const call = (cookie: string, name: string, body: object) =>
  ask(company, 'POST', `/app/${name}`, { headers: headersOf(cookie), body })
async function sessionsOf(cookie: string, userAgent = CHROME): Promise<OwnSession[]> {
  const { json } = await ask(company, 'GET', '/app/users.own-sessions', { headers: headersOf(cookie, userAgent) })
  return (json as { sessions: OwnSession[] }).sessions
}
const isOpen = async (cookie: string): Promise<boolean> =>
  (await ask(company, 'GET', '/app/session.current', { headers: { cookie } })).status === 200
const refusalOf = ({ json }: { json: unknown }) => refusalIn(json)

test.each([
  [CHROME, { kind: 'computer', browser: 'Chrome', system: 'Windows' }],
  [PHONE, { kind: 'phone', browser: 'Safari', system: 'iOS' }],
  ['node-fetch/1.0 (+https://github.com)', { kind: 'program', browser: 'node-fetch', system: '' }],
  ['', { kind: 'program', browser: '', system: '' }],
] as const)('%s is shown as people know it', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device)
})

describe('the list', () => {
  test('names the device, the address and the time of the last use, this one first, and none of another person', async () => {
    const [first, phone] = [await browser('operations'), await browser('operations', PHONE)]
    const listed = await sessionsOf(phone, PHONE)
    expect(listed[0]).toMatchObject({
      isThis: true,
      device: { kind: 'phone', browser: 'Safari' },
      address: '127.0.0.1',
    })
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(await sessionsOf(first)).toHaveLength(listed.length)
    const ofOthers = await sessionsOf(await browser('user'))
    expect(ofOthers.filter(({ id }) => listed.some((one) => one.id === id))).toEqual([])
    expect(JSON.stringify(listed)).not.toMatch(/token|hash/i)
  })

  test('notes a use from another address at once, and otherwise at most once in five minutes', async () => {
    const cookie = await browser('operations')
    const id = (await sessionsOf(cookie))[0]?.id ?? 0
    const stored = () =>
      company.db.one<{ address: string; seconds: number }>(sql`
        select address, extract(epoch from now() - last_used_at)::int as seconds from sessions where id = ${id}`)
    await company.db.run(sql`update sessions set last_used_at = now() - interval '4 minutes' where id = ${id}`)
    const asking = () => company.app.inject({ method: 'GET', url: '/app/session.current', headers: { cookie } })
    /** Lets the server read the session again, as another process does. */
    const readAgain = () => company.run('users.sign-out-everywhere', { id: company.userIds.waiting })
    await readAgain()
    await asking()
    expect((await stored()).seconds).toBeGreaterThan(200)
    await company.db.run(sql`
      update sessions set last_used_at = now() - interval '6 minutes', address = '10.9.9.9' where id = ${id}`)
    await expect
      .poll(async () => {
        await asking()
        return (await stored()).address
      })
      .toBe('127.0.0.1')
    expect((await stored()).seconds).toBeLessThan(60)
  })
})

describe('ending', () => {
  test('one session ends it at once and no other', async () => {
    const [mine, lost, third] = [await browser('user'), await browser('user', PHONE), await browser('user')]
    const { id = 0 } = (await sessionsOf(lost, PHONE)).find(({ isThis }) => isThis) ?? {}
    expect((await call(mine, 'users.end-own-session', { id })).json).toEqual({ ended: 1 })
    expect([await isOpen(lost), await isOpen(mine), await isOpen(third)]).toEqual([false, true, true])
    expect((await call(mine, 'users.end-own-session', { id })).json).toEqual({ ended: 0 })
  })

  test('the session in use is refused, and one of another person stays open', async () => {
    const [mine, theirs] = [await browser('user'), await browser('operations')]
    const own = (await sessionsOf(mine)).find(({ isThis }) => isThis)?.id ?? 0
    const foreign = (await sessionsOf(theirs)).find(({ isThis }) => isThis)?.id ?? 0
    expect(refusalOf(await call(mine, 'users.end-own-session', { id: own }))).toMatchObject({
      code: 'users.this-session',
    })
    expect((await call(mine, 'users.end-own-session', { id: foreign })).json).toEqual({ ended: 0 })
    expect(await isOpen(theirs)).toBe(true)
  })

  test('all others leaves this one', async () => {
    const [mine, other] = [await browser('production'), await browser('production')]
    const { json } = await call(mine, 'users.end-other-sessions', {})
    expect((json as { ended: number }).ended).toBeGreaterThanOrEqual(2)
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false])
    expect(await sessionsOf(mine)).toHaveLength(1)
  })

  test('also ends a program whose session has expired but could be renewed by its refresh token', async () => {
    const login = await ask(company, 'POST', '/service/login', {
      body: { email: emailOf('logistirio'), password: PASSWORD },
    })
    const pair = login.json as { jwt: string; jwtRefreshToken: string }
    await company.db.run(sql`
      update sessions set expires_at = now() - interval '1 hour' where id = (select max(session_id) from refresh_tokens)`)
    const mine = await browser('logistirio')
    const listed = await sessionsOf(mine)
    expect(listed.some(({ device }) => device.kind === 'program')).toBe(true)
    // the person is told of as many as the list shows
    expect((await call(mine, 'users.end-other-sessions', {})).json).toEqual({ ended: listed.length - 1 })
    const body = { token: pair.jwt, refreshToken: pair.jwtRefreshToken }
    expect((await ask(company, 'POST', '/service/refresh-token', { body })).status).toBe(403)
  })
})

describe('a new password', () => {
  const NEXT = 'φάρος-κύμα-πέτρα'
  const change = (cookie: string, old: string, password: string) =>
    call(cookie, 'session.change-password', { old, password })

  test('needs the old one, follows the rules, and differs from it', async () => {
    const mine = await browser('section')
    expect(refusalOf(await change(mine, 'wrong', NEXT))).toMatchObject({
      kind: 'refused',
      code: 'users.wrong-password',
    })
    expect(refusalOf(await change(mine, PASSWORD, 'short'))).toMatchObject({ code: 'users.password-short' })
    expect(refusalOf(await change(mine, PASSWORD, PASSWORD))).toMatchObject({ code: 'users.password-same' })
    const bare = await ask(company, 'POST', '/app/session.change-password', { body: { old: PASSWORD, password: NEXT } })
    expect(bare.status).toBe(400)
    const foreign = { ...headersOf(mine), origin: 'https://evil.example' }
    const asked = { headers: foreign, body: { old: PASSWORD, password: NEXT } }
    expect((await ask(company, 'POST', '/app/session.change-password', asked)).status).toBe(403)
    await browser('section')
  })

  test('ends the other sessions and links, says how many, and leaves this session', async () => {
    const [mine, other] = [await browser('section'), await browser('section', PHONE)]
    const before = (await sessionsOf(mine)).length
    expect((await change(mine, PASSWORD, NEXT)).json).toEqual({ ended: before - 1 })
    expect([await isOpen(mine), await isOpen(other)]).toEqual([true, false])
    await browser('section', CHROME, NEXT)
    const { text } = await company.db.one<{ text: string }>(sql`
      select string_agg(changes::text || coalesce(note, ''), ' ') as text from history where command = 'users.change-password'`)
    expect(text).toContain('CHANGED')
    expect(text).not.toMatch(/argon|φάρος/)
    const kept = await company.db.one<{ text: string }>(
      sql`select coalesce(string_agg(k::text, ' '), '') as text from idempotency_keys k`,
    )
    expect(kept.text).not.toContain('φάρος')
  })

  test('is refused after ten wrong old ones, as a sign-in is', async () => {
    const mine = await browser('driver')
    for (let time = 0; time < 10; time++) expect((await change(mine, `wrong ${time}`, NEXT)).status).toBe(422)
    expect((await change(mine, PASSWORD, NEXT)).status).toBe(429)
    expect(await isOpen(mine)).toBe(true)
  })
})
