/** Tests the way of a person who has forgotten the password, and of somebody who tries to misuse it, over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raw, sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { Mailer, MailFate, OutgoingMail } from '#server/integrations/mail/mail.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { emailOf, PASSWORD } from '#testing/people-and-goods.ts'
import { MOST_REQUESTS } from './limit-requests.ts'
import { MAIL_LINK_JOB } from './mail-link.ts'

const PUBLIC_URL = 'https://office.kerino.example'
const NEW = 'τρία κεριά στο παράθυρο'

let company: TestCompany
let mails: OutgoingMail[] = []
let fate: MailFate = { kind: 'sent' }
let delivers = true
const mailer: Mailer = {
  get delivers() {
    return delivers
  },
  send: async (mail) => {
    if (fate.kind === 'sent') mails.push(mail)
    return fate
  },
}

beforeAll(async () => {
  company = await openTestCompany({ mail: mailer }, undefined, { publicUrl: PUBLIC_URL })
})
afterAll(() => company?.close())
beforeEach(async () => {
  mails = []
  fate = { kind: 'sent' }
  delivers = true
  await company.db.run(sql`delete from public_requests`)
  await company.db.run(sql`delete from jobs`)
})

const { does, refusalOf } = peopleOf(() => company)

const post = async (address: string, payload: object, headers: Record<string, string> = {}) => {
  const answer = await company.app.inject({ method: 'POST', url: `/app/${address}`, payload, headers })
  return { status: answer.statusCode, text: answer.payload, body: answer.json(), headers: answer.headers }
}
const forgot = (email: string, headers: Record<string, string> = {}, language = 'eng') =>
  post('session.forgot-password', { email, language }, headers)
const signIn = async (email: string, password: string) =>
  (await post('session.sign-in', { email, password, remember: false })).status

type WaitingJob = { id: number; kind: string; payload: Record<string, unknown> }
const waitingJobs = () =>
  company.db.many<WaitingJob>(sql`select id, kind, payload from jobs where finished_at is null order by id`)

/** Runs the waiting jobs once, and returns how many of them are finished. */
async function runJobs(): Promise<number> {
  const outside = () => ({ ...NOTHING_OUTSIDE, mail: mailer })
  const work = jobWorks({ runner: company.runner, outside, publicUrl: PUBLIC_URL })[MAIL_LINK_JOB]
  let finished = 0
  for (const { id, payload } of await waitingJobs()) {
    const done = await work?.run(payload).then(
      () => true,
      () => false,
    )
    if (!done) continue
    finished += 1
    await company.db.run(sql`update jobs set finished_at = now() where id = ${id}`)
  }
  return finished
}

const tokenIn = (mail: OutgoingMail | undefined): string => /new-password#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

