/** An operator starts, observes and stops the process: wrong settings, a used folder, health and live updates. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pgliteFolder } from '#server/testing/template.ts'
import { BUNDLE } from '../../scripts/bundle/bundle.mjs'
import { API_KEY, PASSWORD, SERVER_FILE, type ServerUnderTest, startServer } from '../server-under-test.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'kerino-process-'))
/** Holds a migrated database, because some wrong settings are found only after the database has been opened. */
const dataDir = join(folder, 'data')
/** Only ends a process that hangs. */
const HANGS_MS = 5 * 60_000

beforeAll(async () => cpSync(await pgliteFolder(), join(dataDir, 'pg'), { recursive: true }))
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

async function signIn(server: ServerUnderTest, account: string): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/api/v2/user/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-dreamfactory-api-key': API_KEY },
    body: JSON.stringify({ email: `${account}@kerino.demo`, password: PASSWORD }),
  })
  const { session_token } = (await answer.json()) as { session_token: string }
  return { 'content-type': 'application/json', 'x-dreamfactory-session-token': session_token }
}

/** Reads live updates until one names the topic that `act` changes. Fails after a minute without one. */
async function readUpdate(
  server: ServerUnderTest,
  headers: Record<string, string>,
  topic: string,
  act: () => Promise<Response>,
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

// server/config.test.ts tests each wrong setting; the others are found only after the settings have been read
describe('a start with wrong settings', () => {
  test.each([
    ['a port that is not a number', { PORT: 'abc' }, /PORT/],
    ['an unreachable database', { DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:9/x' }, /127\.0\.0\.1:9/],
    ['incomplete settings of the accounting service', { ACCOUNTING_URL: 'https://x.example' }, /ACCOUNTING/],
  ])('%s ends the process with exit code 1 and one line of explanation', async (_name, environment, names) => {
    const { code, printed } = await endOf(environment)
    expect(code).toBe(1)
    expect(printed).toMatch(names)
    expect(printed.split('\n')).toHaveLength(1)
    expect(printed).not.toContain('secret-word')
  })

  test('the other servers of the proofs run the bundle, as those of customers', () => {
    expect(SERVER_FILE).toBe(BUNDLE)
  })

  test('the sources, which run when they cannot be bundled, load and end in the same way', async () => {
    const { code, printed } = await endOf({ DATABASE_URL: 'postgres://me@127.0.0.1:9/x' }, 'server/main.ts')
    expect(code).toBe(1)
    expect(printed).toMatch(/^[^\n]*127\.0\.0\.1:9[^\n]*$/)
  })

  test('a port that is already used is named in the message', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const at = taken.address()
    const { code, printed } = await endOf({ PORT: String(typeof at === 'object' && at ? at.port : 0) })
    taken.close()
    expect(code).toBe(1)
    expect(printed).toMatch(/port \d+ is taken/)
  })
})

describe('one process for each folder', () => {
  test('a second process on the same folder ends with one line of explanation, and the first one continues', async () => {
    await using server = await startServer({ engine: 'pglite', demo: false })
    const { code, printed } = await endOf({ DATA_DIR: server.dataDir })
    expect(code).toBe(1)
    expect(printed).toBe(`The data folder ${server.dataDir} is in use by another running process`)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  test('the server answers its health checks, sends live updates, and stops while a page is open', async () => {
    await using server = await startServer({ engine, bare: true })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    const [mine, theirs] = [await signIn(server, 'user'), await signIn(server, 'admin')]
    await readUpdate(server, mine, 'customers:1', () =>
      fetch(`${server.url}/api/v2/_table/customers`, {
        method: 'PATCH',
        headers: theirs,
        body: JSON.stringify({ resource: [{ id: 1, profession: 'Ταβέρνα της γειτονιάς' }] }),
      }),
    )

    const stream = await fetch(`${server.url}/app/live`, { headers: mine })
    expect(stream.status).toBe(200)
    expect(await server.stop()).toBe(0)
    await stream.body?.cancel().catch(() => undefined)
  })
})
