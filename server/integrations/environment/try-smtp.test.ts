/** Tries real mail servers in this process, which refuse at each step. */
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { trySmtp } from './try-smtp.ts'

const QUESTION = {
  vat: '',
  address: '',
  mailTo: null,
  userId: null,
  subject: 'Δοκιμή',
  text: 'Ο διακομιστής λειτουργεί.',
}
const TO = 'maria@kerino.example'
const FROM = 'office@kerino.example'
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Starts a mail server, and returns its port and the mails that it accepted. */
async function start(options: SMTPServerOptions = {}) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.on('end', () => done()).resume()
      mails.push(envelope.rcptTo.map(({ address }) => address).join())
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, port: (server.server.address() as AddressInfo).port }
}

const no = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const access = (port: number, account = '', protocol = 'smtp') => ({
  url: `${protocol}://${account}127.0.0.1:${port}`,
  from: FROM,
})

test('signing in sends nothing; with an address one mail is accepted', async () => {
  const { mails, port } = await start({ onAuth: (_auth, _session, done) => done(null, { user: 'office' }) })
  expect(await trySmtp(access(port, 'office:word@'), QUESTION)).toEqual({ kind: 'works', seen: '' })
  expect(mails).toEqual([])
  expect(await trySmtp(access(port), { ...QUESTION, mailTo: TO })).toEqual({ kind: 'works', seen: TO })
  expect(mails).toEqual([TO])
})

test('a wrong password is named, without user name and password', async () => {
  const { port } = await start({
    onAuth: ({ username, password }, _session, done) => done(no(535, `wrong ${password} of ${username}`)),
  })
  const trial = await trySmtp(access(port, 'office:s%26cret@'), QUESTION)
  expect(trial).toMatchObject({ kind: 'failed', fault: 'wrong-password', code: '535 wrong *** of ***' })
})

test.each<[string, SMTPServerOptions, string]>([
  [
    'a sender that is not allowed',
    { onMailFrom: (_address, _session, done) => done(no(553, 'Not yours')) },
    'sender-refused',
  ],
  [
    'a mailbox that does not exist',
    { onRcptTo: (_address, _session, done) => done(no(550, 'No such user')) },
    'recipient-refused',
  ],
  [
    'a server that refuses every connection',
    { onConnect: (_session, done) => done(no(554, 'No mail here')) },
    'service-fault',
  ],
  ['a certificate that is not valid', { disabledCommands: [] }, 'certificate'],
])('%s: %s', async (_title, options, expected) => {
  const { port } = await start(options)
  expect(await trySmtp(access(port), { ...QUESTION, mailTo: TO })).toMatchObject({ kind: 'failed', fault: expected })
})

test('smtps at a port without encryption, an unknown name, a closed port and a silent server are told apart', async () => {
  const { port } = await start()
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  closings.push(() => new Promise((resolve) => silent.close(resolve)))
  const { port: silentPort } = silent.address() as AddressInfo
  const faults = []
  for (const url of [
    access(port, '', 'smtps').url,
    'smtp://no-such-host.invalid:25',
    access(1).url,
    access(silentPort).url,
  ])
    faults.push(await trySmtp({ url, from: FROM }, QUESTION, 300))
  expect(faults.map((trial) => trial.kind === 'failed' && trial.fault)).toEqual([
    'no-encryption',
    'name-not-found',
    'connection-refused',
    'time-out',
  ])
})

test('without an own address nothing is sent', async () => {
  const { mails, port } = await start()
  expect(await trySmtp(access(port), { ...QUESTION, mailTo: '' })).toMatchObject({ fault: 'no-recipient' })
  expect(mails).toEqual([])
})
