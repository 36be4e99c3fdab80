/**
 * With `WORKERS` set, several processes serve one port. They are restarted when they end, and all stop together.
 */
import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { expect, test, vi } from 'vitest'
import { API_KEY, FIRST_ADMIN, PASSWORD, startServer } from '../server-under-test.ts'

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

test('two processes serve one port, a killed one is restarted, and stopping the product ends both', async () => {
  await using server = await startServer({ engine: 'postgres', demo: false, env: { WORKERS: '2' } })
  await vi.waitUntil(() => server.output().includes('in 2 processes'), WAIT)
  const first = childrenOf(server.pid())
  expect(first).toHaveLength(2)
  for (const name of ['Πρώτος', 'Δεύτερος', 'Τρίτος', 'Τέταρτος'])
    expect(await createCustomer(server.url, name)).toBe(200)

  process.kill(first[0] ?? 0, 'SIGKILL')
  const replaced = () => {
    const now = childrenOf(server.pid())
    return now.length === 2 && !now.includes(first[0] ?? 0)
  }
  await vi.waitUntil(replaced, WAIT)
  expect(server.output()).toContain('is restarted')
  await vi.waitUntil(async () => (await createCustomer(server.url, 'Πέμπτος').catch(() => 0)) === 200, WAIT)

  const last = childrenOf(server.pid())
  expect(await server.stop()).toBe(0)
  expect(last.filter(isAlive)).toEqual([])
}, 180_000)

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

test('requests on new connections are answered while one process is ending, and all end when the first one is killed', async () => {
  await using server = await startServer({ engine: 'postgres', demo: false, env: { WORKERS: '2' } })
  await vi.waitUntil(() => server.output().includes('in 2 processes'), WAIT)
  const dying = childrenOf(server.pid())[0] ?? 0
  // A suspended process accepts no connection and answers nothing, like a process that is about to be killed.
  process.kill(dying, 'SIGSTOP')
  const asked = Array.from({ length: 8 }, () => askOnce(server.url))
  await Promise.race(asked)
  process.kill(dying, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => 200))

  const workers = () => childrenOf(server.pid()).filter((pid) => pid !== dying)
  await vi.waitUntil(() => workers().length === 2, WAIT)
  const last = workers()
  await server.kill9()
  await vi.waitUntil(() => !last.some(isAlive), WAIT)
}, 180_000)
