/** Sends mails from the command through the job and SMTP, and reads them in the mailbox. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import type { Mailer, MailFate } from '#server/integrations/mail/mail.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Later } from '#server/jobs/jobs.ts'
import { openSmtp } from '#server/integrations/mail/smtp.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { MOST_TRIES } from '../domain/mail.ts'
import { giveUpMail } from './send-mail.ts'
import { SEND_JOB } from './write-mail.ts'

type MailRow = { id: number; status: string; error: string | null; attempts: number }

let company: TestCompany
let raw: Buffer[] = []
/** The code and text with which the mail server refuses the next mails, or null if it accepts them. */
let no: { code: number; words: string } | null = null
const server = new SMTPServer({
  // Both programs run on this machine, so the connection is not encrypted.
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, done) =>
    done(no ? Object.assign(new Error(no.words), { responseCode: no.code }) : undefined),
  onData: (stream, _session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      raw.push(Buffer.concat(parts))
      done()
    })
  },
})
let smtp: Mailer

beforeAll(async () => {
  company = await openTestCompany()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  smtp = openSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'Κέρινο <info@kerino.example>' })
})
afterAll(async () => {
  await company?.close()
  await new Promise<void>((closed) => server.close(closed))
})
beforeEach(() => {
  raw = []
  no = null
})

const text = {
  to: 'pelatis@hotel.example',
  subject: 'Προσφορά για το Ξενοδοχείο Ακτή – κεριά & «ρεσώ»',
  body: 'Αγαπητέ πελάτη,\n\nσας στέλνουμε την προσφορά μας.',
}
async function mailed(person: Person = 'user', to = text.to): Promise<{ orderId: number; mailId: number }> {
  const orderId = await company.order('OFFER')
  const input = { id: orderId, version: 1, ...text, to }
  const { json, status } = await callByName(company, 'orders.mail-offer', input, { token: company.tokens[person] })
  expect(status).toBe(200)
  return { orderId, mailId: (json as { mailId: number }).mailId }
}
/** Runs the job of a mail once. Returns whether it is finished. */
const send = (mailId: number, mailer: Mailer | null = smtp): Promise<boolean> => {
  const outside = () => ({ ...NOTHING_OUTSIDE, mail: mailer })
  const work = jobWorks({ runner: company.runner, outside, publicUrl: 'http://localhost:3000' })[SEND_JOB]
  const run = work?.run as (job: unknown) => Promise<void>
  return run({ mailId }).then(
    () => true,
    () => false,
  )
}
const mailsOf = async (id: number, person: Person = 'user'): Promise<readonly MailRow[]> => {
  const answer = await callByName(
    company,
    'mail.of-record',
    { entity: 'orders', id },
    { token: company.tokens[person] },
  )
  return (answer.json as { rows: MailRow[] }).rows
}
/** Returns the mails in the mailbox. */
const mailbox = (): Promise<Email[]> => Promise.all(raw.map((mail) => PostalMime.parse(mail)))
const historyOf = async (id: number): Promise<string[]> =>
  (
    await company.db.many<{ entry: string }>(sql`
      select command || ' ' || coalesce(note, '') as entry from history
      where entity = 'orders' and entity_id = ${id} and command like '%mail%' order by id`)
  ).map(({ entry }) => entry)

test('the mailbox has one mail with the Greek subject, the text, and the offer as PDF with its Greek name', async () => {
  const { orderId, mailId } = await mailed()
  const jobs = await company.db.many<{ payload: unknown }>(
    sql`select payload from jobs where kind = ${SEND_JOB} and payload = ${JSON.stringify({ mailId })}::jsonb`,
  )
  expect(jobs).toHaveLength(1)
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'WAITING', error: null }])
  expect(await send(mailId)).toBe(true)
  expect(await send(mailId)).toBe(true)
  expect(raw).toHaveLength(1)
  const [mail] = await mailbox()
  expect(mail).toMatchObject({ subject: text.subject, to: [{ address: text.to }] })
  expect(mail?.text?.replace(/\r\n/g, '\n').trim()).toBe(text.body)
  const [attachment] = mail?.attachments ?? []
  expect(attachment).toMatchObject({ filename: `Προσφορά ${orderId} Ξενοδοχείο Ακτή.pdf`, mimeType: 'application/pdf' })
  const { pages } = await readPdf(new Uint8Array(attachment?.content as ArrayBuffer))
  expect(pages[0]).toContain('Κερί 1 τεμ. 10,00 24% 10,00')
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'SENT', error: null }])
  expect(await historyOf(orderId)).toEqual([`orders.mail-offer ${text.to}`, `mail.sent ${text.to}`])
})

