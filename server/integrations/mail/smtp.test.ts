import { type AddressInfo, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from './mail.ts'
import { openSmtp } from './smtp.ts'

const FROM = 'Κερίνο Κηροπλαστική <office@kerino.example>'
const PDF = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7) % 256)
const MAIL: OutgoingMail = {
  messageId: 'offer-12.1@kerino.example',
  to: 'info@akti.example',
  subject: 'Προσφορά 12 για το «Ξενοδοχείο Ακτή»: κεριά, ποτήρια και τραπεζομάντηλα για όλο το καλοκαίρι',
  text: 'Καλημέρα σας,\n\nσας στέλνουμε την προσφορά μας.\n.\nΜε εκτίμηση',
  attachments: [{ name: 'Προσφορά 12 – Ακτή.pdf', mediaType: 'application/pdf', content: PDF }],
}

const sockets = new Set<Socket>()
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Received = { readonly to: readonly string[]; readonly from: string; readonly raw: Buffer }

const read = (received: Received | undefined): Promise<Email> => PostalMime.parse(received?.raw ?? '')

/** Starts a mail server in this process, and returns the mailer for it. */
async function open(options: SMTPServerOptions = {}, account = '') {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [to, from] = [rcptTo.map(({ address }) => address), mailFrom === false ? '' : mailFrom.address]
        received.push({ to, from, raw: Buffer.concat(parts) })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const mailer = openSmtp({ url: `smtp://${account}127.0.0.1:${port}`, from: FROM })
  return { received, mailer, port }
}

/** Closes all connections without an answer. */
const hangUp = (): void => {
  for (const socket of sockets) socket.destroy()
}

const no = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

describe('a mail', () => {
  test('with a logo has the picture inside, and shows the typed text as it is, with its addresses as links', async () => {
    const { received, mailer } = await open()
    const text =
      'Καλημέρα <b>σας</b> & καλό μήνα,\nδείτε (https://shop.example/a?b=1&c=2).\n"https://shop.example/d" <https://shop.example/e>'
    const logo = { name: 'logo.png', mediaType: 'image/png', content: Uint8Array.from([1, 2, 3]) }
    expect(await mailer.send({ ...MAIL, text, logo })).toEqual({ kind: 'sent' })
    const mail = await read(received[0])
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(text)
    expect(mail.html).toContain('Καλημέρα &lt;b&gt;σας&lt;/b&gt; &amp; καλό μήνα,<br>')
    const address = 'https://shop.example/a?b=1&amp;c=2'
    expect(mail.html).toContain(`(<a href="${address}">${address}</a>).`)
    for (const [before, page, after] of [
      ['&quot;', 'https://shop.example/d', '&quot;'],
      ['&lt;', 'https://shop.example/e', '&gt;'],
    ])
      expect(mail.html).toContain(`${before}<a href="${page}">${page}</a>${after}`)
    expect(mail.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', related: true },
      { filename: 'Προσφορά 12 – Ακτή.pdf', disposition: 'attachment' },
    ])
    expect([...new Uint8Array(mail.attachments[0]?.content as ArrayBuffer)]).toEqual([1, 2, 3])
    // the only picture is the one inside the mail
    const pictures = [...(mail.html ?? '').matchAll(/src="([^"]+)"/g)].map(([, source]) => source)
    expect(pictures).toEqual([`cid:${mail.attachments[0]?.contentId?.replace(/[<>]/g, '')}`])
  })

  test('without a logo is plain text', async () => {
    const { received, mailer } = await open()
    await mailer.send(MAIL)
    expect((await read(received[0])).html).toBeUndefined()
  })

  test('arrives with its Greek subject, its text, and the bytes and the Greek name of its file', async () => {
    const { received, mailer } = await open()
    expect(await mailer.send(MAIL)).toEqual({ kind: 'sent' })
    expect(received).toMatchObject([{ to: ['info@akti.example'], from: 'office@kerino.example' }])
    const mail = await read(received[0])
    expect(mail.subject).toBe(MAIL.subject)
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text)
    expect(mail.messageId).toBe('<offer-12.1@kerino.example>')
    expect(mail.from).toMatchObject({ name: 'Κερίνο Κηροπλαστική', address: 'office@kerino.example' })
    expect(mail.to).toMatchObject([{ address: 'info@akti.example' }])
    expect(mail.attachments).toMatchObject([{ filename: 'Προσφορά 12 – Ακτή.pdf', mimeType: 'application/pdf' }])
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(PDF)).toBe(true)
  })

  test('goes to several people, and a text cannot add recipients', async () => {
    const { received, mailer } = await open()
    expect(await mailer.send({ ...MAIL, to: 'a@akti.example; b@akti.example' })).toEqual({ kind: 'sent' })
    const sly = { ...MAIL, subject: 'Προσφορά\r\nBcc: evil@far.example', messageId: '<x@y>\r\nBcc: evil@far.example' }
    expect(await mailer.send(sly)).toEqual({ kind: 'sent' })
    expect(received.map(({ to }) => to)).toEqual([['a@akti.example', 'b@akti.example'], ['info@akti.example']])
    const mail = await read(received[1])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.subject).toBe('Προσφορά Bcc: evil@far.example')
  })

  test.each(['', 'nobody', 'a b@c.example', 'Άννα <a@c.example>', 'a@c.example\r\nBcc: evil@far.example', 'x: a@c.gr'])(
    'to %j is refused before anything is sent',
    async (to) => {
      const { received, mailer } = await open()
      expect(await mailer.send({ ...MAIL, to })).toEqual({ kind: 'refused', message: 'address' })
      expect(received).toEqual([])
    },
  )
})

