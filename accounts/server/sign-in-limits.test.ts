import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { rememberDevice } from './known-devices.ts'
import { hashPassword } from './passwords.ts'
import { Sessions } from './sessions.ts'
import { MOST_FAILURES } from './sign-in-limits.ts'
import { SignInLog } from './sign-in-log.ts'

const RIGHT = 'σωστό-σύνθημα'
const WRONG = 'λάθος-σύνθημα'

let db: Database
let sessions: Sessions
/** A second process on the same database. */
let elsewhere: Sessions
let lines: { level: string; details: Record<string, unknown> }[] = []

const line = (level: string) => (details: object) => void lines.push({ level, details: { ...details } })

beforeAll(async () => {
  db = await testDatabase()
  sessions = new Sessions(db, new SignInLog({ info: line('info'), warn: line('warn'), error: line('error') }))
  elsewhere = new Sessions(db)
  const hash = await hashPassword(RIGHT)
  for (const name of ['maria', 'nikos'])
    await db.run(
      sql`insert into users (email, username, role, password_hash) values (${`${name}@test.gr`}, ${name}, 'user', ${hash})`,
    )
})
beforeEach(async () => {
  await db.run(sql`delete from sign_in_attempts`)
  await db.run(sql`delete from known_devices`)
  lines = []
})
afterAll(() => db.close())

/** Returns the result of a sign-in: 'signed-in', or the code of its refusal. */
async function tryAs(
  name: string,
  password: string,
  address: string,
  device: string | null = null,
  at = sessions,
): Promise<string> {
  try {
    await at.signIn(`${name}@test.gr`, password, false, address, device)
    return 'signed-in'
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}

const userId = async (name: string): Promise<number> =>
  (await db.one<{ id: number }>(sql`select id from users where username = ${name}`)).id

/** Stores failed attempts of other people. */
const failures = (count: number, email: string, address: (index: number) => string) =>
  db.run(sql`
    insert into sign_in_attempts (email, address, failed)
    select ${email}, a, true from unnest(${Array.from({ length: count }, (_, i) => address(i))}::text[]) as a`)

describe('wrong passwords', () => {
  test('lock the e-mail for their address, in every process, and for no other address', async () => {
    for (let i = 0; i < 10; i++)
      expect(await tryAs('maria', WRONG, '10.1.0.1', null, i % 2 ? sessions : elsewhere)).toBe('wrong-credentials')
    expect(await tryAs('maria', RIGHT, '10.1.0.1')).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.1.0.1', null, elsewhere)).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.1.0.2')).toBe('signed-in')
    expect(await tryAs('nikos', RIGHT, '10.1.0.1')).toBe('signed-in')
  })

  test('for an unknown e-mail are refused in the same way', async () => {
    for (let i = 0; i < 10; i++) expect(await tryAs('nobody', WRONG, '10.1.0.1')).toBe('wrong-credentials')
    expect(await tryAs('nobody', WRONG, '10.1.0.1')).toBe('too-many-tries')
  })

  test("from a hundred addresses block unknown devices, and the account's known device still signs in", async () => {
    const { token: device } = await rememberDevice(db, null, await userId('maria'))
    await failures(100, 'maria@test.gr', (i) => `10.2.0.${i}`)
    expect(await tryAs('maria', RIGHT, '10.9.0.1')).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.9.0.1', 'made-up')).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.9.0.1', device)).toBe('signed-in')
    expect(await tryAs('nikos', RIGHT, '10.9.0.1')).toBe('signed-in')
  })

  test('from a hundred addresses block no network in which the account has used a session, also for programs', async () => {
    expect(await tryAs('maria', RIGHT, '10.21.0.1')).toBe('signed-in')
    expect(await tryAs('maria', RIGHT, '2001:db8:77:88::1')).toBe('signed-in')
    await failures(100, 'maria@test.gr', (i) => `10.22.0.${i}`)
    expect(await tryAs('maria', RIGHT, '10.21.0.2')).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.21.0.1')).toBe('signed-in')
    expect(await tryAs('maria', RIGHT, '2001:db8:77:88:9::2')).toBe('signed-in')
    const program = { address: '10.21.0.1', userAgent: 'program' }
    expect(await sessions.signInBriefly('maria@test.gr', RIGHT, program)).toMatchObject({ token: expect.any(String) })
    // a guesser there still has no more than ten tries
    for (let i = 0; i < 10; i++) expect(await tryAs('maria', WRONG, '10.21.0.1')).toBe('wrong-credentials')
    expect(await tryAs('maria', RIGHT, '10.21.0.1')).toBe('too-many-tries')
    await db.run(sql`update sessions set last_used_at = now() - interval '366 days'`)
    expect(await tryAs('maria', RIGHT, '2001:db8:77:88:9::2')).toBe('too-many-tries')
  })

  test('for a hundred e-mails from one address block that address, except for a known device there', async () => {
    const { token: device } = await rememberDevice(db, null, await userId('maria'))
    await failures(100, 'somebody@test.gr', () => '10.3.0.1')
    expect(await tryAs('maria', RIGHT, '10.3.0.1')).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.3.0.1', device)).toBe('signed-in')
    expect(await tryAs('nikos', RIGHT, '10.3.0.1', device)).toBe('too-many-tries')
  })

  test('on a known device lock only that device', async () => {
    const { token: device } = await rememberDevice(db, null, await userId('maria'))
    for (let i = 0; i < 10; i++) expect(await tryAs('maria', WRONG, `10.4.0.${i}`, device)).toBe('wrong-credentials')
    expect(await tryAs('maria', RIGHT, '10.4.0.11', device)).toBe('too-many-tries')
    expect(await tryAs('maria', RIGHT, '10.4.0.1')).toBe('signed-in')
  })

  test('are forgotten after fifteen minutes, and the refusal says how long to wait', async () => {
    await failures(10, 'maria@test.gr', () => '10.5.0.1')
    await db.run(sql`update sign_in_attempts set at = now() - interval '10 minutes'`)
    await expect(sessions.signIn('maria@test.gr', RIGHT, false, '10.5.0.1')).rejects.toMatchObject({
      refusal: {
        kind: 'tooMany',
        details: { retryAfterSeconds: expect.toSatisfy((s: number) => s > 290 && s <= 300) },
      },
    })
    await db.run(sql`update sign_in_attempts set at = now() - interval '15 minutes'`)
    expect(await tryAs('maria', RIGHT, '10.5.0.1')).toBe('signed-in')
  })

  test('sent all at once are compared at most ten times', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => tryAs('maria', WRONG, '10.6.0.1', null, i % 2 ? sessions : elsewhere)),
    )
    expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too-many-tries')).toHaveLength(10)
  })
})

