/** `WORKERS`: several processes behind one port, started again when they end, and all ended with the product. */
import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { expect, test, vi } from 'vitest'
import { API_KEY, FIRST_ADMIN, PASSWORD, startServer } from '../server-under-test.ts'

const WAIT = { timeout: 60_000, interval: 100 }

/** The numbers of the processes that a process has started. */
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

/** Signs in and creates a customer, each time on a connection of its own, so that the processes take turns. */
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

test('two processes serve behind one port, a killed one is started again, and a stop ends both', async () => {
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
  expect(server.output()).toContain('is started again')
  await vi.waitUntil(async () => (await createCustomer(server.url, 'Πέμπτος').catch(() => 0)) === 200, WAIT)

  const last = childrenOf(server.pid())
  expect(await server.stop()).toBe(0)
  expect(last.filter(isAlive)).toEqual([])
}, 180_000)

test('when the first process is killed with -9, the others end', async () => {
  await using server = await startServer({ engine: 'postgres', demo: false, env: { WORKERS: '2' } })
  await vi.waitUntil(() => server.output().includes('in 2 processes'), WAIT)
  const workers = childrenOf(server.pid())
  expect(workers).toHaveLength(2)
  await server.kill9()
  await vi.waitUntil(() => !workers.some(isAlive), WAIT)
}, 180_000)

/** Asks on a connection that nobody used before; answers the status, or null when no answer has come after 30 seconds. */
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

test('what is asked on a new connection while a process dies is answered by the others', async () => {
  await using server = await startServer({ engine: 'postgres', demo: false, env: { WORKERS: '2' } })
  await vi.waitUntil(() => server.output().includes('in 2 processes'), WAIT)
  const dying = childrenOf(server.pid())[0] ?? 0
  // a process that is stopped takes no connection and answers nothing, as one that is about to be killed
  process.kill(dying, 'SIGSTOP')
  const asked = Array.from({ length: 8 }, () => askOnce(server.url))
  await Promise.race(asked)
  process.kill(dying, 'SIGKILL')
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => 200))
}, 180_000)
