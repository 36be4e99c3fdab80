/** Tests what is kept of sign-ins and refused commands, and that a storm of them stays small. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { refusedRequest, SecurityEvents } from './security-events.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(() => company.db.run(sql`delete from security_events`))

const USER = { userId: null, name: 'Πρόγραμμα', role: 'user', section: null } as const

type Stored = {
  kind: string
  userId: number | null
  userName: string
  what: string
  code: string
  details: object
  times: number
}
const stored = async (): Promise<Stored[]> => {
  await company.events.flush()
  return company.db.many<Stored>(sql`
    select kind, user_id as "userId", user_name as "userName", what, code, details, times from security_events order by id`)
}
const everythingStored = async (): Promise<string> => {
  await company.events.flush()
  return JSON.stringify(await company.db.many(sql`select to_jsonb(e) as e from security_events e`))
}

const refuseMove = (person: 'user' | 'driver', id = 999_999) =>
  ask(company, 'POST', '/app/orders.move-order', {
    token: company.tokens[person],
    body: { id, transition: 'cancel', note: 'κρυφό κείμενο' },
  })

describe('a refused command', () => {
  test('is kept after its rollback with the person, the command and the reason, and without its input', async () => {
    expect((await refuseMove('user')).status).toBe(404)
    expect(await stored()).toEqual([
      {
        kind: 'REFUSAL',
        userId: company.userIds.user,
        userName: 'Ονομα user',
        what: 'orders.move-order',
        code: 'orders.missing',
        details: { orderId: 999_999 },
        times: 1,
      },
    ])
    expect(await everythingStored()).not.toContain('κρυφό')
  })

  test('for lack of a right names the right', async () => {
    await refuseMove('driver')
    expect(await stored()).toMatchObject([
      { code: 'forbidden', details: { right: expect.stringMatching(/^orders\./) } },
    ])
  })

  test('keeps no text that was typed', async () => {
    const { json } = await ask(company, 'POST', '/app/users.invite', {
      token: company.tokens.admin,
      body: { email: 'μυστικό', username: '', role: 'user', surprise: 'μυστικό' },
    })
    expect(json).toMatchObject({ refusal: { code: 'input' } })
    expect(await everythingStored()).not.toContain('μυστικό')
    expect(await stored()).toMatchObject([{ code: 'input' }])
  })

  test('is one row with a counter within a minute, also if several processes refuse it', async () => {
    const now = new Date('2026-11-20T08:00:30Z')
    const event = {
      kind: 'REFUSAL',
      userId: company.userIds.user,
      userName: 'Μ',
      what: 'orders.pack',
      code: 'busy',
      details: {},
      address: '',
    } as const
    const processes = [1, 2].map(() => new SecurityEvents(company.db))
    for (const process of processes) for (let n = 0; n < 500; n += 1) process.note(event, now)
    await Promise.all(processes.map((process) => process.flush()))
    for (const process of processes) process.note(event, new Date('2026-11-20T08:01:00Z'))
    await Promise.all(processes.map((process) => process.flush()))
    expect((await stored()).map(({ times }) => times)).toEqual([1_000, 2])
  })

  test('that is repeated each second remains one row of the minute with its name', async () => {
    const events = new SecurityEvents(company.db)
    for (let second = 0; second < 50; second += 1) {
      events.note(
        refusedRequest(USER, 'orders.list', refusal('forbidden', 'forbidden')),
        new Date('2026-11-20T08:00:30Z'),
      )
      await events.flush()
    }
    expect(await stored()).toMatchObject([{ what: 'orders.list', times: 50 }])
  })

  test('of a wrong input keeps numbers of it, and no text under any name', async () => {
    const events = new SecurityEvents(company.db)
    const typed = refusal('invalid', 'orders.unknown-status', { status: 'κρυφό κείμενο', right: 'κρυφό', row: 3 })
    events.note(refusedRequest(USER, 'data-api.patch-custorders', typed))
    await events.flush()
    expect(await stored()).toMatchObject([{ code: 'orders.unknown-status', details: { row: 3 } }])
    expect(await everythingStored()).not.toContain('κρυφό')
  })

  test('of another kind counts with further ones, if a person has too many in a minute', async () => {
    const events = new SecurityEvents(company.db)
    const one = { kind: 'REFUSAL', userId: company.userIds.user, userName: 'Μ', details: {}, address: '' } as const
    for (let n = 0; n < 1_000; n += 1)
      events.note({ ...one, what: `c${n}`, code: 'x' }, new Date('2026-11-20T08:00:30Z'))
    await events.flush()
    const rows = await stored()
    expect(rows).toHaveLength(31)
    expect(rows.find(({ what }) => what === 'FURTHER')).toMatchObject({ times: 970 })
  })
})

describe('a sign-in', () => {
  const signIn = (email: string, password: string) =>
    ask(company, 'POST', '/app/session.sign-in', {
      headers: { 'x-dreamfactory-api-key': PAGE_KEY },
      body: { email, password, remember: false },
    })

  test('that fails is kept with the e-mail that was tried and the reason, and without the password', async () => {
    await signIn('stranger@example.com', 'το-μυστικό-σύνθημα')
    expect(await stored()).toEqual([
      expect.objectContaining({
        kind: 'FAILED-SIGN-IN',
        userId: null,
        userName: 'stranger@example.com',
        what: 'FAILED',
        code: 'unknown-account',
      }),
    ])
    expect(await everythingStored()).not.toContain('μυστικό')
  })

  test('with the password in the field of the e-mail keeps neither', async () => {
    await signIn('το-μυστικό-σύνθημα', 'x')
    expect(await everythingStored()).not.toContain('μυστικό')
  })

  test('to a known account belongs to the account', async () => {
    const { email } = await company.db.one<{ email: string }>(
      sql`select email from users where id = ${company.userIds.user}`,
    )
    await signIn(email, 'λάθος')
    expect(await stored()).toMatchObject([{ userId: company.userIds.user, userName: email, code: 'wrong-password' }])
  })

  test('and a sign-out are kept with the name of the person', async () => {
    const { app } = company
    await app.inject({
      method: 'POST',
      url: '/app/session.sign-out',
      headers: { cookie: `kerino_session=${company.tokens.operations}`, 'x-dreamfactory-api-key': PAGE_KEY },
    })
    expect(await stored()).toMatchObject([
      { kind: 'SIGN-IN', what: 'SIGNED-OUT', userId: company.userIds.operations, userName: 'Ονομα operations' },
    ])
  })
})

test('a failure of the database loses the events and nothing else', async () => {
  const failures: unknown[] = []
  const broken = { ...company.db, transaction: () => Promise.reject(new Error('gone')) }
  const events = new SecurityEvents(broken, { failed: (error) => void failures.push(error) })
  events.note({ kind: 'REFUSAL', userId: null, userName: 'Π', what: 'x', code: 'y', details: {}, address: '' })
  await events.flush()
  expect(failures).toHaveLength(1)
})

test('events are written after a restore, because it would remove them', async () => {
  const failures: unknown[] = []
  const events = new SecurityEvents(company.db, { failed: (error) => void failures.push(error) })
  const note = () =>
    events.note({ kind: 'REFUSAL', userId: null, userName: 'Π', what: 'x', code: 'y', details: {}, address: '' })
  await company.db.closing(async ({ close }) => {
    await close('writing')
    note()
    await events.flush()
    note()
    await events.flush()
    expect(await stored()).toEqual([])
  })
  await events.flush()
  expect(failures).toEqual([])
  expect((await stored()).reduce((sum, { times }) => sum + times, 0)).toBe(2)
})
