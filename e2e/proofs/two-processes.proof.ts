/** Several processes of the product share one PostgreSQL. A change in one of them takes effect in all of them. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usualOrFull } from '#testing/length.ts'
import { listenTo, type Stream } from '#testing/stream.ts'
import { createDatabase, PASSWORD, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Caller, done, openShop, ordersToPackage, type Shop, signedIn } from './callers.ts'

const WAIT = { timeout: 30_000, interval: 50 }
const ORDERS = usualOrFull(32, 64)
const BATCHES = usualOrFull(3, 7)
const ADMIN = 'admin@kerino.demo'
const PERIOD = { from: '2026-01-01', until: '2026-12-31' }

let database: Awaited<ReturnType<typeof createDatabase>>
let servers: ServerUnderTest[] = []
let first: ServerUnderTest
let second: ServerUnderTest
let shop: Shop
/** Two sessions of the same person, one at each process. */
let here: Caller
let there: Caller
const streams: Stream[] = []

beforeAll(async () => {
  database = await createDatabase({ migrated: false })
  const env = { DATABASE_URL: database.url }
  // All processes start at the same moment on a database without tables.
  servers = await Promise.all([1, 2, 3, 4].map(() => startServer({ engine: 'pglite', env })))
  ;[first, second] = servers as [ServerUnderTest, ServerUnderTest]
  here = await signedIn(first, ADMIN)
  there = await signedIn(second, ADMIN)
  shop = await openShop(here, 10_000, 10_000)
}, 300_000)
afterAll(async () => {
  for (const stream of streams) stream.close()
  for (const server of servers) await server.remove()
  await database?.drop()
})

const cookieOf = async (server: ServerUnderTest, email: string): Promise<{ cookie: string }> => {
  const response = await fetch(`${server.url}/app/session.sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const [, token = ''] = /kerino_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { cookie: `kerino_session=${token}` }
}

const listenAt = async (server: ServerUnderTest, headers: Record<string, string>): Promise<Stream> => {
  const stream = await listenTo(server.url, headers)
  streams.push(stream)
  return stream
}

test('four processes started at once on an empty database all work, and only one of them sets it up', async () => {
  for (const server of servers) {
    expect(server.output()).not.toMatch(/^\s+at /m)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  }
  const { resource } = await done(here.call('GET', '_table/salespersons?fields=name,surname'))
  const names = (resource as { name: string; surname: string }[]).map(({ name, surname }) => `${name} ${surname}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(0)
})

test('a change through one process is announced by the live updates of the other and can be read there', async () => {
  const stream = await listenAt(second, await cookieOf(second, 'user@kerino.demo'))
  const { id } = await done(here.press('customers.create-customer', { name: 'Καφενείο Γωνιά' }))
  await vi.waitUntil(() => stream.topics().includes(`customers:${id}`), WAIT)
  const { resource } = await done(there.call('GET', `_table/customers?ids=${id}&fields=name`))
  expect(resource).toEqual([{ name: 'Καφενείο Γωνιά' }])
})

test.each([
  ['a page', (url: string, headers: object) => ['POST', `${url}/app/session.sign-out`, headers] as const],
  [
    'a program',
    (url: string, { cookie }: { cookie: string }) =>
      [
        'DELETE',
        `${url}/api/v2/user/session`,
        { 'x-dreamfactory-session-token': cookie.replace('kerino_session=', '') },
      ] as const,
  ],
])('signing out by %s at one process ends the session and its live updates at the other', async (_by, request) => {
  const headers = await cookieOf(first, 'operations@kerino.demo')
  const asks = async () => (await fetch(`${second.url}/app/orders.counts?input={}`, { headers })).status
  const stream = await listenAt(second, headers)
  expect(await asks()).toBe(200)
  const [method, url, who] = request(first.url, headers)
  const signOut = await fetch(url, { method, headers: { ...who, 'content-type': 'application/json' }, body: '{}' })
  expect(signOut.status).toBe(200)
  await vi.waitUntil(stream.ended, WAIT)
  expect(stream.said()).toContain('event: ended')
  expect(await asks()).toBe(403)
})

test('a key used at two processes at the same time takes effect once, and both get the same answer', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `Εστιατόριο ${round}`
    const key = `once-${round}`
    const answers = await Promise.all(
      [here, there].map((caller) => caller.press('customers.create-customer', { name }, key)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const filter = encodeURIComponent(`name = "${name}"`)
    const { resource } = await done(there.call('GET', `_table/customers?filter=${filter}&fields=id`))
    expect(resource).toHaveLength(1)
  }
})