describe('right passwords', () => {
  test('never count as failures, however many come at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 15 }, (_, i) => tryAs('maria', RIGHT, '10.7.0.1', null, i % 2 ? sessions : elsewhere)),
    )
    expect(new Set(codes)).toEqual(new Set(['signed-in']))
    expect(await db.one(sql`select count(*)::int as count from sign_in_attempts`)).toEqual({ count: 0 })
  })

  test('wait for earlier attempts, and are refused when fifty are waiting', async () => {
    const comparing = (count: number) =>
      db.run(sql`
        insert into sign_in_attempts (email, address) select 'maria@test.gr', '10.7.0.3' from generate_series(1, ${count}::int)`)
    await comparing(59)
    const waiting = tryAs('maria', RIGHT, '10.7.0.3')
    await expect
      .poll(
        async () => (await db.one<{ count: number }>(sql`select count(*)::int as count from sign_in_attempts`)).count,
      )
      .toBe(60)
    expect(await tryAs('maria', RIGHT, '10.7.0.3')).toBe('too-many-at-once')
    expect(await tryAs('nikos', RIGHT, '10.7.0.3')).toBe('signed-in')
    await db.run(sql`delete from sign_in_attempts where id < (select max(id) from sign_in_attempts)`)
    expect(await waiting).toBe('signed-in')
  })

  test('for one account allow no further wrong ones for other accounts', async () => {
    for (let i = 0; i < 9; i++) await tryAs('maria', WRONG, '10.7.0.2')
    expect(await tryAs('nikos', RIGHT, '10.7.0.2')).toBe('signed-in')
    expect(await tryAs('maria', WRONG, '10.7.0.2')).toBe('wrong-credentials')
    expect(await tryAs('maria', RIGHT, '10.7.0.2')).toBe('too-many-tries')
  })
})

describe('a device', () => {
  test('keeps its token for a second account, and an unknown token is replaced', async () => {
    const { token: first } = await rememberDevice(db, null, await userId('maria'))
    expect((await rememberDevice(db, first, await userId('nikos'))).token).toBe(first)
    expect((await rememberDevice(db, 'planted by somebody', await userId('nikos'))).token).not.toBe(
      'planted by somebody',
    )
    const stored = await db.one<{ stored: number }>(
      sql`select count(*)::int as stored from known_devices where token_hash = ${first}`,
    )
    expect(stored.stored).toBe(0)
  })

  test('is forgotten after the account has used twenty other devices', async () => {
    const maria = await userId('maria')
    const { token: first } = await rememberDevice(db, null, maria)
    await db.run(sql`update known_devices set last_used_at = now() - interval '1 hour'`)
    for (let i = 0; i < 20; i++) await rememberDevice(db, null, maria)
    expect((await rememberDevice(db, first, maria)).token).not.toBe(first)
  })
})

test('the log records sign-in, failure with its reason, lock and refusal, and contains no password', async () => {
  await tryAs('maria', RIGHT, '10.8.0.1')
  await tryAs('nobody', WRONG, '10.8.0.1')
  for (let i = 0; i < 11; i++) await tryAs('maria', WRONG, '10.8.0.1')
  await sessions.signIn(RIGHT, WRONG, false, '10.8.0.1').catch(() => {})
  expect(lines.map(({ level, details }) => [level, details['event'], details['reason']])).toEqual([
    ['info', 'sign-in', undefined],
    ['warn', 'sign-in-failed', 'unknown-account'],
    ...Array.from({ length: 10 }, () => ['warn', 'sign-in-failed', 'wrong-password']),
    ['warn', 'sign-in-locked', undefined],
    ['warn', 'sign-in-refused', undefined],
    ['warn', 'sign-in-failed', 'unknown-account'],
  ])
  expect(lines[0]?.details).toMatchObject({ email: 'maria@test.gr', address: '10.8.0.1', knownDevice: false })
  // A password typed into the e-mail field is not logged either.
  expect(JSON.stringify(lines)).not.toContain('σύνθημα')
})

test('the addresses of one IPv6 connection count as one', async () => {
  await failures(MOST_FAILURES.address, 'other@test.gr', () => '2001:db8:12:34::/64')
  expect(await tryAs('maria', RIGHT, '2001:db8:12:34:99::7')).toBe('too-many-tries')
  expect(await tryAs('maria', RIGHT, '2001:db8:12:35:99::7')).toBe('signed-in')
})
