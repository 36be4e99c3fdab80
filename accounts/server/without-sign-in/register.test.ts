/** Tests the registration of a new colleague, and of somebody who tries to misuse it, over HTTP. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { Mailer, OutgoingMail } from '#server/integrations/mail/mail.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { callByName, ENDPOINTS, openTestCompany, type TestCompany } from '#testing/company.ts'
import { testDatabase } from '#testing/database.ts'
import { peopleOf } from '#testing/people.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'
import { testServer } from '#testing/test-server.ts'
import { MOST_REQUESTS } from './limit-requests.ts'
import { MAIL_LINK_JOB } from './mail-link.ts'

const SECRET = 'τρία κεριά στο παράθυρο'

let company: TestCompany
let mails: OutgoingMail[] = []
const mailer: Mailer = {
  delivers: true,
  send: async (mail) => {
    mails.push(mail)
    return { kind: 'sent' }
  },
}

beforeAll(async () => {
  company = await openTestCompany({ mail: mailer })
})
afterAll(() => company?.close())
beforeEach(async () => {
  mails = []
  await company.db.run(sql`delete from public_requests`)
  await company.db.run(sql`delete from jobs`)
})

const { does, refusalOf } = peopleOf(() => company)

const post = async (address: string, payload: object, headers: Record<string, string> = {}, app = company.app) => {
  const answer = await app.inject({ method: 'POST', url: `/app/${address}`, payload, headers })
  return { status: answer.statusCode, text: answer.payload, body: answer.json(), headers: answer.headers }
}
type Given = { email: string; username?: string; password?: string; language?: string }
const register = ({ email, username = 'Νεφέλη', password = SECRET, language = 'eng' }: Given, headers = {}) =>
  post('session.register', { email, username, password, language }, headers)
const signIn = (email: string, password: string) => post('session.sign-in', { email, password, remember: false })

async function runJobs(): Promise<void> {
  const outside = () => ({ ...NOTHING_OUTSIDE, mail: mailer })
  const parts = { runner: company.runner, outside, publicUrl: 'https://office.kerino.example' }
  const work = jobWorks(parts)[MAIL_LINK_JOB]
  const jobs = await company.db.many<{ payload: unknown }>(sql`select payload from jobs where kind = ${MAIL_LINK_JOB}`)
  for (const { payload } of jobs) await work?.run(payload)
}

const accountOf = (email: string) =>
  company.db.maybe<{ id: number; role: string | null; status: string; username: string; firstName: string }>(sql`
    select id, role, status, username, first_name as "firstName" from users where email = ${email}`)

describe('a new colleague', () => {
  test('registers, waits without a role, is refused all data, and works after the approval', async () => {
    const email = 'nefeli@kerino.test'
    expect(await register({ email: ' Nefeli@Kerino.test ' })).toMatchObject({ status: 200, body: { done: true } })
    const account = await accountOf(email)
    expect(account).toMatchObject({ role: null, status: 'WAITING', username: 'Νεφέλη', firstName: '' })
    const signedIn = await signIn(email, SECRET)
    expect(signedIn).toMatchObject({ status: 200, body: { user: { actingRole: null, landing: '/dashboard' } } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    for (const { name, kind } of ENDPOINTS) {
      const answer = await callByName(
        company,
        name,
        {},
        { headers: { cookie, 'x-dreamfactory-api-key': 'page-key-of-the-test-company' } },
      )
      expect(answer.status, `${kind} ${name}`).toBe(403)
    }
    const before = await does<{ count: number }>('admin', 'users.count', { filters: { state: ['WAITING'] } })
    const { rows } = await does<{ rows: { id: number; state: string }[] }>('admin', 'users.list', {})
    expect(rows.slice(0, before.count).map(({ state }) => state)).toEqual(
      rows.slice(0, before.count).map(() => 'WAITING'),
    )
    expect(rows.slice(0, before.count).map(({ id }) => id)).toContain(account?.id)
    await does('admin', 'users.approve-account', { id: account?.id, version: 1, role: 'production' })
    expect(await signIn(email, SECRET)).toMatchObject({
      body: { user: { actingRole: 'production', landing: '/tasks' } },
    })
    const history = await does<{ rows: { command: string }[] }>('admin', 'users.history', { id: account?.id })
    expect(history.rows.map(({ command }) => command)).toEqual(['users.approve-account', 'users.register'])
    // nothing is mailed to somebody who has just registered
    await runJobs()
    expect(mails).toEqual([])
  })

  test('becomes the administrator of an empty database', async () => {
    await using db = Object.assign(await testDatabase(), {
      async [Symbol.asyncDispose]() {
        await db.close()
      },
    })
    const app = await testServer(db)
    for (const email of ['first@kerino.test', 'second@kerino.test']) {
      const payload = { email, username: 'Άννα', password: SECRET, language: 'gr' }
      expect((await post('session.register', payload, {}, app)).status).toBe(200)
    }
    expect(await db.many(sql`select email, role, status from users order by id`)).toEqual([
      { email: 'first@kerino.test', role: 'admin', status: 'ACTIVE' },
      { email: 'second@kerino.test', role: null, status: 'WAITING' },
    ])
    await app.close()
  })

  test('is refused a password that is short, common, or made of the own data', async () => {
    for (const [password, code] of [
      ['short', 'users.password-short'],
      ['password123', 'users.password-common'],
      ['νεφέλη νεφέλη', 'users.password-own-name'],
      ['kerodoros1', 'users.password-own-name'],
    ] as const)
      expect((await register({ email: 'kerodoros@kerino.test', password })).body.refusal?.code, password).toBe(code)
    expect(await accountOf('kerodoros@kerino.test')).toBeNull()
    // such a try does not count
    expect(await company.db.many(sql`select id from public_requests`)).toEqual([])
  })
})

describe('somebody who tries', () => {
  test('an e-mail that has an account gets the same answer, nothing changes, and the owner gets a mail', async () => {
    const known = await register({ email: emailOf('user'), username: 'Κάποιος http://evil.example' })
    const unknown = await register({ email: 'unknown@kerino.test' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(await accountOf(emailOf('user'))).toMatchObject({ role: 'user', status: 'ACTIVE' })
    expect((await signIn(emailOf('user'), PASSWORD)).status).toBe(200)
    expect((await signIn(emailOf('user'), SECRET)).status).toBe(401)
    await runJobs()
    expect(mails).toMatchObject([{ to: emailOf('user'), subject: expect.stringContaining('already') }])
    expect(mails[0]?.text).toContain('https://office.kerino.example/login')
    expect(mails[0]?.text).not.toContain('evil')
  })

  test('the same e-mail several times at once creates one account', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => register({ email: 'twice@kerino.test' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { count } = await company.db.one<{ count: number }>(
      sql`select count(*)::int as count from users where email = 'twice@kerino.test'`,
    )
    expect(count).toBe(1)
  })

  test('to choose a role or the first name of a workshop is refused', async () => {
    const own = { email: 'sly@kerino.test', username: 'xyta', password: SECRET, language: 'eng' }
    for (const more of [{ role: 'admin' }, { firstName: 'xyta' }, { status: 'ACTIVE' }])
      expect((await post('session.register', { ...own, ...more })).status).toBe(400)
    expect((await post('session.register', own)).status).toBe(200)
    expect((await signIn(own.email, SECRET)).body.user).toMatchObject({ actingRole: null, section: null })
    expect((await register({ email: 'sly2@kerino.test' }, { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('to take the name of the product, or one with invisible characters, is refused', async () => {
    expect(await register({ email: 'named@kerino.test', username: 'kerino' })).toMatchObject({
      status: 422,
      body: { refusal: { code: 'users.name-taken' } },
    })
    expect((await register({ email: 'named@kerino.test', username: 'Νεφέλη\u200b' })).status).toBe(400)
    expect(await accountOf('named@kerino.test')).toBeNull()
  })

  test('with the name of a colleague is approved only under another name', async () => {
    await register({ email: 'twin@kerino.test', username: 'ονομα ADMIN' })
    const { id } = (await accountOf('twin@kerino.test')) ?? { id: 0 }
    const approve = (version: number) => ({ id, version, role: 'driver' })
    expect(await refusalOf('admin', 'users.approve-account', approve(1))).toMatchObject({ code: 'users.name-taken' })
    await does('admin', 'users.change-account', { id, version: 1, changes: { username: 'Άλλη Ελένη' } })
    await does('admin', 'users.approve-account', approve(2))
    expect(await accountOf('twin@kerino.test')).toMatchObject({ role: 'driver', status: 'ACTIVE' })
  })

  test('many e-mails from one internet address is stopped', async () => {
    await company.db.run(sql`
      insert into public_requests (kind, email, address)
      select 'ACCOUNT', 'e' || n || '@kerino.test', '127.0.0.1' from generate_series(1, ${MOST_REQUESTS.address}) n`)
    expect(await register({ email: 'one-more@kerino.test' })).toMatchObject({
      status: 429,
      body: { refusal: { code: 'users.too-many-requests' } },
    })
    expect(await accountOf('one-more@kerino.test')).toBeNull()
  })

  test('to fill the list of people is stopped until an administrator has looked at it', async () => {
    await company.db.run(sql`
      insert into users (email, username, status, password_hash)
      select 'w' || n || '@kerino.test', 'w', 'WAITING', '-' from generate_series(1, 100) n`)
    expect((await register({ email: 'full@kerino.test' })).body.refusal?.code).toBe('users.too-many-waiting')
    await company.db.run(sql`delete from users where email like 'w%@kerino.test' and username = 'w'`)
    expect((await register({ email: 'full@kerino.test' })).status).toBe(200)
  })

  test('to create accounts for others without being an administrator is refused', async () => {
    expect(await refusalOf('user', 'users.create-user', {})).toMatchObject({ kind: 'forbidden' })
  })
})

describe('while the registration is closed', () => {
  const setOpen = (open: boolean) =>
    does('admin', 'settings.save-sign-in', {
      values: { registrationOpen: open },
      shown: { registrationOpen: !open },
    })
  const publicState = async () => (await company.app.inject({ method: 'GET', url: '/app/session.public-state' })).json()
  const CLOSED = { status: 422, body: { refusal: { code: 'users.registration-closed' } } }
  beforeEach(() => setOpen(false))
  afterEach(() => setOpen(true))

  test('nobody registers, whatever is sent, and nothing is counted or mailed', async () => {
    const answers = [
      await register({ email: 'closed@kerino.test' }),
      await register({ email: emailOf('user') }),
      await register({ email: 'closed@kerino.test', password: 'short' }),
      await register({ email: 'closed@kerino.test', username: 'Kerino' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(CLOSED)
    expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))).size).toBe(1)
    expect(await accountOf('closed@kerino.test')).toBeNull()
    expect(await company.db.many(sql`select id from public_requests`)).toEqual([])
    expect(await company.db.many(sql`select id from jobs where kind = ${MAIL_LINK_JOB}`)).toEqual([])
    const old = await company.app.inject({
      method: 'POST',
      url: '/service/post-jwt-register',
      payload: { email: 'closed@kerino.test', username: 'Α', password: SECRET },
    })
    expect(old.json()).toMatchObject({ success: false, error: expect.stringMatching(/closed/), ...CLOSED.body })
    expect(await accountOf('closed@kerino.test')).toBeNull()
  })

  test('everybody learns that it is closed, and nothing else', async () => {
    expect(await publicState()).toEqual({ mail: true, registration: false })
    await setOpen(true)
    expect(await publicState()).toEqual({ mail: true, registration: true })
    expect((await register({ email: 'open-again@kerino.test' })).status).toBe(200)
    await setOpen(false)
  })

  test('an administrator still invites people, and nobody else opens it', async () => {
    const invited = { email: 'invited@kerino.test', username: 'Ροδάνθη', role: 'user' }
    expect(await does('admin', 'users.invite', invited)).toMatchObject({ token: expect.any(String) })
    const open = { values: { registrationOpen: true }, shown: { registrationOpen: false } }
    expect(await refusalOf('user', 'settings.save-sign-in', open)).toMatchObject({ kind: 'forbidden' })
    expect(await publicState()).toMatchObject({ registration: false })
  })
})

describe('an old program', () => {
  const service = async (payload: object) => {
    const { statusCode, json } = await company.app.inject({
      method: 'POST',
      url: '/service/post-jwt-register',
      payload,
    })
    return { status: statusCode, body: json() }
  }
  const done = { status: 200, body: { success: true, message: 'Register User Successfully' } }

  test('registers an account, which waits, by the call of the old helper service', async () => {
    const user = { email: 'old-program@kerino.test', username: 'Παλιό', password: SECRET }
    expect(await service(user)).toEqual(done)
    expect(await accountOf(user.email)).toMatchObject({ role: null, status: 'WAITING', username: 'Παλιό' })
    expect(await service({ user: { ...user, email: 'nested@kerino.test', role: 'admin' } })).toEqual(done)
    expect(await accountOf('nested@kerino.test')).toMatchObject({ role: null, status: 'WAITING' })
    expect(await service({ ...user, email: emailOf('admin') })).toEqual(done)
    expect((await signIn(emailOf('admin'), SECRET)).status).toBe(401)
  })

  test('reads in words why a registration is refused', async () => {
    const weak = { email: 'weak@kerino.test', username: 'Α', password: 'password123' }
    expect(await service(weak)).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringMatching(/common/), refusal: { code: 'users.password-common' } },
    })
    expect((await service({ ...weak, email: 'weak' })).status).toBe(400)
    expect((await service({})).status).toBe(400)
  })
})
