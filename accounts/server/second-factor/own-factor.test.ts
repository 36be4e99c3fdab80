/** Tests how people set up and switch off their second factor, how an administrator resets it, and that nothing stores it in clear. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raw, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { sealingWith } from '#server/seal/sealing.ts'
import { ask, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'
import { testServer } from '#testing/test-server.ts'
import { RECOVERY_CODES } from '../../domain/second-factor.ts'
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
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(() => withoutFactors(company))

const open = () => company
const signedIn = async (person: 'user' | 'admin' | 'production') => {
  const browser = browserOf(open)
  expect((await enterPassword(browser, person)).status).toBe(200)
  return browser
}
const historyOf = async (id: number, admin?: Browser) => {
  const { json } = await (admin ?? (await signedIn('admin'))).get(`/app/users.history?input=${JSON.stringify({ id })}`)
  return (json as { rows: { command: string; userName: string; changes: Record<string, unknown> }[] }).rows
}

/** Returns everything that the tables contain, as text. */
async function everythingStored(): Promise<string> {
  const tables = await company.db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const texts = []
  for (const { name } of tables) {
    const { text } = await company.db.one<{ text: string }>(
      sql`select coalesce(string_agg(t::text, ' '), '') as text from ${raw(name)} t`,
    )
    texts.push(text)
  }
  return texts.join('\n')
}

