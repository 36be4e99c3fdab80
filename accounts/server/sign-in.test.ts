import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { codeOf } from '#testing/refused.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { Sessions } from './sessions.ts'

let db: Database
let sessions: Sessions

async function account(
  email: string,
  fields: { role?: string | null; firstName?: string; landing?: string | null; status?: string } = {},
): Promise<void> {
  const { role = 'user', firstName = '', landing = null, status = 'ACTIVE' } = fields
  await db.run(sql`
    insert into users (email, username, first_name, role, landing, status, password_hash)
    values (${email}, ${email}, ${firstName}, ${role}, ${landing}, ${status}, ${await hashPassword('σωστό-σύνθημα')})`)
}

const signIn = (email: string, password = 'σωστό-σύνθημα', address = '10.0.0.1') =>
  sessions.signIn(email, password, false, address)

beforeAll(async () => {
  db = await testDatabase()
  sessions = new Sessions(db)
})
afterAll(() => db.close())

describe('passwords', () => {
  test('match only themselves, however the accents are encoded', async () => {
    const stored = await hashPassword('Κωδικός1')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('Κωδικός1'.normalize('NFD'), stored)).toBe(true)
    expect(await passwordMatches('κωδικός1', stored)).toBe(false)
    expect(await passwordMatches('Κωδικός1', 'not a hash')).toBe(false)
    expect(await hashPassword('Κωδικός1')).not.toBe(stored)
  })
})

describe('signing in', () => {
  test.each([
    ['gets another password', sql`password_hash = 'another'`],
    ['is deactivated', sql`status = 'DISABLED'`],
  ])('opens no session if the account %s while the password is being checked', async (what, change) => {
    const email = `meanwhile-${what.length}@test.gr`
    await account(email)
    // the account changes after the password was compared, before anything else is written
    const changing = new Proxy(db, {
      get: (target, name) => {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]) => {
          const answer = await method.apply(target, given)
          const { text = '' } = (given[0] ?? {}) as { text?: string }
          if (text.includes('password_hash as')) await db.run(sql`update users set ${change} where email = ${email}`)
          return answer
        }
      },
    })
    const signingIn = new Sessions(changing).signIn(email, 'σωστό-σύνθημα', false, '10.0.0.1')
    expect(await codeOf(signingIn)).toBe('wrong-credentials')
    const { opened } = await db.one<{ opened: number }>(sql`
      select count(*)::int as opened from sessions s join users u on u.id = s.user_id where u.email = ${email}`)
    expect(opened).toBe(0)
  })

  test('finds the account in any case and returns its landing page', async () => {
    await account('maria@test.gr', { role: 'logistirio' })
    const { token, session } = await signIn('  Maria@Test.GR ')
    expect(session.user).toMatchObject({ email: 'maria@test.gr', actingRole: 'logistirio', landing: '/orders' })
    expect((await sessions.find(token)).user.id).toBe(session.user.id)
    const stored = await db.one<{ stored: number }>(
      sql`select count(*)::int as stored from sessions where token_hash = ${token}`,
    )
    expect(stored.stored).toBe(0)
  })

  test.each([
    [
      'a workshop wins over the role',
      { role: 'driver', firstName: ' Xyta ' },
      'section',
      `/single/${encodeURIComponent('ΧΥΤΑ')}`,
    ],
    [
      'an explicit page wins over both',
      { role: 'driver', firstName: 'xyta', landing: '/packaging' },
      'section',
      '/packaging',
    ],
    ['an unknown role lands on the dashboard', { role: 'x' }, null, '/dashboard'],
    ['a workshop needs no role', { role: null, firstName: 'xyta' }, 'section', `/single/${encodeURIComponent('ΧΥΤΑ')}`],
    ['no role waits', { role: null }, null, '/dashboard'],
    [
      'a workshop that waits for approval waits',
      { role: null, firstName: 'xyta', status: 'WAITING' },
      null,
      '/dashboard',
    ],
    ['a driver drives', { role: 'driver' }, 'driver', '/driverpage'],
  ] as const)('%s', async (name, fields, actingRole, landing) => {
    const email = `${name.replace(/\W/g, '').toLowerCase()}@test.gr`
    await account(email, fields)
    expect((await signIn(email)).session.user).toMatchObject({ actingRole, landing })
  })

  test('is refused in the same way for an unknown e-mail, a wrong password and a closed account', async () => {
    await account('closed@test.gr', { status: 'DISABLED' })
    expect(await codeOf(signIn('nobody@test.gr'))).toBe('wrong-credentials')
    expect(await codeOf(signIn('maria@test.gr', 'λάθος'))).toBe('wrong-credentials')
    expect(await codeOf(signIn('closed@test.gr'))).toBe('wrong-credentials')
  })
})