test('a program that follows the changes reads the last state of every record, whichever processes write and answer', async () => {
  const start = (await done(here.call('GET', '_changes'))).meta.cursor as string
  let writing = true
  /** Writes and changes batches of customers, which are committed long after their first row was written. */
  const write = async (caller: Caller, who: string): Promise<void> => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const customers = Array.from({ length: 40 }, (_, row) => ({ name: `Παρτίδα ${who} ${batch} ${row}` }))
      const { resource } = await done(caller.call('POST', '_table/customers', { resource: customers }))
      const changed = (resource as { id: number }[]).map(({ id }) => ({ id, phone: `${batch}` }))
      await done(caller.call('PATCH', '_table/customers', { resource: changed }))
      await done(caller.call('DELETE', '_table/customers', { resource: changed.slice(0, 5) }))
    }
  }
  /** Keeps a copy of the customers that changed, from the cursor on, and asks the processes in turn. */
  const follow = async (callers: readonly Caller[]): Promise<Map<number, object>> => {
    const copy = new Map<number, object>()
    for (let [at, turn] = [start, 0]; ; turn++) {
      const isLast = !writing
      const caller = callers[turn % callers.length] as Caller
      const { resource, meta } = await done(caller.call('GET', `_changes?since=${at}&kinds=customers&limit=100`))
      const saved = []
      for (const { id, change } of resource as { id: number; change: string }[])
        if (change === 'deleted') copy.delete(id)
        else saved.push(id)
      if (saved.length > 0) {
        const filter = encodeURIComponent(`id in (${saved.join(',')})`)
        const read = await done(caller.call('GET', `_table/customers?filter=${filter}&fields=id,name,phone`))
        for (const row of read.resource as { id: number }[]) copy.set(row.id, row)
      }
      at = meta.cursor
      if (isLast && !meta.more) return copy
    }
  }
  const following = [follow([here, there]), follow([there])]
  await Promise.all([write(here, 'α'), write(there, 'β'), write(here, 'γ'), write(there, 'δ')])
  writing = false
  const filter = encodeURIComponent('name starts with "Παρτίδα"')
  const { resource } = await done(here.call('GET', `_table/customers?filter=${filter}&fields=id,name,phone`))
  const stored = new Map((resource as { id: number }[]).map((row) => [row.id, row]))
  expect(stored.size).toBe(4 * BATCHES * 35)
  for (const copy of following) expect(await copy).toEqual(stored)
})

test('failed sign-ins count across processes, so a blocked account is blocked at every process', async () => {
  const tries = async (server: ServerUnderTest): Promise<number> => {
    const answer = await fetch(`${server.url}/app/session.sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'packing@kerino.demo', password: 'λάθος κωδικός' }),
    })
    return answer.status
  }
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 200)
    statuses.push(await tries(statuses.length % 2 === 0 ? first : second))
  expect(statuses.at(-1)).toBe(429)
  // Ten wrong passwords are allowed, however they are spread over the processes.
  expect(statuses.length).toBeLessThanOrEqual(12)
  expect([await tries(first), await tries(second)]).toEqual([429, 429])
})

test('a job that the workers of several processes see is done once', async () => {
  const mails = usualOrFull(6, 12)
  const draft = await done(here.ask('customers.statement-draft', { id: shop.customer, ...PERIOD }))
  for (let count = 0; count < mails; count++) {
    const { mailId } = await done(
      (count % 2 === 0 ? here : there).press('customers.mail-statement', {
        id: shop.customer,
        ...PERIOD,
        ...draft,
        to: 'akti@example.gr',
      }),
    )
    expect(mailId).toBeGreaterThan(0)
  }
  const files = () =>
    servers.flatMap(({ dataDir }) => {
      try {
        return readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'))
      } catch {
        return []
      }
    })
  const states = async (): Promise<string[]> => {
    const { rows } = await done(here.ask('mail.of-record', { entity: 'customers', id: shop.customer }))
    return (rows as { status: string }[]).map(({ status }) => status)
  }
  await vi.waitUntil(async () => (await states()).every((status) => status === 'SENT'), WAIT)
  expect(files()).toHaveLength(mails)
  expect(new Set(files()).size).toBe(mails)
})

test('sixteen people at four processes package the same product at once, all succeed, and the stock is right', async () => {
  const people = (await Promise.all(servers.map((server) => signedIn(server, ADMIN)))).flatMap((caller) =>
    Array.from({ length: 4 }, () => caller),
  )
  const orders = await ordersToPackage(
    here,
    shop,
    Array.from({ length: ORDERS }, () => 2),
  )
  const answers = await Promise.all(
    people.map(async (person, index) => {
      const statuses: number[] = []
      for (const id of orders.filter((_, at) => at % people.length === index))
        statuses.push((await person.press('packaging.package-order', { id, name: `Πρόσωπο ${index}` })).status)
      return statuses
    }),
  )
  expect(answers.flat().filter((status) => status !== 200)).toEqual([])
  const filter = encodeURIComponent(`id = ${shop.candle}`)
  const { resource } = await done(there.call('GET', `_table/products?filter=${filter}&fields=stock`))
  expect(resource[0].stock).toBe(10_000 - 2 * ORDERS)
})
