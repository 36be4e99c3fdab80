/**
 * Tests the protection of the server before sign-in: cookies, headers, limits of time and size, the API description.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'

let open: TestCompany
let guarded: TestCompany
beforeAll(async () => {
  open = await openTestCompany({}, undefined, { descriptionOpen: true })
  guarded = await openTestCompany({}, undefined, { publicUrl: 'https://kerino.example.gr' })
})
afterAll(async () => {
  await open?.close()
  await guarded?.close()
})

const credentials = { email: emailOf('user'), password: PASSWORD }

async function cookiesOf(company: TestCompany, more: object = {}): Promise<Map<string, string>> {
  const { headers } = await ask(company, 'POST', '/app/session.sign-in', { body: { ...credentials, ...more } })
  return new Map([headers['set-cookie']].flat().map((line) => [String(line).split('=')[0] ?? '', String(line)]))
}

describe('with https', () => {
  test('cookies are bound to the host by their name, and browsers are told to use https only', async () => {
    const cookies = await cookiesOf(guarded)
    expect([...cookies.keys()].sort()).toEqual(['__Host-kerino_device', '__Host-kerino_session'])
    for (const line of cookies.values()) expect(line).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(cookies.get('__Host-kerino_device')).toContain('Max-Age=31536000')
    const page = await ask(guarded, 'GET', '/healthz')
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('the cookie signs in and out, and a cookie with the name used for http is ignored', async () => {
    const line = (await cookiesOf(guarded)).get('__Host-kerino_session') ?? ''
    const [cookie = ''] = line.split(';')
    const current = (given: string) => ask(guarded, 'GET', '/app/session.current', { headers: { cookie: given } })
    expect((await current(cookie)).status).toBe(200)
    expect((await current(cookie.replace('__Host-', ''))).status).toBe(401)
    const out = await ask(guarded, 'POST', '/app/session.sign-out', { headers: { cookie } })
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-kerino_session=;.*Secure/)
    expect((await current(cookie)).status).toBe(403)
  })
})

test('with http cookies have plain names and browsers are not told to use https', async () => {
  const cookies = await cookiesOf(open)
  expect([...cookies.keys()].sort()).toEqual(['kerino_device', 'kerino_session'])
  for (const line of cookies.values()) expect(line).toMatch(/HttpOnly/)
  expect((await ask(open, 'GET', '/healthz')).headers).not.toHaveProperty('strict-transport-security')
})

test('the cookie of a session ends with the browser, or after thirty days for a person who wants to be remembered', async () => {
  const ends = async (more: object) => /Expires=([^;]+)/.exec((await cookiesOf(open, more)).get('kerino_session') ?? '')
  expect(await ends({ remember: false })).toBeNull()
  const [, end = ''] = (await ends({ remember: true })) ?? []
  expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
})

describe('a known device', () => {
  test('can sign in while a hundred addresses guess the password of its account', async () => {
    const [device = ''] = ((await cookiesOf(open)).get('kerino_device') ?? '').split(';')
    for (let i = 0; i < 100; i++)
      await open.db.run(sql`
        insert into sign_in_attempts (email, address, failed) values (${credentials.email}, ${`10.0.0.${i}`}, true)`)
    // the account has used a session at the address of the other tests
    const signIn = (headers: Record<string, string>) =>
      ask(open, 'POST', '/app/session.sign-in', {
        body: credentials,
        headers: { ...headers, 'x-forwarded-for': '10.9.9.1' },
      })
    expect((await signIn({})).status).toBe(429)
    expect((await signIn({ cookie: device })).status).toBe(200)
    await open.db.run(sql`delete from sign_in_attempts`)
  })
})

describe('the description of the data API', () => {
  const addresses = ['/api/v2/openapi.json', '/api/v2/docs', '/api/v2/docs/static/index.html', '/api/v2/docs/json']

  test.each(addresses)('%s needs a sign-in', async (url) => {
    expect((await ask(guarded, 'GET', url)).status).toBe(400)
    expect((await ask(guarded, 'GET', url, { token: 'unknown' })).status).toBe(401)
    expect((await ask(guarded, 'GET', url, { token: guarded.tokens.user })).status).toBeLessThan(400)
  })

  test.each(addresses)('%s is closed to an account that waits for approval', async (url) => {
    expect((await ask(guarded, 'GET', url, { token: guarded.tokens.waiting })).status).toBe(403)
  })

  test.each(addresses)('%s is public if the setting opens it', async (url) => {
    expect((await ask(open, 'GET', url)).status).toBeLessThan(400)
  })
})

describe('slow and large requests', () => {
  test('the time for the headers and for the whole request is limited', () => {
    const { server } = open.app
    expect(server.headersTimeout).toBe(20_000)
    expect(server.requestTimeout).toBe(120_000)
  })

  test('a body that does not arrive is cut with 408', async () => {
    const slow = await openTestCompany({}, undefined, {
      slowness: { head: 200, request: 200, betweenChecks: 50 },
    })
    await slow.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = slow.app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /app/session.sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 100\r\n\r\n{"email"')
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))
    await new Promise((resolve) => socket.on('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    await slow.close()
  })

  test.each([
    '/app/session.sign-in',
    '/api/v2/user/session',
    '/service/login',
    '/app/setup.complete',
    '/app/setup.look-up-company',
  ])('%s accepts at most 64 kB from an unknown caller', async (url) => {
    const answer = await ask(open, 'POST', url, { body: { ...credentials, remember: 'x'.repeat(64 * 1024) } })
    expect(answer.text).toMatch(/too-large|too large/)
    expect([400, 413]).toContain(answer.status)
  })
})

test('a new account with a weak password is refused, and one with a long password is created', async () => {
  const make = (password: string) =>
    callByName(
      open,
      'users.create-user',
      { email: 'new.person@kerino.test', username: 'Νέα', password, role: 'user' },
      { token: open.tokens.admin },
    )
  for (const [password, code] of [
    ['μικρός', 'users.password-short'],
    ['password123', 'users.password-common'],
    ['new.person@kerino.test', 'users.password-own-name'],
  ] as const) {
    const { status, json } = await make(password)
    expect({ status, code: refusalIn(json)?.code }).toEqual({ status: 400, code })
  }
  expect((await make('τρία κεριά στο παράθυρο')).status).toBe(200)
})
