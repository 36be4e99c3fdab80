/** The process as an operator meets it: wrong settings, a taken folder, health, the end, and several processes on one database. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { API_KEY, PASSWORD, type ServerUnderTest, startServer } from '../server-under-test.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'kerino-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server with an environment and answers how it ended. */
function endOf(environment: Record<string, string>): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
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

/** Listens to live updates until one names the topic; answers the milliseconds it took after `act`. */
async function hears(
  server: ServerUnderTest,
  headers: Record<string, string>,
  topic: string,
  act: () => Promise<Response>,
): Promise<number> {
  const stop = new AbortController()
  const stream = await fetch(`${server.url}/app/live`, { headers, signal: stop.signal })
  if (!stream.body) throw new Error('no stream')
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const started = performance.now()
  expect((await act()).status).toBe(200)
  const late = setTimeout(() => stop.abort(), 10_000)
  try {
    while (!text.includes(`"${topic}"`)) {
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended')
      text += value
    }
    return performance.now() - started
  } finally {
    clearTimeout(late)
    stop.abort()
  }
}

describe('a start that cannot be', () => {
  test.each([
    ['a port that is no number', { PORT: 'abc' }, /PORT/],
    ['an administrator without a password', { ADMIN_EMAIL: 'a@b.gr' }, /ADMIN_PASSWORD/],
    ['an address that is no address', { PUBLIC_URL: 'kerino' }, /PUBLIC_URL/],
    ['a database that is no PostgreSQL', { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL/],
    ['a database that is not there', { DATABASE_URL: 'postgres://me:secret-word@127.0.0.1:9/x' }, /127\.0\.0\.1:9/],
    ['several processes on the embedded database', { WORKERS: '2' }, /WORKERS needs DATABASE_URL/],
    ['half an accounting service', { ACCOUNTING_URL: 'https://x.example' }, /ACCOUNTING/],
  ])('%s is one clear line and exit code 1', async (_name, environment, names) => {
    const { code, printed } = await endOf(environment)
    expect(code).toBe(1)
    expect(printed).toMatch(names)
    expect(printed.split('\n')).toHaveLength(1)
    expect(printed).not.toContain('secret-word')
  })

  test('a port that is taken says so', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const at = taken.address()
    const { code, printed } = await endOf({
      PORT: String(typeof at === 'object' && at ? at.port : 0),
      DATA_DIR: join(folder, 'taken'),
    })
    taken.close()
    expect(code).toBe(1)
    expect(printed).toMatch(/port \d+ is taken/)
  })
})

describe('one process a folder', () => {
  test('a second is refused with a clear line, and the first lives on', async () => {
    await using server = await startServer({ engine: 'pglite', demo: false })
    const { code, printed } = await endOf({ DATA_DIR: server.dataDir })
    expect(code).toBe(1)
    expect(printed).toContain(server.dataDir)
    expect(printed.split('\n')).toHaveLength(1)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  test('health, and an end within ten seconds with an open page', async () => {
    await using server = await startServer({ engine })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const stream = await fetch(`${server.url}/app/live`, { headers: await signIn(server, 'user') })
    expect(stream.status).toBe(200)
    const started = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    await stream.body?.cancel().catch(() => undefined)
  })

  test('an open page hears of another person’s change', async () => {
    await using server = await startServer({ engine })
    const [mine, theirs] = [await signIn(server, 'user'), await signIn(server, 'admin')]
    const took = await hears(server, mine, 'customers:1', () =>
      fetch(`${server.url}/api/v2/_table/customers`, {
        method: 'PATCH',
        headers: theirs,
        body: JSON.stringify({ resource: [{ id: 1, profession: 'Ταβέρνα της γειτονιάς' }] }),
      }),
    )
    expect(took).toBeLessThan(5_000)
  })
})

describe('several processes on one PostgreSQL', () => {
  test('a page of one hears what the other changed; signed out at one is signed out at the other', async () => {
    await using first = await startServer({ engine: 'postgres' })
    await using second = await startServer({
      engine: 'postgres',
      demo: false,
      env: { DATABASE_URL: first.databaseUrl ?? '' },
    })
    const [here, there] = [await signIn(first, 'user'), await signIn(second, 'admin')]
    const took = await hears(first, here, 'customers:2', () =>
      fetch(`${second.url}/api/v2/_table/customers/2`, {
        method: 'PATCH',
        headers: there,
        body: JSON.stringify({ profession: 'Κηροπωλείο της γειτονιάς' }),
      }),
    )
    expect(took).toBeLessThan(5_000)

    const table = (server: ServerUnderTest) =>
      fetch(`${server.url}/api/v2/_table/customers?limit=1`, { headers: there })
    expect((await table(first)).status).toBe(200)
    await fetch(`${second.url}/api/v2/user/session`, { method: 'DELETE', headers: there, body: '{}' })
    expect((await table(second)).status).toBe(403)
    await expect.poll(async () => (await table(first)).status, { timeout: 5_000 }).toBe(403)
  })
})
