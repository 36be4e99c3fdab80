/** Tests the administration of accounts over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import type { AccountRow } from '../domain/people-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const people = (input: object = {}) => does<{ rows: AccountRow[] }>('admin', 'users.list', input)
const accountOf = async (person: Person): Promise<AccountRow> => {
  const found = (await people({ search: emailOf(person) })).rows.find(({ id }) => id === company.userIds[person])
  if (!found) throw new Error(`no account of ${person}`)
  return found
}
/** The id and the version that the administrator sees now. */
const seen = async (person: Person) => {
  const { id, version } = await accountOf(person)
  return { id, version }
}
const signIn = async (person: Person) => {
  const payload = { email: emailOf(person), password: PASSWORD, remember: false }
  const { statusCode, cookies } = await company.app.inject({ method: 'POST', url: '/app/session.sign-in', payload })
  return { status: statusCode, token: cookies.find(({ name }) => name === 'kerino_session')?.value ?? '' }
}
const currentOf = (token: string) =>
  ask(company, 'GET', '/app/session.current', { headers: { cookie: `kerino_session=${token}` } })
/** The status of a request that every signed-in person may send. */
const statusWith = async (token: string) => (await currentOf(token)).status

describe('the list of people', () => {
  test('begins with those who wait for approval, and names state, section and role', async () => {
    const { rows } = await people()
    expect(rows[0]).toMatchObject({ email: emailOf('waiting'), state: 'WAITING', role: null })
    expect(rows.slice(1).filter(({ state }) => state === 'WAITING')).toEqual([])
    expect(rows.find(({ id }) => id === company.userIds.section)).toMatchObject({ section: 'GEMISMA', state: 'ACTIVE' })
    expect(JSON.stringify(rows)).not.toMatch(/hash|argon/)
  })

  test('is searched by name and e-mail without accents, and filtered by role and state', async () => {
    const idsOf = async (input: object) => (await people(input)).rows.map(({ id }) => id)
    expect(await idsOf({ search: 'ΕΛΕΝΗ' })).toEqual([company.userIds.admin])
    expect(await idsOf({ filters: { role: ['production'] } })).toEqual([company.userIds.production])
    expect(await idsOf({ filters: { state: ['WAITING'] } })).toEqual([company.userIds.waiting])
    expect(await idsOf({ filters: { state: ['DISABLED'] } })).toEqual([])
    expect(await does('admin', 'users.count', { filters: { state: ['WAITING'] } })).toEqual({ count: 1 })
  })
})

describe('when a person was last seen', () => {
  const SIGN_IN = '2026-03-02T08:00:00.000Z'
  const USE = '2026-03-06T15:30:00.000Z'
  const idOf = async (email: string, lastLoginAt: string | null) => {
    const { id } = await company.db.one<{ id: number }>(sql`
      insert into users (email, username, role, password_hash, last_login_at)
      values (${email}, ${email}, 'driver', '-', ${lastLoginAt}) returning id`)
    return id
  }
  const lastSeen = async (id: number) => (await does<AccountRow>('admin', 'users.account', { id })).lastSeenAt

  test('is the last use of any session, also of one that has ended, or the last sign-in', async () => {
    const [used, signedIn, never] = [
      await idOf('a@seen.test', SIGN_IN),
      await idOf('b@seen.test', SIGN_IN),
      await idOf('c@seen.test', null),
    ]
    await company.db.run(sql`
      insert into sessions (user_id, token_hash, expires_at, last_used_at, ended_at)
      values (${used}, 'open', now() + interval '1 day', '2026-03-05T12:00:00Z', null),
        (${used}, 'ended', now() + interval '1 day', ${USE}, ${USE})`)
    expect(await lastSeen(used)).toBe(USE)
    // its sessions were deleted because they are old
    expect(await lastSeen(signedIn)).toBe(SIGN_IN)
    expect(await lastSeen(never)).toBeNull()
  })

  test('sorts the list, those who never signed in last', async () => {
    const sorted = async (descending: boolean) =>
      (await people({ search: '@seen.test', sort: 'lastSeenAt', descending })).rows.map(({ email }) => email[0])
    expect(await sorted(true)).toEqual(['a', 'b', 'c'])
    expect(await sorted(false)).toEqual(['b', 'a', 'c'])
  })
})