describe('a person who has forgotten the password', () => {
  test('gets a link by mail, sets a new one with it, and all sessions end', async () => {
    expect(await forgot(emailOf('production').toUpperCase())).toMatchObject({ status: 200, body: { done: true } })
    expect(await runJobs()).toBe(1)
    expect(mails).toMatchObject([{ to: emailOf('production'), attachments: [] }])
    expect(mails[0]?.text).toContain(`\n${PUBLIC_URL}/new-password#`)
    const token = tokenIn(mails[0])
    expect(await signIn(emailOf('production'), PASSWORD)).toBe(200)
    expect((await post('session.set-password', { token, password: NEW })).status).toBe(200)
    expect(await signIn(emailOf('production'), PASSWORD)).toBe(401)
    expect(await signIn(emailOf('production'), NEW)).toBe(200)
    expect((await post('session.set-password', { token, password: `${NEW} 2` })).status).toBe(422)
    const { rows } = await does<{ rows: object[] }>('admin', 'users.history', { id: company.userIds.production })
    expect(rows.slice(0, 2)).toMatchObject([
      { command: 'users.set-password' },
      { command: 'users.mail-link', changes: { link: [null, 'RESET'], linkMail: [null, 'SENT'] } },
    ])
  })

  test('reads the mail in the language of the page, and it holds no text that a person has chosen', async () => {
    await company.db.run(sql`update users set username = 'http://evil.example' where email = ${emailOf('driver')}`)
    for (const language of ['gr', 'it', 'sp', 'rs', 'sr', 'eng']) {
      await company.db.run(sql`delete from public_requests`)
      await forgot(emailOf('driver'), {}, language)
      expect(await runJobs()).toBe(1)
    }
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(6)
    for (const { subject, text } of mails) {
      expect(`${subject} ${text}`).not.toMatch(/\{\{|evil/)
      expect(text.match(/https?:\/\/\S+/g)).toEqual([expect.stringMatching(/^https:\/\/office\.kerino\.example\/new-/)])
    }
  })

  test('can use each of several links, so that a stranger who asks again does not make the first one useless', async () => {
    await forgot(emailOf('operations'))
    await runJobs()
    const first = tokenIn(mails[0])
    await forgot(emailOf('operations'))
    await runJobs()
    expect(mails).toHaveLength(2)
    expect((await post('session.set-password', { token: first, password: NEW })).status).toBe(200)
    // after that none of them opens anything
    expect((await post('session.read-link', { token: tokenIn(mails[1]) })).body.refusal?.code).toBe(
      'users.link-unusable',
    )
  })

  test('reads that the company has no mail server, whatever the e-mail is', async () => {
    delivers = false
    for (const email of [emailOf('user'), 'nobody@kerino.test'])
      expect(await forgot(email)).toMatchObject({ status: 422, body: { refusal: { code: 'users.no-mail' } } })
    const state = await company.app.inject({ url: '/app/session.public-state' })
    expect(state.json()).toMatchObject({ mail: false })
    expect(await waitingJobs()).toEqual([])
  })
})

describe('a person whom wrong passwords of others shut out', () => {
  const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) })
  const enter = (password: string, headers: Record<string, string>) =>
    post('session.sign-in', { email: emailOf('section'), password, remember: false }, headers)
  const guess = () =>
    company.db.run(sql`
      insert into sign_in_attempts (email, address, failed)
      select ${emailOf('section')}, '10.31.0.' || n, true from generate_series(1, 100) n`)
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    /(?:__Host-)?kerino_device=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? ''

  test('signs in on a new device with a link by mail, keeps the password, and no later guesses shut it out', async () => {
    await guess()
    expect((await enter(PASSWORD, from('10.32.0.1'))).status).toBe(429)
    await forgot(emailOf('section'))
    await runJobs()
    const token = tokenIn(mails[0])
    expect((await post('session.read-link', { token })).body).toMatchObject({ hasPassword: true })
    const known = await post('session.know-device', { token })
    expect(known).toMatchObject({ status: 200, body: { email: emailOf('section') } })
    await guess()
    expect((await enter(PASSWORD, from('10.32.0.1'))).status).toBe(429)
    expect((await enter('λάθος-σύνθημα', from('10.32.0.1', cookieOf(known)))).status).toBe(401)
    expect((await enter(PASSWORD, from('10.32.0.1', cookieOf(known)))).status).toBe(200)
    // the link works once
    expect((await post('session.know-device', { token })).status).toBe(422)
    expect((await post('session.set-password', { token, password: NEW })).status).toBe(422)
    const { rows } = await does<{ rows: object[] }>('admin', 'users.history', { id: company.userIds.section })
    expect(rows[0]).toMatchObject({ command: 'users.know-device', changes: { link: ['RESET', 'DEVICE'] } })
  })

  test('uses the link again if the answer with the cookie was lost, and gets no new tries by it', async () => {
    await forgot(emailOf('section'))
    await runJobs()
    const token = tokenIn(mails[0])
    const lost = await post('session.know-device', { token })
    expect(lost.status).toBe(200)
    await guess()
    for (let i = 0; i < 10; i++)
      expect((await enter('λάθος-σύνθημα', from('10.34.0.1', cookieOf(lost)))).status).toBe(401)
    expect((await post('session.read-link', { token })).status).toBe(200)
    const again = await post('session.know-device', { token })
    expect(again.status).toBe(200)
    expect(cookieOf(again)).not.toBe(cookieOf(lost))
    // it is the same device, whose tries are used up
    expect((await enter(PASSWORD, from('10.34.0.1', cookieOf(again)))).status).toBe(429)
    await company.db.run(sql`delete from sign_in_attempts where device_id is not null`)
    expect((await enter(PASSWORD, from('10.34.0.1', cookieOf(lost)))).status).toBe(429)
    // a repetition with the cookie keeps it
    const kept = await post('session.know-device', { token }, from('10.34.0.1', cookieOf(again)))
    expect(cookieOf(kept)).toBe(cookieOf(again))
    expect((await enter(PASSWORD, from('10.34.0.1', cookieOf(again)))).status).toBe(200)
    expect((await post('session.know-device', { token })).status).toBe(422)
    await company.db.run(sql`delete from sign_in_attempts`)
  })

  test('signs in at once after setting a new password, while the guesses go on', async () => {
    await forgot(emailOf('section'))
    await runJobs()
    const set = await post('session.set-password', { token: tokenIn(mails[0]), password: NEW })
    await guess()
    expect((await enter(NEW, from('10.33.0.1', cookieOf(set)))).status).toBe(200)
    expect((await enter(NEW, from('10.33.0.2'))).status).toBe(429)
  })

  test('gets no device from an invitation, which sets the first password', async () => {
    const invited = { email: 'device@kerino.test', username: 'Δανάη', role: 'user' }
    const { token } = await does<{ token: string }>('admin', 'users.invite', invited)
    expect((await post('session.read-link', { token })).body).toMatchObject({ hasPassword: false })
    expect((await post('session.know-device', { token })).status).toBe(422)
    expect((await post('session.set-password', { token, password: NEW })).status).toBe(200)
  })
})

