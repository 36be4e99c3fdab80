/**
 * With `WORKERS` set, several processes serve one port. They are restarted when they end, and all stop together.
 */
import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API_KEY, FIRST_ADMIN, PASSWORD, type ServerUnderTest, startServer } from '../server-under-test.ts'

const WAIT = { timeout: 60_000, interval: 100 }

/** Returns the process ids of the child processes. */
function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Signs in and creates a customer, each on a new connection, so that different processes answer. Returns the status.
 */
async function createCustomer(url: string, name: string): Promise<number> {
  const post = (path: string, headers: Record<string, string>, body: object) =>
    fetch(`${url}/api/v2/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-dreamfactory-api-key': API_KEY,
        connection: 'close',
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const signedIn = await post('user/session', {}, { email: FIRST_ADMIN, password: PASSWORD })
  const { session_token: token } = (await signedIn.json()) as { session_token: string }
  const created = await post('_table/customers', { 'x-dreamfactory-session-token': token }, { resource: [{ name }] })
  return created.status
}

/** Sends a request on a new connection. Returns the status, or null if no answer arrives within 30 seconds. */
const askOnce = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const request = get(`${url}/healthz`, { agent: false, timeout: 30_000 }, (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    request.on('timeout', () => request.destroy())
    request.on('close', () => resolve(null))
    request.on('error', () => resolve(null))
  })

const replacementOf = (server: ServerUnderTest, ended: number): Promise<unknown> =>
  vi.waitUntil(() => {
    const now = childrenOf(server.pid())
    return now.length === 2 && !now.includes(ended)
  }, WAIT)

let server: ServerUnderTest
beforeAll(async () => {
  server = await startServer({ engine: 'postgres', demo: false, env: { WORKERS: '2' } })
  await vi.waitUntil(() => server.output().includes('in 2 processes'), WAIT)
}, 180_000)
afterAll(() => server?.remove())

test('two processes serve one port; requests on new connections are answered while one is ending, and it is restarted', async () => {
  const first = childrenOf(server.pid())
  expect(first).toHaveLength(2)
  for (const name of ['Πρώτος', 'Δεύτερος', 'Τρίτος', 'Τέταρτος'])
    expect(await createCustomer(server.url, name)).toBe(200)

  const dying = first[0] ?? 0
  // A suspended process accepts no connection and answers nothing, like a process that is about to be killed.
  process.kill(dying, 'SIGSTOP')
  const asked = Array.from({ length: 8 }, () => askOnce(server.url))
  await Promise.race(asked)
  process.kill(dying, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => 200))

  await replacementOf(server, dying)
  expect(server.output()).toContain('is restarted')
  await vi.waitUntil(async () => (await createCustomer(server.url, 'Πέμπτος').catch(() => 0)) === 200, WAIT)
}, 180_000)

test('stopping the product ends both processes', async () => {
  const last = childrenOf(server.pid())
  expect(last).toHaveLength(2)
  expect(await server.stop()).toBe(0)
  expect(last.filter(isAlive)).toEqual([])
})

test('both processes end when the first process is killed', async () => {
  await server.restart()
  await vi.waitUntil(() => childrenOf(server.pid()).length === 2, WAIT)
  const last = childrenOf(server.pid())
  expect(last).toHaveLength(2)
  await server.kill9()
  await expect.poll(() => last.filter(isAlive), WAIT).toEqual([])
}, 180_000)
