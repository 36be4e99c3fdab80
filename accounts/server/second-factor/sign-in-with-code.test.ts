/** Tests the sign-in with a second factor: what a password alone opens, which codes are accepted, and how guessing is limited. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'
import { addLink } from '../account-links.ts'
import { MOST_FAILURES } from '../sign-in-limits.ts'
import {
  appCode,
  type Browser,
  browserOf,
  enterCode,
  enterPassword,
  laterStep,
  withFactor,
  withoutFactors,
  wrongCode,
} from '#testing/second-factor.ts'

let company: TestCompany
const log: string[] = []
let secret: string
let codes: string[]
beforeAll(async () => {
  company = await openTestCompany({}, undefined, { logLevel: 'info', logTo: { write: (row) => void log.push(row) } })
})
afterAll(() => company?.close())
beforeEach(async () => {
  await withoutFactors(company)
  ;({ secret, codes } = await withFactor(() => company, 'user'))
})

/** Returns a new browser in which the person has entered the password. */
async function afterPassword(address = '127.0.0.1'): Promise<Browser> {
  const browser = browserOf(() => company, { 'x-forwarded-for': address })
  expect(await enterPassword(browser, 'user')).toMatchObject({ status: 200, json: { codeNeeded: true } })
  return browser
}
const codeOf = async (answer: ReturnType<typeof enterCode>) => (await answer).refusal?.code

test('the password alone opens no session, and what it gives opens nothing but the step of the code', async () => {
  const browser = await afterPassword()
  expect([...browser.cookies.keys()]).toEqual(['kerino_begun_sign_in'])
  const token = browser.cookies.get('kerino_begun_sign_in') ?? ''
  const uses: readonly Record<string, string>[] = [
    { cookie: `kerino_session=${token}` },
    { 'x-dreamfactory-session-token': token },
    { authorization: `Bearer ${token}` },
    { cookie: `kerino_begun_sign_in=${token}` },
  ]
  for (const headers of uses)
    for (const path of ['/app/session.current', '/app/products.list', '/api/v2/_table/customers', '/app/live'])
      expect([path, (await ask(company, 'GET', path, { headers })).status]).toEqual([path, expect.toSatisfy(isRefused)])
  expect((await enterCode(browser, appCode(secret))).json).toMatchObject({ user: { email: emailOf('user') } })
  expect([...browser.cookies.keys()].sort()).toEqual(['kerino_device', 'kerino_session'])
  expect((await browser.get('/app/products.list')).status).toBe(200)
})
const isRefused = (status: unknown): boolean => [400, 401, 403].includes(Number(status))

test('a code is accepted once, typed in any usual way, and codes from before the last one are refused', async () => {
  const [first, second, third] = [await afterPassword(), await afterPassword(), await afterPassword()]
  const now = appCode(secret)
  expect((await enterCode(first, ` ${now.slice(0, 3)} ${now.slice(3)}`)).status).toBe(200)
  expect(await codeOf(enterCode(second, now))).toBe('users.wrong-code')
  expect(await codeOf(enterCode(second, appCode(secret, -1)))).toBe('users.wrong-code')
  expect((await enterCode(second, appCode(secret, 1))).status).toBe(200)
  for (const text of ['', '12345', 'abcdef', '１２３４５', `${now}0`, appCode(secret, 9)])
    expect([text, (await enterCode(third, text)).status]).toEqual([text, text === '' ? 400 : 422])
})

test('of two browsers with the same code at the same moment one gets in', async () => {
  const browsers = await Promise.all([afterPassword(), afterPassword(), afterPassword()])
  const answers = await Promise.all(browsers.map((browser) => enterCode(browser, appCode(secret))))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422])
})

test('one begun sign-in gives one session', async () => {
  const browser = await afterPassword()
  const begun = browser.cookies.get('kerino_begun_sign_in') ?? ''
  expect((await enterCode(browser, appCode(secret))).status).toBe(200)
  await laterStep(company)
  browser.cookies.set('kerino_begun_sign_in', begun)
  expect(await codeOf(enterCode(browser, appCode(secret)))).toBe('users.sign-in-over')
})

test('a recovery code signs in once, also in small letters without dashes, and the history says so', async () => {
  const [first, second] = [await afterPassword(), await afterPassword()]
  const [used = '', other = ''] = codes
  expect((await enterCode(first, used.toLowerCase().replaceAll('-', ''))).status).toBe(200)
  expect(await codeOf(enterCode(second, used))).toBe('users.wrong-code')
  expect((await enterCode(second, other)).status).toBe(200)
  expect((await second.get('/app/session.factor-state')).json).toMatchObject({ recoveryCodes: 8 })
  const { rows } = (
    await ask(company, 'GET', `/app/users.history?input=${JSON.stringify({ id: company.userIds.user })}`, {
      token: company.tokens.admin,
    })
  ).json as { rows: { command: string; changes: object }[] }
  expect(rows[0]).toMatchObject({ command: 'users.use-recovery-code', changes: { secondFactor: [null, 'RECOVERED'] } })
})