describe('an answer of the mail server', () => {
  test.each([
    ['an unknown mailbox', 550, 'refused'],
    ['a full mailbox', 452, 'later'],
    ['greylisting', 450, 'later'],
  ])('about the recipient, %s (%i), is %s', async (words, code, kind) => {
    const { mailer } = await open({ onRcptTo: (_address, _session, done) => done(no(code, words)) })
    const message = expect.stringContaining(`${code}`)
    expect(await mailer.send(MAIL)).toEqual(kind === 'later' ? { kind, message, answered: true } : { kind, message })
  })

  test.each([
    ['a message that is too big', 552, 'refused'],
    ['no room at the moment', 451, 'later'],
  ])('about the mail, %s (%i), is %s', async (words, code, kind) => {
    const { mailer } = await open({
      onData: (stream, _session, done) => {
        stream.on('end', () => done(no(code, words))).resume()
      },
    })
    const message = expect.stringContaining(words)
    expect(await mailer.send(MAIL)).toEqual(kind === 'later' ? { kind, message, answered: true } : { kind, message })
  })

  test('a sender that is not allowed is refused', async () => {
    const { mailer } = await open({ onMailFrom: (_address, _session, done) => done(no(553, 'Not yours')) })
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'refused' })
  })

  test('for two recipients, one unknown and one busy, gives each address its own outcome', async () => {
    const answers: Record<string, number> = { 'b@akti.example': 550, 'c@akti.example': 450 }
    const { received, mailer } = await open({
      onRcptTo: ({ address }, _session, done) => {
        const code = answers[address]
        done(code === undefined ? null : no(code, 'No such user'))
      },
    })
    expect(await mailer.send({ ...MAIL, to: 'a@akti.example,b@akti.example,c@akti.example' })).toEqual({
      kind: 'mixed',
      each: {
        'a@akti.example': { kind: 'sent' },
        'b@akti.example': { kind: 'refused', message: expect.stringContaining('550') },
        'c@akti.example': { kind: 'later', message: expect.stringContaining('450'), answered: true },
      },
    })
    expect(received).toMatchObject([{ to: ['a@akti.example'] }])
  })

  test('is requested only for the recipients of this attempt, while the mail names everybody', async () => {
    const { received, mailer } = await open()
    const to = 'a@akti.example, b@akti.example'
    expect(await mailer.send({ ...MAIL, to, recipients: ['b@akti.example'] })).toEqual({ kind: 'sent' })
    expect(received).toMatchObject([{ to: ['b@akti.example'], from: 'office@kerino.example' }])
    expect((await read(received[0])).to?.map(({ address }) => address)).toEqual(['a@akti.example', 'b@akti.example'])
  })

  test('that is lost after the whole mail makes the outcome unsure', async () => {
    const { mailer } = await open({
      onData: (stream) => {
        stream.on('end', hangUp).resume()
      },
    })
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'unsure' })
  })

  test('that never comes after the whole mail makes the outcome unsure', async () => {
    const { port } = await open({ onData: (stream) => void stream.resume() })
    const mailer = openSmtp({ url: `smtp://127.0.0.1:${port}`, from: FROM, answerMilliseconds: 300 })
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'unsure' })
  })

  test('is not requested if `handOver` returns false: sending stops before the end of the mail', async () => {
    const { received, mailer } = await open()
    expect(await mailer.send(MAIL, async () => false)).toMatchObject({ kind: 'later' })
    expect(received).toEqual([])
  })

  test('that refuses the password delays the mail, and the outcome does not contain the password', async () => {
    const { mailer } = await open(
      { authOptional: false, onAuth: ({ password }, _session, done) => done(new Error(`wrong ${password}`)) },
      'office:s%26cret-w%C3%B6rd@',
    )
    const outcome = await mailer.send(MAIL)
    expect(outcome).toEqual({ kind: 'later', message: expect.stringContaining('wrong ***'), answered: true })
  })

  test('at the begin of the connection, that too many are open (421), is one that the server gave', async () => {
    const { mailer } = await open({ onConnect: (_session, done) => done(no(421, 'Too many connections')) })
    expect(await mailer.send(MAIL)).toEqual({
      kind: 'later',
      message: expect.stringContaining('Too many connections'),
      answered: true,
    })
  })

  test('that refuses everybody, is cut, never comes or has no server delays the mail', async () => {
    const { mailer } = await open({ onConnect: (_session, done) => done(no(554, 'No mail here')) })
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'later' })
    const gone = createServer((socket) => socket.end())
    const silent = createServer(() => {})
    for (const server of [gone, silent]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closings.push(() => new Promise((resolve) => server.close(resolve)))
      const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(await openSmtp({ url, from: FROM, timeoutMilliseconds: 200 }).send(MAIL)).toMatchObject({ kind: 'later' })
    }
    const unreached = await openSmtp({ url: 'smtp://127.0.0.1:1', from: FROM }).send(MAIL)
    expect(unreached).toEqual({ kind: 'later', message: expect.any(String) })
  })
})