test('the set-up needs the password and a code of the app; then codes for recovery are shown and other devices signed out', async () => {
  const browser = await signedIn('user')
  const other = await signedIn('user')
  const begin = (password: string) => browser.post('/app/session.begin-factor', { password })
  const confirm = (code: string) => browser.post('/app/session.confirm-factor', { code })
  expect((await browser.get('/app/session.factor-state')).json).toEqual({
    since: null,
    recoveryCodes: 0,
    possible: true,
  })
  expect((await begin('wrong')).refusal).toMatchObject({ code: 'users.wrong-password' })
  expect((await confirm('123456')).refusal).toMatchObject({ code: 'users.factor-not-begun' })

  const { secret: replaced } = (await begin(PASSWORD)).json as { secret: string }
  const { secret, address } = (await begin(PASSWORD)).json as { secret: string; address: string }
  expect(address).toMatch(/^otpauth:\/\/totp\/.*user%40kerino\.test\?.*period=30/)
  expect(address).toContain(secret)
  expect((await confirm(appCode(replaced))).refusal).toMatchObject({ code: 'users.wrong-code' })
  expect((await enterPassword(browserOf(open), 'user')).json).toHaveProperty('user')
  const { codes } = (await confirm(appCode(secret))).json as { codes: string[] }
  expect(new Set(codes).size).toBe(RECOVERY_CODES)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)

  expect((await other.get('/app/session.current')).status).toBe(403)
  expect((await browser.get('/app/session.factor-state')).json).toMatchObject({
    since: expect.any(String),
    recoveryCodes: 10,
  })
  expect((await begin(PASSWORD)).refusal).toMatchObject({ code: 'users.factor-on' })
  expect((await enterPassword(browserOf(open), 'user')).json).toEqual({ codeNeeded: true })
  const [entry] = await historyOf(company.userIds.user)
  expect(entry).toMatchObject({ command: 'users.switch-on-second-factor', changes: { secondFactor: [null, 'ON'] } })
  const stored = await everythingStored()
  expect(stored).toContain('second-factor')
  for (const hidden of [secret, replaced, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(stored).not.toContain(hidden)
})

test('a secret that was not confirmed in time is not accepted', async () => {
  const browser = await signedIn('user')
  const { secret } = (await browser.post('/app/session.begin-factor', { password: PASSWORD })).json as {
    secret: string
  }
  await company.db.run(sql`update second_factors set made_at = now() - interval '16 minutes'`)
  const { refusal } = await browser.post('/app/session.confirm-factor', { code: appCode(secret) })
  expect(refusal).toMatchObject({ code: 'users.factor-not-begun' })
})

test('switching it off needs the password and a code, and so do new recovery codes', async () => {
  const { browser, secret, codes } = await withFactor(open, 'user')
  for (const path of ['/app/session.end-factor', '/app/session.recovery-codes']) {
    const no = async (body: object) => (await browser.post(path, body)).refusal?.code
    expect(await no({ password: 'wrong', code: appCode(secret) })).toBe('users.wrong-password')
    expect(await no({ password: PASSWORD, code: wrongCode(secret) })).toBe('users.wrong-code')
    expect(await no({ password: PASSWORD })).toBe('input')
  }
  const renewed = await browser.post('/app/session.recovery-codes', { password: PASSWORD, code: appCode(secret) })
  const { codes: next } = renewed.json as { codes: string[] }
  const late = browserOf(open)
  await enterPassword(late, 'user')
  expect((await enterCode(late, codes[0] ?? '')).refusal?.code).toBe('users.wrong-code')
  expect((await browser.post('/app/session.end-factor', { password: PASSWORD, code: next[0] ?? '' })).json).toEqual({
    on: false,
  })
  expect((await enterPassword(browserOf(open), 'user')).json).toHaveProperty('user')
  expect((await historyOf(company.userIds.user)).slice(0, 2)).toMatchObject([
    { command: 'users.switch-off-second-factor', changes: { secondFactor: [null, 'OFF'] } },
    { command: 'users.make-recovery-codes', changes: { secondFactor: [null, 'NEW-CODES'] } },
  ])
  expect(await company.db.many(sql`select from recovery_codes`)).toEqual([])
})

test('wrong codes of a signed-in person are limited like those of a sign-in', async () => {
  const { browser, secret } = await withFactor(open, 'user')
  const end = (code: string) => browser.post('/app/session.end-factor', { password: PASSWORD, code })
  for (let at = 0; at < 10; at++) expect((await end(wrongCode(secret, at))).status).toBe(422)
  expect((await end(appCode(secret))).status).toBe(429)
})

test('an administrator resets the factor of another account, which is signed out, and not the own one', async () => {
  const { browser } = await withFactor(open, 'user')
  const admin = await withFactor(open, 'admin')
  const reset = (id: number) => admin.browser.post('/app/users.reset-second-factor', { id })
  expect((await reset(company.userIds.admin)).refusal).toMatchObject({ code: 'users.own-factor' })
  expect((await reset(company.userIds.production)).refusal).toMatchObject({ code: 'users.no-factor' })
  expect((await reset(999_999)).refusal).toMatchObject({ code: 'users.no-account' })
  expect((await reset(company.userIds.user)).json).toEqual({ ended: 1 })
  expect((await browser.get('/app/session.current')).status).toBe(403)
  expect((await enterPassword(browserOf(open), 'user')).json).toHaveProperty('user')
  const [entry] = await historyOf(company.userIds.user, admin.browser)
  expect(entry).toMatchObject({
    command: 'users.reset-second-factor',
    userName: 'Ονομα admin',
    changes: { secondFactor: [null, 'RESET'] },
  })
})

test('a key that was created from the open session of an administrator does not reset the own factor', async () => {
  const { browser } = await withFactor(open, 'admin')
  const { json } = await browser.post('/app/keys.create', { password: PASSWORD, name: 'Κατάστημα', role: 'admin' })
  const headers = { 'x-dreamfactory-api-key': (json as { key: string }).key }
  const body = { id: company.userIds.admin }
  const answer = await ask(company, 'POST', '/app/users.reset-second-factor', { headers, body })
  expect([answer.status, refusalIn(answer.json)?.code]).toEqual([403, 'people-only'])
})

test('a page of another site cannot change the factor', async () => {
  const { browser } = await withFactor(open, 'user')
  const evil = browserOf(open, { origin: 'https://evil.example' })
  for (const [name, value] of browser.cookies) evil.cookies.set(name, value)
  for (const path of ['begin-factor', 'confirm-factor', 'end-factor', 'recovery-codes', 'sign-in-code'])
    expect([path, (await evil.post(`/app/session.${path}`, { password: PASSWORD, code: '1' })).status]).toEqual([
      path,
      403,
    ])
})

describe('the key', () => {
  const SAME = Buffer.alloc(32, 7)
  const answersOf = async (keys: { forNew: () => Buffer | null; forStored: () => Buffer | null }) => {
    const sealing = sealingWith({ possible: () => keys.forNew() !== null, ...keys })
    const runner = new Runner({ db: company.db, clock: () => new Date(), sealing })
    const app = await testServer(company.db, { runner })
    return { ...company, app }
  }

  test('that is missing prevents new factors and says so, and people who have a factor sign in', async () => {
    const { secret } = await withFactor(open, 'user')
    const there = await answersOf({ forNew: () => null, forStored: () => SAME })
    const browser = browserOf(() => there)
    await enterPassword(browser, 'production')
    expect((await browser.get('/app/session.factor-state')).json).toMatchObject({ possible: false })
    const { refusal } = await browser.post('/app/session.begin-factor', { password: PASSWORD })
    expect(refusal).toMatchObject({ code: 'users.factor-key-missing' })
    const other = browserOf(() => there)
    await enterPassword(other, 'user')
    expect((await enterCode(other, appCode(secret))).status).toBe(200)
    await there.app.close()
  })

  test.each([
    ['lost', null],
    ['another one', Buffer.alloc(32, 8)],
  ])('that is %s accepts no code of an app and counts none, and a recovery code still signs in', async (_what, key) => {
    const { secret, codes } = await withFactor(open, 'user')
    const there = await answersOf({ forNew: () => key, forStored: () => key })
    const browser = browserOf(() => there)
    await enterPassword(browser, 'user')
    for (let at = 0; at < 11; at++)
      expect((await enterCode(browser, appCode(secret))).refusal).toMatchObject({ code: 'users.factor-key-lost' })
    expect((await enterCode(browser, codes[0] ?? '')).status).toBe(200)
    await there.app.close()
  })
})

describe('the setting for administrators', () => {
  const save = (browser: Browser, on: boolean) =>
    browser.post('/app/settings.save-sign-in', {
      values: { administratorsNeedFactor: on },
      shown: { administratorsNeedFactor: !on },
    })

  test('is switched on only by an administrator who has a second factor', async () => {
    const without = await signedIn('admin')
    expect((await save(without, true)).refusal).toMatchObject({ code: 'users.own-factor-first' })
    const { browser } = await withFactor(open, 'admin')
    expect((await save(browser, true)).json).toEqual({ changed: ['administratorsNeedFactor'] })
    expect((await save(browser, false)).status).toBe(200)
  })

  test('leaves an administrator without one nothing but the set-up, in every session, until it is done', async () => {
    const { browser } = await withFactor(open, 'admin')
    await company.db.run(sql`update users set role = 'admin' where id = ${company.userIds.production}`)
    const colleague = await signedIn('production')
    const program = await ask(company, 'POST', '/api/v2/user/session', {
      body: { email: 'production@kerino.test', password: PASSWORD },
    })
    const token = (program.json as { session_token: string }).session_token
    expect((await save(browser, true)).status).toBe(200)
    await expect.poll(async () => (await colleague.get('/app/users.list')).refusal?.code).toBe('users.factor-demanded')
    for (const path of ['/app/products.list', '/app/users.own-profile', '/app/live', '/api/v2/_table/customers'])
      expect([path, (await colleague.get(path)).status]).toEqual([path, 403])
    for (const path of ['/app/session.end-factor', '/app/session.change-password', '/app/session.set-pin'])
      expect([path, (await colleague.post(path, { password: PASSWORD })).refusal?.code]).toEqual([
        path,
        'users.factor-demanded',
      ])
    const asked = await ask(company, 'GET', '/app/products.list', { token })
    expect(refusalIn(asked.json)).toMatchObject({ code: 'users.factor-demanded' })
    expect((await colleague.get('/app/session.current')).json).toMatchObject({ factorDemanded: true })
    expect((await (await signedIn('user')).get('/app/products.list')).status).toBe(200)

    const { secret } = (await colleague.post('/app/session.begin-factor', { password: PASSWORD })).json as {
      secret: string
    }
    expect((await colleague.post('/app/session.confirm-factor', { code: appCode(secret) })).status).toBe(200)
    expect((await colleague.get('/app/products.list')).status).toBe(200)
    expect((await colleague.get('/app/session.current')).json).toMatchObject({ factorDemanded: false })
    await laterStep(company)
    const next = browserOf(open)
    await enterPassword(next, 'production')
    expect((await enterCode(next, appCode(secret))).json).toMatchObject({ factorDemanded: false })
    await company.db.run(sql`update users set role = 'production' where id = ${company.userIds.production}`)
  })
})