test('a mail to a customer carries the logo of the letterhead, until the logo is removed', async () => {
  /** A PNG of one pixel. */
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const save = async (picture: string | null) =>
    expect((await callByName(company, 'settings.save-logo', { picture }, { token: company.tokens.admin })).status).toBe(
      200,
    )
  await save(png)
  await send((await mailed()).mailId)
  await save(null)
  await send((await mailed()).mailId)
  const [withLogo, without] = await mailbox()
  const logo = withLogo?.attachments.find(({ related }) => related)
  expect(Buffer.from(logo?.content as ArrayBuffer).toString('base64')).toBe(png)
  expect(withLogo?.html).toContain('σας στέλνουμε την προσφορά μας.')
  expect(without?.html).toBeUndefined()
  expect(without?.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
})

test('a mail without its attachment still names it, and is not sent again', async () => {
  const { orderId, mailId } = await mailed()
  no = { code: 550, words: 'No such user here' }
  await send(mailId)
  const token = company.tokens.user
  const attachment = () => callByName(company, 'mail.attachment', { id: mailId }, { token })
  expect((await attachment()).status).toBe(200)
  const [kept] = await mailsOf(orderId)
  expect(kept).toMatchObject({ attachmentKept: true })
  await company.db.run(sql`update mails set attachment = null where id = ${mailId}`)
  const [gone] = await mailsOf(orderId)
  expect(gone).toMatchObject({ attachmentKept: false, attachmentName: `Προσφορά ${orderId} Ξενοδοχείο Ακτή.pdf` })
  expect(refusalIn((await attachment()).json)).toMatchObject({ kind: 'missing', code: 'mail.attachment-gone' })
  const again = await callByName(company, 'mail.retry', { id: mailId }, { token })
  expect(refusalIn(again.json)).toMatchObject({ kind: 'refused', code: 'mail.attachment-gone' })
  expect(await company.db.one(sql`select status from mails where id = ${mailId}`)).toEqual({ status: 'FAILED' })
})

test("an unknown address fails with the server's message, and is tried again when a person asks for it", async () => {
  const { orderId, mailId } = await mailed()
  no = { code: 550, words: 'No such user here' }
  expect(await send(mailId)).toBe(true)
  const [failed] = await mailsOf(orderId)
  expect(failed).toMatchObject({ status: 'FAILED', error: expect.stringContaining('No such user here') })
  no = null
  expect(await send(mailId)).toBe(true)
  expect(raw).toEqual([])
  const again = (person: Person) => callByName(company, 'mail.retry', { id: mailId }, { token: company.tokens[person] })
  expect((await again('driver')).status).toBe(403)
  expect((await again('user')).status).toBe(200)
  expect(refusalIn((await again('user')).json)?.code).toBe('mail.not-failed')
  expect(await send(mailId)).toBe(true)
  expect(raw).toHaveLength(1)
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'SENT', error: null }])
})

test('while the server is busy or unreachable the mail waits with a reason, and it fails after the last try', async () => {
  const { orderId, mailId } = await mailed()
  no = { code: 451, words: 'Try later' }
  expect(await send(mailId)).toBe(false)
  expect(await send(mailId)).toBe(false)
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'WAITING', error: expect.stringContaining('Try later') }])
  expect((await historyOf(orderId)).filter((entry) => entry.startsWith('mail.waiting'))).toHaveLength(1)
  expect(await send(mailId, null)).toBe(false)
  await company.db.run(sql`update mails set attempts = ${MOST_TRIES - 1} where id = ${mailId}`)
  expect(await send(mailId)).toBe(true)
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'FAILED', error: expect.stringContaining('Try later') }])
})