describe('an administrator', () => {
  test('mails the link of an invitation and of a new password, and the history has the outcome of the mail', async () => {
    const invited = { email: 'nefeli@kerino.test', username: 'Νεφέλη', role: 'user' }
    const { id, token } = await does<{ id: number; token: string }>('admin', 'users.invite', invited)
    expect(await does('admin', 'users.mail-link', { id, language: 'gr' })).toEqual({ email: invited.email })
    expect(await runJobs()).toBe(1)
    expect(mails).toMatchObject([{ to: invited.email, subject: expect.stringContaining('ο λογαριασμός σας') }])
    // the link that was shown stays valid beside the one in the mail
    for (const one of [token, tokenIn(mails[0])])
      expect((await post('session.read-link', { token: one })).body).toMatchObject({ email: invited.email })
    expect((await post('session.set-password', { token: tokenIn(mails[0]), password: NEW })).status).toBe(200)
    expect((await post('session.read-link', { token })).status).toBe(422)
    expect(await signIn(invited.email, NEW)).toBe(200)
    await does('admin', 'users.mail-link', { id, language: 'gr' })
    await runJobs()
    expect(mails[1]?.subject).toContain('νέος κωδικός')
    const { rows } = await does<{ rows: { userName: string; changes: object }[] }>('admin', 'users.history', { id })
    expect(rows.slice(0, 2).map(({ userName, changes }) => ({ userName, changes }))).toEqual([
      { userName: 'Kerino', changes: { link: [null, 'RESET'], linkMail: [null, 'SENT'] } },
      { userName: expect.not.stringContaining('Kerino'), changes: { linkMail: [null, 'WAITING'] } },
    ])
  })

  test('sends nothing to a deactivated account, and another role sends no links', async () => {
    const { id } = await company.db.one<{ id: number }>(sql`
      insert into users (email, username, role, status, password_hash)
      values ('gone@kerino.test', 'Γ', 'user', 'DISABLED', '-') returning id`)
    expect(await refusalOf('admin', 'users.mail-link', { id, language: 'gr' })).toMatchObject({
      code: 'users.deactivated',
    })
    const other = { id: company.userIds.admin, language: 'gr' }
    expect(await refusalOf('user', 'users.mail-link', other)).toMatchObject({ kind: 'forbidden' })
    expect(await waitingJobs()).toEqual([])
  })
})

describe('a mail server that', () => {
  const openLinks = () =>
    company.db.many(sql`
      select id from account_links where user_id = ${company.userIds.logistirio} and used_at is null`)
  const lastLinkMail = async () => {
    const { rows } = await does<{ rows: { changes: object }[] }>('admin', 'users.history', {
      id: company.userIds.logistirio,
    })
    return rows[0]?.changes
  }

  test('is busy gets the mail later, with a link of its own, and no link stays from the first attempt', async () => {
    fate = { kind: 'later', message: '450 busy' }
    await forgot(emailOf('logistirio'))
    expect(await runJobs()).toBe(0)
    expect(await openLinks()).toEqual([])
    fate = { kind: 'sent' }
    expect(await runJobs()).toBe(1)
    expect(mails).toHaveLength(1)
    expect(await openLinks()).toHaveLength(1)
  })

  test('refuses the mail leaves a sign of that for the administrator', async () => {
    fate = { kind: 'refused', message: '550 no such user' }
    await forgot(emailOf('logistirio'))
    expect(await runJobs()).toBe(1)
    expect(await lastLinkMail()).toEqual({ link: [null, 'RESET'], linkMail: [null, 'FAILED'] })
  })

  test('comes back after more than an hour sends nothing, because the request is too old', async () => {
    fate = { kind: 'later', message: '450 busy' }
    await forgot(emailOf('logistirio'))
    expect(await runJobs()).toBe(0)
    await company.db.run(sql`update public_requests set at = now() - interval '61 minutes'`)
    fate = { kind: 'sent' }
    expect(await runJobs()).toBe(1)
    expect(mails).toEqual([])
  })
})

