/** An operator starts, observes and stops the process: wrong settings, a used folder, health and live updates. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUNDLE } from '../../scripts/bundle/bundle.mjs'
import { SERVER_FILE, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Answer, done, signedIn } from './callers.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder('process')
const dataDir = join(folder, 'data')
/** Only ends a process that hangs. */
const HANGS_MS = 5 * 60_000

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Ended = { readonly code: number | null; readonly printed: string }

/** Starts the server with an environment, waits until it ends, and returns its exit code and output. */
function endOf(environment: Record<string, string>, file = SERVER_FILE): Promise<Ended> {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const late = setTimeout(() => child.kill('SIGKILL'), HANGS_MS)
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(late)
      resolve({ code, printed: printed.trim() })
    }),
  )
}

/** Starts a second process on the database of a server on PostgreSQL, and waits until it ends. */
const endAt = (server: ServerUnderTest, environment: Record<string, string>): Promise<Ended> =>
  endOf({ DATABASE_URL: server.databaseUrl ?? '', ...environment })

/** Matches an end with exit code 1 and one line that contains `names`, a regular expression, and no password. */
const oneLineWith = (names: string) => ({
  code: 1,
  printed: expect.stringMatching(new RegExp(`^(?!.*secret-word)[^\\n]*${names}[^\\n]*$`)),
})

/** Reads live updates until one names the topic that `act` changes. Fails after a minute without one. */
async function readUpdate(
  server: ServerUnderTest,
  headers: Readonly<Record<string, string>>,
  topic: string,
  act: () => Promise<Answer>,
): Promise<void> {
  const stop = new AbortController()
  const stream = await fetch(`${server.url}/app/live`, { headers, signal: stop.signal })
  if (!stream.body) throw new Error('the answer has no stream')
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  expect((await act()).status).toBe(200)
  const late = setTimeout(() => stop.abort(), 60_000)
  try {
    while (!text.includes(`"${topic}"`)) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended without the topic')
      text += value
    }
  } finally {
    clearTimeout(late)
    stop.abort()
  }
}

/** A database that does not exist. */
const UNREACHABLE = { DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:9/x' }

// server/config.test.ts tests each wrong setting; the others are found only after the settings have been read
describe('a start with wrong settings', () => {
  test.each([
    ['a port that is not a number', { PORT: 'abc' }, 'PORT'],
    ['an unreachable database', UNREACHABLE, '127\\.0\\.0\\.1:9'],
    ['a data folder that the system refuses', { DATA_DIR: '/proc/kerino' }, '/proc/kerino \\(DATA_DIR\\)'],
  ])('%s ends the process with exit code 1 and one line of explanation', async (_name, environment, names) => {
    expect(await endOf(environment)).toEqual(oneLineWith(names))
  })

  test('the other servers of the proofs run the bundle, as those of customers', () => {
    expect(SERVER_FILE).toBe(BUNDLE)
  })

  test('the sources, which run when they cannot be bundled, load and end in the same way', async () => {
    expect(await endOf(UNREACHABLE, 'app/server/main.ts')).toEqual(oneLineWith('127\\.0\\.0\\.1:9'))
  })
})

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  let server: ServerUnderTest
  // this server creates and migrates its database itself, and has only the first administrator
  beforeAll(async () => {
    server = await startServer({ engine, demo: false, bare: true })
  }, 300_000)
  afterAll(() => server?.remove())

  test('the server answers its health checks and sends live updates', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const [here, there] = [await signedIn(server), await signedIn(server)]
    const { id } = await done(here.press('customers.create-customer', { name: 'Ταβέρνα' }))
    await readUpdate(server, here.credentials, `customers:${id}`, () =>
      there.call('PATCH', '_table/customers', { resource: [{ id, profession: 'Ταβέρνα της γειτονιάς' }] }),
    )
  })

  test.runIf(engine === 'pglite')(
    'a second process on the same folder ends with one line of explanation, and the first one continues',
    async () => {
      const { code, printed } = await endOf({ DATA_DIR: server.dataDir })
      expect(code).toBe(1)
      expect(printed).toBe(`The data folder ${server.dataDir} is in use by another running process`)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    },
  )

  // both are found only after the database has been opened, which is faster here
  test.runIf(engine === 'postgres')('incomplete settings of the accounting service end the process', async () => {
    expect(await endAt(server, { ACCOUNTING_URL: 'https://x.example' })).toEqual(oneLineWith('ACCOUNTING'))
  })

  test.runIf(engine === 'postgres')('a port that is already used is named in the message', async () => {
    const { code, printed } = await endAt(server, { PORT: new URL(server.url).port })
    expect(code).toBe(1)
    expect(printed).toMatch(/port \d+ is taken/)
  })

  test('the server stops while a page is open', async () => {
    const { credentials } = await signedIn(server)
    const stream = await fetch(`${server.url}/app/live`, { headers: credentials })
    expect(stream.status).toBe(200)
    expect(await server.stop()).toBe(0)
    await stream.body?.cancel().catch(() => undefined)
  })
})