test('a mail whose job the queue has given up has failed, and the history says so once', async () => {
  const { orderId, mailId } = await mailed()
  await giveUpMail(company.runner)({ mailId })
  await giveUpMail(company.runner)({ mailId })
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'FAILED' }])
  expect((await historyOf(orderId)).filter((entry) => entry.startsWith('mail.failed'))).toHaveLength(1)
})

describe('a mail that the server takes later', () => {
  /** Runs the job of a mail, and returns the pause before its next run in seconds; null if only the queue decides. */
  const pauseOf = async (mailId: number, mailer: Mailer): Promise<number | null> => {
    const outside = () => ({ ...NOTHING_OUTSIDE, mail: mailer })
    const work = jobWorks({ runner: company.runner, outside, publicUrl: 'http://localhost:3000' })[SEND_JOB]
    const thrown: unknown = await work?.run({ mailId }).catch((error: unknown) => error)
    if (!(thrown instanceof Error)) throw new Error('the mail does not wait')
    return thrown instanceof Later ? thrown.seconds : null
  }

  test.each([421, 450, 451, 452, 454])('is tried again after minutes if the server said so (%i)', async (code) => {
    const { mailId } = await mailed()
    no = { code, words: 'Try later' }
    expect(await pauseOf(mailId, smtp)).toBe(300)
    no = null
    expect(await send(mailId)).toBe(true)
    expect(raw).toHaveLength(1)
  })

  test('is tried again after minutes if only one of several addresses waits', async () => {
    const { mailId } = await mailed('user', 'a@hotel.example, b@hotel.example')
    const mixed: Mailer = {
      delivers: true,
      send: async () => ({
        kind: 'mixed',
        each: {
          'a@hotel.example': { kind: 'sent' },
          'b@hotel.example': { kind: 'later', message: '450', answered: true },
        },
      }),
    }
    expect(await pauseOf(mailId, mixed)).toBe(300)
  })

  test('is tried again soon if the server was not reached', async () => {
    const { mailId } = await mailed()
    expect(
      await pauseOf(mailId, openSmtp({ url: 'smtp://127.0.0.1:1', from: 'Κέρινο <info@kerino.example>' })),
    ).toBeNull()
  })
})

describe('a mail with an unknown result', () => {
  /** The server accepts the whole mail and never answers. */
  let taken = 0
  const silent: Mailer = {
    delivers: true,
    send: async (_mail, handOver) => {
      if (!(await handOver?.())) return { kind: 'later', message: 'not handed over' }
      taken += 1
      return { kind: 'unsure', message: 'ECONNECTION' }
    },
  }
  beforeEach(() => {
    taken = 0
  })

  test('is sent again only by a person, which the history records', async () => {
    const { orderId, mailId } = await mailed()
    for (let attempt = 0; attempt < 6; attempt++) expect(await send(mailId, silent)).toBe(true)
    expect(taken).toBe(1)
    expect(await mailsOf(orderId)).toMatchObject([{ status: 'UNSURE', error: 'ECONNECTION' }])
    expect((await historyOf(orderId)).at(-1)).toBe(`mail.unsure ${text.to}: ECONNECTION`)
    const pressed = await callByName(company, 'mail.retry', { id: mailId }, { token: company.tokens.user })
    expect(pressed.status).toBe(200)
    expect(await send(mailId)).toBe(true)
    expect(raw).toHaveLength(1)
    expect(await mailsOf(orderId)).toMatchObject([{ status: 'SENT' }])
  })

  test('after the end of the process before the answer is marked as unknown and not sent again', async () => {
    const { orderId, mailId } = await mailed()
    const died: Mailer = {
      delivers: true,
      send: async (_mail, handOver) => {
        await handOver?.()
        throw new Error('killed')
      },
    }
    expect(await send(mailId, died)).toBe(false)
    expect(await send(mailId)).toBe(true)
    expect(raw).toEqual([])
    expect(await mailsOf(orderId)).toMatchObject([{ status: 'UNSURE' }])
  })

  test('is never sent by two processes at once', async () => {
    const { mailId } = await mailed()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow: Mailer = {
      delivers: true,
      send: async (mail, handOver) => {
        begun.resolve()
        await gate.promise
        return smtp.send(mail, handOver)
      },
    }
    const first = send(mailId, slow)
    await begun.promise
    expect(await send(mailId)).toBe(false)
    gate.resolve()
    expect(await first).toBe(true)
    expect(raw).toHaveLength(1)
  })

  test('is stopped by the process whose lease has expired, and sent by the process that took it over', async () => {
    const { orderId, mailId } = await mailed()
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const stood: Mailer = {
      delivers: true,
      send: async (mail, handOver) => {
        begun.resolve()
        await gate.promise
        return smtp.send(mail, handOver)
      },
    }
    const first = send(mailId, stood)
    await begun.promise
    await company.db.run(sql`update mails set lease_until = now() - interval '1 second' where id = ${mailId}`)
    expect(await send(mailId)).toBe(true)
    gate.resolve()
    await first
    expect(raw).toHaveLength(1)
    expect(await mailsOf(orderId)).toMatchObject([{ status: 'SENT' }])
  })
})