describe('somebody who guesses', () => {
  test('gets the same answer after the same work for every e-mail, and only accounts that may sign in get a mail', async () => {
    await company.db.run(sql`
      insert into users (email, username, role, status, password_hash) values
        ('unapproved@kerino.test', 'Α', null, 'WAITING', '-'), ('closed@kerino.test', 'Β', 'user', 'DISABLED', '-')`)
    const emails = [emailOf('user'), 'nobody@kerino.test', 'unapproved@kerino.test', 'closed@kerino.test']
    const seen = new Set<string>()
    for (const email of emails) {
      await company.db.run(sql`delete from jobs`)
      const { status, text } = await forgot(email)
      const [job, ...more] = await waitingJobs()
      expect(more).toEqual([])
      expect(JSON.stringify(job)).not.toContain(email)
      seen.add(
        `${status} ${text} ${job?.kind} ${Object.keys(job?.payload ?? {})
          .toSorted()
          .join()}`,
      )
      await runJobs()
    }
    expect([...seen]).toEqual([`200 {"done":true} ${MAIL_LINK_JOB} language,requestId`])
    expect(mails.map(({ to }) => to)).toEqual([emailOf('user'), 'unapproved@kerino.test'])
  })

  test('does not find the secret of a link in any table, and cannot choose the host of the link', async () => {
    await forgot(emailOf('user'), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    })
    await runJobs()
    const token = tokenIn(mails[0])
    expect(token.length).toBeGreaterThan(40)
    expect(JSON.stringify(mails)).not.toContain('evil')
    const tables = await company.db.many<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`)
    for (const { name } of tables) {
      const { found } = await company.db.one<{ found: number }>(
        sql`select count(*)::int as found from ${raw(`"${name}"`)} t where t::text like ${`%${token}%`}`,
      )
      expect(found, name).toBe(0)
    }
    expect(tables.length).toBeGreaterThan(40)
  })

  test('is stopped after a few requests for one e-mail, known or not, also when they come at once', async () => {
    for (const email of [emailOf('user'), 'nobody@kerino.test']) {
      const answers = await Promise.all(Array.from({ length: MOST_REQUESTS.email + 3 }, () => forgot(email)))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(3)
      expect(refused[0]?.body.refusal).toMatchObject({ code: 'users.too-many-requests', details: { minutes: 60 } })
    }
    expect(await waitingJobs()).toHaveLength(2 * MOST_REQUESTS.email)
    await company.db.run(sql`update public_requests set at = at - interval '61 minutes'`)
    expect((await forgot(emailOf('user'))).status).toBe(200)
  })

  test('is stopped after many requests from the addresses of one IPv6 connection', async () => {
    await company.db.run(sql`
      insert into public_requests (kind, email, address)
      select 'PASSWORD', 'e' || n || '@kerino.test', '2001:db8:12:34::/64' from generate_series(1, ${MOST_REQUESTS.address}) n`)
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect((await forgot('one-more@kerino.test', from('2001:db8:12:34:5::6'))).status).toBe(429)
    expect((await forgot('one-more@kerino.test', from('2001:db8:12:35:5::6'))).status).toBe(200)
  })

  test('is stopped after many requests from one internet address for different e-mails', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (let i = 0; i < MOST_REQUESTS.address; i++)
      expect((await forgot(`somebody${i}@kerino.test`, from('10.9.9.9'))).status).toBe(200)
    expect((await forgot('one-more@kerino.test', from('10.9.9.9'))).status).toBe(429)
    expect((await forgot('one-more@kerino.test', from('10.9.9.8'))).status).toBe(200)
  })

  test('cannot ask from the page of another site, or with more than an e-mail and a language', async () => {
    expect((await forgot(emailOf('user'), { origin: 'https://evil.example' })).status).toBe(403)
    for (const payload of [
      { email: 'nobody', language: 'eng' },
      { email: emailOf('user'), language: 'xx' },
      { email: emailOf('user'), language: 'eng', url: 'https://evil.example' },
      { email: [emailOf('user'), 'evil@kerino.test'], language: 'eng' },
    ])
      expect((await post('session.forgot-password', payload)).status).toBe(400)
    expect(await waitingJobs()).toEqual([])
  })
})

test('an old program asks for the link by the call of the old helper service, with the same answer for every e-mail', async () => {
  const service = async (email: string) => {
    const request = { method: 'POST', url: '/service/jwt-forget-pwd', payload: { email } } as const
    const { statusCode, json } = await company.app.inject({ ...request, headers: { 'accept-language': 'el' } })
    return { status: statusCode, body: json() }
  }
  const message = 'Reset link are sended to your mailbox, check there first'
  for (const email of [emailOf('user'), 'nobody@kerino.test'])
    expect(await service(email)).toEqual({ status: 200, body: { success: true, message } })
  expect(await runJobs()).toBe(2)
  expect(mails).toMatchObject([{ to: emailOf('user'), subject: expect.stringContaining('νέος κωδικός') }])
  delivers = false
  expect(await service(emailOf('user'))).toMatchObject({
    status: 422,
    body: { success: false, error: expect.stringContaining('διαχειριστή') },
  })
})