describe('guessing', () => {
  const guess = async (browser: Browser, times: number) => {
    const statuses = []
    for (let at = 0; at < times; at++) statuses.push((await enterCode(browser, wrongCode(secret, at))).status)
    return statuses
  }

  test('is stopped after ten wrong codes, and the right password gives no further tries', async () => {
    const attacker = await afterPassword('203.0.113.7')
    expect(await guess(attacker, MOST_FAILURES.together)).toEqual(Array(MOST_FAILURES.together).fill(422))
    expect((await enterCode(attacker, appCode(secret))).status).toBe(429)
    const again = await afterPassword('203.0.113.7')
    expect((await enterCode(again, appCode(secret))).status).toBe(429)
    // the person elsewhere is not locked out
    expect((await enterCode(await afterPassword('198.51.100.4'), appCode(secret))).status).toBe(200)
  })

  test('from many addresses is stopped after twenty, but not on a device of the person', async () => {
    const known = await afterPassword()
    expect((await enterCode(known, appCode(secret))).status).toBe(200)
    await laterStep(company)
    await company.db.run(sql`
      insert into sign_in_attempts (proof, email, address, failed)
      select 'CODE', ${emailOf('user')}, '10.0.0.' || n, true from generate_series(1, ${MOST_FAILURES.emailCodes}::int) n`)
    expect((await enterCode(await afterPassword('192.0.2.9'), appCode(secret))).status).toBe(429)
    expect((await enterPassword(known, 'user')).json).toEqual({ codeNeeded: true })
    expect((await enterCode(known, appCode(secret))).status).toBe(200)
  })

  test('has no count of its own on a device that became known by the password alone', async () => {
    await withoutFactors(company)
    const attacker = browserOf(() => company, { 'x-forwarded-for': '203.0.113.10' })
    expect((await enterPassword(attacker, 'user')).status).toBe(200)
    const own = await withFactor(() => company, 'user')
    await company.db.run(sql`
      insert into sign_in_attempts (proof, email, address, failed)
      select 'CODE', ${emailOf('user')}, '10.0.0.' || n, true from generate_series(1, ${MOST_FAILURES.emailCodes}::int) n`)
    expect((await enterPassword(attacker, 'user')).json).toEqual({ codeNeeded: true })
    expect((await enterCode(attacker, appCode(own.secret))).status).toBe(429)
    // the device on which it was switched on stays known
    expect((await enterPassword(own.browser, 'user')).json).toEqual({ codeNeeded: true })
    await laterStep(company)
    expect((await enterCode(own.browser, appCode(own.secret))).status).toBe(200)
  })

  test('at the same moment counts every try', async () => {
    const attacker = await afterPassword('203.0.113.8')
    const tries = Array.from({ length: 16 }, (_, at) => enterCode(attacker, wrongCode(secret, at)))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(MOST_FAILURES.together)
    expect(statuses.filter((status) => status === 429)).toHaveLength(16 - MOST_FAILURES.together)
  })

  test('goes on to count after a forgotten password was set anew by mail', async () => {
    const attacker = await afterPassword('203.0.113.9')
    await guess(attacker, MOST_FAILURES.together)
    const { passwordHash } = await company.db.one<{ passwordHash: string }>(sql`
      select password_hash as "passwordHash" from users where id = ${company.userIds.user}`)
    const token = await addLink(company.db, company.userIds.user, 'RESET', null)
    const password = 'τρία κεριά στο παράθυρο'
    expect((await attacker.post('/app/session.set-password', { token, password })).status).toBe(200)
    expect((await enterPassword(attacker, 'user', password)).json).toEqual({ codeNeeded: true })
    expect((await enterCode(attacker, appCode(secret))).status).toBe(429)
    await company.db.run(sql`update users set password_hash = ${passwordHash} where id = ${company.userIds.user}`)
  })
})

describe('a begun sign-in', () => {
  test('expires, and ends when all sessions of the account end', async () => {
    const [late, ended] = [await afterPassword(), await afterPassword()]
    const token = company.tokens.admin
    const input = { id: company.userIds.user }
    expect((await ask(company, 'POST', '/app/users.sign-out-everywhere', { token, body: input })).status).toBe(200)
    expect(await codeOf(enterCode(ended, appCode(secret)))).toBe('users.sign-in-over')
    const fresh = await afterPassword()
    await company.db.run(sql`update begun_sign_ins set expires_at = now()`)
    for (const browser of [late, fresh])
      expect(await codeOf(enterCode(browser, appCode(secret)))).toBe('users.sign-in-over')
  })

  test('of an account that was deactivated opens nothing', async () => {
    const browser = await afterPassword()
    await company.db.run(sql`update users set status = 'DISABLED' where id = ${company.userIds.user}`)
    expect(await codeOf(enterCode(browser, appCode(secret)))).toBe('users.sign-in-over')
    await company.db.run(sql`update users set status = 'ACTIVE' where id = ${company.userIds.user}`)
  })
})

test('a program cannot sign in to the account with its password, and is told what to use instead', async () => {
  const body = { email: emailOf('user'), password: PASSWORD }
  const headers = { 'accept-language': 'en' }
  const service = await ask(company, 'POST', '/service/login', { body, headers })
  expect([service.status, refusalIn(service.json)?.code]).toEqual([403, 'users.code-needed'])
  expect(service.json).toMatchObject({ error: expect.stringContaining('Use a key for programs') })
  const session = await ask(company, 'POST', '/api/v2/user/session', { body, headers })
  expect([session.status, session.text]).toEqual([403, expect.stringContaining('Use a key for programs')])
})

test('the log has every step and no code', async () => {
  log.length = 0
  const browser = await afterPassword()
  const wrong = wrongCode(secret)
  await enterCode(browser, wrong)
  const right = appCode(secret)
  expect((await enterCode(browser, right)).status).toBe(200)
  const text = log.join('')
  for (const event of ['sign-in-code-asked', '"reason":"wrong-code"', '"event":"sign-in"'])
    expect(text).toContain(event)
  for (const hidden of [`"${wrong}"`, `"${right}"`, secret]) expect(text).not.toContain(hidden)
})