test('each recipient has its own status, and only those without the mail get it again', async () => {
  const { orderId, mailId } = await mailed('user', 'a@hotel.example, b@hotel.example, c@hotel.example')
  const asked: (readonly string[] | undefined)[] = []
  const answers: Record<string, MailFate>[] = [
    {
      'a@hotel.example': { kind: 'sent' },
      'b@hotel.example': { kind: 'refused', message: '550' },
      'c@hotel.example': { kind: 'later', message: '450' },
    },
    { 'c@hotel.example': { kind: 'sent' } },
    { 'b@hotel.example': { kind: 'sent' } },
  ]
  const mailer: Mailer = {
    delivers: true,
    send: async ({ recipients }) => {
      asked.push(recipients)
      return { kind: 'mixed', each: answers[asked.length - 1] ?? {} }
    },
  }
  const states = async () =>
    company.db.many(sql`select address, status from mail_recipients where mail_id = ${mailId} order by line_no`)
  expect(await send(mailId, mailer)).toBe(false)
  expect(await states()).toEqual([
    { address: 'a@hotel.example', status: 'SENT' },
    { address: 'b@hotel.example', status: 'FAILED' },
    { address: 'c@hotel.example', status: 'WAITING' },
  ])
  expect(await send(mailId, mailer)).toBe(true)
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'FAILED' }])
  expect((await callByName(company, 'mail.retry', { id: mailId }, { token: company.tokens.user })).status).toBe(200)
  expect(await send(mailId, mailer)).toBe(true)
  expect(asked).toEqual([
    ['a@hotel.example', 'b@hotel.example', 'c@hotel.example'],
    ['c@hotel.example'],
    ['b@hotel.example'],
  ])
  expect(await mailsOf(orderId)).toMatchObject([{ status: 'SENT', recipients: [{}, {}, {}] }])
})

test('every try sends the same mail, even if the order has changed since', async () => {
  const { orderId, mailId } = await mailed()
  no = { code: 451, words: 'Try later' }
  await send(mailId)
  await company.run('orders.move-order', { id: orderId, transition: 'convert' })
  no = null
  await send(mailId)
  const [mail] = await mailbox()
  const content = mail?.attachments[0]?.content as ArrayBuffer
  expect((await readPdf(new Uint8Array(content))).pages[0]).toContain(`ΠΡΟΣΦΟΡΑ ${orderId}`)
  const stored = await company.db.one<{ messageId: string }>(
    sql`select message_id as "messageId" from mails where id = ${mailId}`,
  )
  expect(mail?.messageId).toBe(stored.messageId)
})