describe('a session', () => {
  test('ends at sign-out, and its token is known to have ended', async () => {
    const { token } = await signIn('maria@test.gr')
    await sessions.end(token)
    expect(await codeOf(sessions.find(token))).toBe('session-ended')
    expect(await codeOf(sessions.find('made-up'))).toBe('session-unknown')
  })

  test('expires, and use before that extends it', async () => {
    const { token, session } = await signIn('maria@test.gr')
    await db.run(sql`update sessions set expires_at = now() + interval '5 hours' where id = ${session.id}`)
    expect(Date.parse((await sessions.find(token)).expiresAt)).toBeGreaterThan(Date.now() + 11 * 3600_000)
    await db.run(sql`update sessions set expires_at = now() - interval '1 second' where id = ${session.id}`)
    sessions.forget()
    expect(await codeOf(sessions.find(token))).toBe('session-expired')
  })

  test('is exchanged for a new one, and the old token has ended', async () => {
    const { token } = await signIn('maria@test.gr')
    const renewed = await sessions.renew(token)
    expect((await sessions.find(renewed.token)).user.email).toBe('maria@test.gr')
    expect(await codeOf(sessions.find(token))).toBe('session-ended')
  })

  test('that was renewed ends at a sign-out with its old token, and sessions of other sign-ins stay', async () => {
    const { token } = await signIn('maria@test.gr')
    const other = await signIn('maria@test.gr')
    const renewed = await sessions.renew(token)
    expect(await sessions.signOut(token)).toBe(other.session.user.id)
    expect(await codeOf(sessions.find(renewed.token))).toBe('session-ended')
    expect((await sessions.find(other.token)).user.email).toBe('maria@test.gr')
    expect(await sessions.signOut(token)).toBeNull()
  })

  test('lasts 30 days with "remember me"', async () => {
    const { session } = await sessions.signIn('maria@test.gr', 'σωστό-σύνθημα', true, '10.0.0.2')
    expect(Date.parse(session.expiresAt)).toBeGreaterThan(Date.now() + 29 * 24 * 3600_000)
  })

  test.each([
    ['of half a day', false],
    ['remembered for 30 days', true],
  ])('%s ends 90 days after the password was entered, however much it is used', async (_what, remember) => {
    const { token, session } = await sessions.signIn('maria@test.gr', 'σωστό-σύνθημα', remember, '10.0.0.3')
    await db.run(sql`
      update sessions set signed_in_at = now() - interval '89 days 23 hours', expires_at = now() + interval '10 minutes'
      where id = ${session.id}`)
    const inMinutes = (moment: string) => (Date.parse(moment) - Date.now()) / 60_000
    expect(inMinutes((await sessions.find(token)).expiresAt)).toBeLessThanOrEqual(60)
    const renewed = await sessions.renew(token)
    expect(inMinutes(renewed.session.expiresAt)).toBeLessThanOrEqual(60)
    await db.run(sql`update sessions set signed_in_at = now() - interval '90 days' where id = ${renewed.session.id}`)
    const next = await sessions.renew(renewed.token)
    expect(await codeOf(sessions.find(next.token))).toBe('session-expired')
  })
})