describe('an administrator', () => {
  test('approves an account with a role, once, and its next request has the rights', async () => {
    const before = await seen('waiting')
    expect(await refusalOf('waiting', 'products.list', {})).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('admin', 'users.change-account', { ...before, changes: { role: 'user' } })).toMatchObject({
      code: 'users.approve-first',
    })
    await does('admin', 'users.approve-account', { ...before, role: 'production' })
    expect(await accountOf('waiting')).toMatchObject({ state: 'ACTIVE', role: 'production', version: 2 })
    await does('waiting', 'products.list', {})
    expect(await refusalOf('admin', 'users.approve-account', { ...before, role: 'user' })).toMatchObject({
      kind: 'conflict',
    })
    expect(
      await refusalOf('admin', 'users.approve-account', { ...(await seen('waiting')), role: 'user' }),
    ).toMatchObject({ code: 'users.not-waiting' })
    const { rows } = await does<{ rows: object[] }>('admin', 'users.history', { id: before.id })
    expect(rows[0]).toMatchObject({
      command: 'users.approve-account',
      userName: 'Ονομα admin',
      changes: { role: [null, 'production'] },
    })
  })

  test('makes an account the one of a workshop by its first name, and changes only what is given', async () => {
    await does('admin', 'users.change-account', { ...(await seen('operations')), changes: { firstName: 'XYTA' } })
    expect(await accountOf('operations')).toMatchObject({ section: 'ΧΥΤΑ', role: 'operations', landing: null })
    expect(await refusalOf('operations', 'users.list', {})).toMatchObject({ kind: 'forbidden' })
    const { token } = await signIn('operations')
    const { json } = await currentOf(token)
    expect(json).toMatchObject({
      user: { actingRole: 'section', section: 'ΧΥΤΑ', landing: '/single/%CE%A7%CE%A5%CE%A4%CE%91' },
    })
    await does('admin', 'users.change-account', { ...(await seen('operations')), changes: { firstName: 'Άννα' } })
  })

  test('refuses to overwrite what another administrator has changed', async () => {
    const before = await seen('logistirio')
    await does('admin', 'users.change-account', { ...before, changes: { landing: '/customers' } })
    expect(
      await refusalOf('admin', 'users.change-account', { ...before, changes: { landing: '/orders' } }),
    ).toMatchObject({ kind: 'conflict', details: { userName: 'Ονομα admin' } })
  })

  test('deactivates an account: its sessions end at once and its password opens no other', async () => {
    const { token } = await signIn('user')
    expect([await statusWith(token), await statusWith(company.tokens.user)]).toEqual([200, 200])
    await does('admin', 'users.deactivate-account', await seen('user'))
    expect([await statusWith(token), await statusWith(company.tokens.user)]).toEqual([401, 401])
    expect((await signIn('user')).status).toBe(401)
    const { open } = await company.db.one<{ open: number }>(
      sql`select count(*)::int as open from sessions where user_id = ${company.userIds.user} and ended_at is null`,
    )
    expect(open).toBe(0)

    await does('admin', 'users.activate-account', await seen('user'))
    // the old sessions stay ended, and the password opens a new one
    expect(await statusWith(token)).toBe(403)
    expect(await statusWith((await signIn('user')).token)).toBe(200)
    expect(await refusalOf('admin', 'users.activate-account', await seen('user'))).toMatchObject({
      code: 'users.not-deactivated',
    })
  })

  test('ends all sessions of an account, which may then sign in again', async () => {
    const { token } = await signIn('driver')
    const { ended } = await does<{ ended: number }>('admin', 'users.sign-out-everywhere', {
      id: company.userIds.driver,
    })
    expect(ended).toBeGreaterThanOrEqual(2)
    expect([await statusWith(token), await statusWith(company.tokens.driver)]).toEqual([403, 403])
    expect(await statusWith((await signIn('driver')).token)).toBe(200)
    const { rows } = await does<{ rows: object[] }>('admin', 'users.history', { id: company.userIds.driver })
    expect(rows[0]).toMatchObject({ command: 'users.sign-out-everywhere', changes: { sessionsEnded: [null, ended] } })
  })

  test('changes neither the own role nor the own state, even beside other administrators', async () => {
    await does('admin', 'users.change-account', { ...(await seen('production')), changes: { role: 'admin' } })
    const own = await seen('admin')
    for (const [name, input] of [
      ['users.change-account', { ...own, changes: { role: 'user' } }],
      ['users.deactivate-account', own],
    ] as const)
      expect(await refusalOf('admin', name, input)).toMatchObject({ code: 'users.own-account' })
    await does('admin', 'users.change-account', { ...own, changes: { lastName: 'Νέα' } })
    expect(await accountOf('admin')).toMatchObject({ role: 'admin', state: 'ACTIVE', lastName: 'Νέα' })
  })

  test('who demotes another one at the same moment as that one demotes them does not leave the company without one', async () => {
    const [one, other] = [await seen('admin'), await seen('production')]
    const demote = (person: Person, account: object) =>
      does(person, 'users.change-account', { ...account, changes: { role: 'user' } })
    const outcomes = await Promise.allSettled([demote('admin', other), demote('production', one)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { left } = await company.db.one<{ left: number }>(
      sql`select count(*)::int as left from users where role = 'admin' and status = 'ACTIVE'`,
    )
    expect(left).toBe(1)
  })
})