test('a mail is refused if the page shows an old state, the order is cancelled, or no address is given', async () => {
  const code = async (input: object) => {
    const { status, json } = await callByName(
      company,
      'orders.mail-offer',
      { ...text, ...input },
      { token: company.tokens.user },
    )
    return [status, refusalIn(json)?.code]
  }
  const id = await company.order('OFFER')
  expect(await code({ id, version: 7 })).toEqual([409, 'conflict'])
  const cancelled = await company.order('CANCELED')
  expect(await code({ id: cancelled, version: 2 })).toEqual([422, 'orders.not-mailed'])
  for (const wrong of [
    { to: 'κανείς' },
    { to: '' },
    { to: 'a@b.gr, κανείς' },
    { subject: 'α\r\nBcc: x@y.gr' },
    { subject: ' ' },
  ])
    expect(await code({ id, version: 1, ...wrong })).toEqual([400, 'input'])
  expect(await mailsOf(id)).toEqual([])
})

test('mails and attachments of a record are readable with the right to read the record', async () => {
  const { orderId, mailId } = await mailed()
  expect(await mailsOf(orderId, 'production')).toHaveLength(1)
  const open = (person: Person) =>
    company.app.inject({
      url: `/app/mail.attachment?input=${encodeURIComponent(JSON.stringify({ id: mailId }))}`,
      headers: { 'x-dreamfactory-session-token': company.tokens[person] },
    })
  const answer = await open('production')
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`Προσφορά ${orderId}`)
  expect((await readPdf(answer.rawPayload)).pages[0]).toContain(`ΠΡΟΣΦΟΡΑ ${orderId}`)
  expect((await open('driver')).statusCode).toBe(403)
  for (const person of ['driver', 'section'] as const)
    expect(
      (
        await callByName(
          company,
          'mail.of-record',
          { entity: 'orders', id: orderId },
          { token: company.tokens[person] },
        )
      ).status,
    ).toBe(403)
})

test("the draft contains the customer's address and a Greek text about the paper", async () => {
  await company.run('customers.change-customer', {
    id: company.stock.customer,
    version: 1,
    changes: { email: 'info@akti.example' },
  })
  const { id } = (await company.run('orders.create-order', {
    customerId: company.stock.customer,
    offer: true,
    validUntil: '2027-01-31',
    lines: [{ productId: company.stock.candle, quantity: 10_000 }],
  })) as { id: number }
  const { json } = await callByName(company, 'orders.mail-draft', { id }, { token: company.tokens.user })
  expect(json).toMatchObject({
    to: 'info@akti.example',
    subject: expect.stringMatching(new RegExp(`^Προσφορά ${id} – `)),
    body: expect.stringContaining(`προσφορά μας αρ. ${id}. Η προσφορά ισχύει έως 31/01/2027.`),
  })
})

test('mails about a deleted offer are readable only with the right to restore it, and a waiting one is not sent', async () => {
  const { orderId, mailId } = await mailed()
  no = { code: 550, words: 'Mailbox full' }
  await send(mailId)
  await company.run('orders.move-order', { id: orderId, transition: 'delete-offer' })
  const answerTo = async (person: Person, name: string, input: object) => {
    const { status, json } = await callByName(company, name, input, { token: company.tokens[person] })
    return [status, refusalIn(json)?.code]
  }
  expect(await answerTo('user', 'mail.of-record', { entity: 'orders', id: orderId })).toEqual([
    404,
    'mail.record-missing',
  ])
  expect(await answerTo('user', 'mail.attachment', { id: mailId })).toEqual([404, 'mail.missing'])
  expect(await answerTo('user', 'orders.history', { id: orderId })).toEqual([404, 'orders.missing'])
  expect(await mailsOf(orderId, 'admin')).toHaveLength(1)
  expect(await answerTo('user', 'mail.retry', { id: mailId })).toEqual([404, 'mail.missing'])
  expect(await answerTo('admin', 'mail.retry', { id: mailId })).toEqual([422, 'mail.withdrawn'])
})

test('sending a mail changes no version and causes no conflict', async () => {
  const { orderId } = await mailed()
  const { json } = await callByName(
    company,
    'orders.move-order',
    { id: orderId, transition: 'convert', version: 7 },
    { token: company.tokens.user },
  )
  expect(refusalIn(json)).toMatchObject({ code: 'conflict', details: { userName: 'Kerino' } })
})
