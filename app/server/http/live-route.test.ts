import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, shipmentOf, taskOf, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import { listenTo, type Stream } from '#testing/stream.ts'

/** The most streams of one account. */
const MOST = 30

let company: TestCompany
let url: string
const opened: Stream[] = []
beforeAll(async () => {
  company = await openTestCompany()
  url = await company.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => company?.close())
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})

const withToken = async (token: string): Promise<Stream> => {
  const stream = await listenTo(url, { 'x-dreamfactory-session-token': token })
  opened.push(stream)
  return stream
}
const listen = (person: Person) => withToken(company.tokens[person])

/** Opens another session of a person, so that ending it does not end the others. */
async function anotherSession(person: Person): Promise<string> {
  const body = { email: emailOf(person), password: PASSWORD }
  const { json } = await ask(company, 'POST', '/api/v2/user/session', { body })
  return (json as { session_token: string }).session_token
}

/** Returns everything that the stream sent before the server ended it. */
async function wordsUntilTheEnd(stream: Stream): Promise<string> {
  await vi.waitUntil(stream.ended, { timeout: 15_000 })
  return stream.said()
}
const ENDED = 'event: ended'

/**
 * Waits until the stream has sent all changes so far. It changes the settings, which the whole office is notified of.
 */
async function topicsUntil(stream: Stream, topic: string): Promise<string[]> {
  await expect.poll(stream.topics).toContain(topic)
  return stream.topics()
}

test('the stream first names its account', async () => {
  const stream = await listen('user')
  await expect.poll(stream.said).toContain(`event: hello\ndata: {"userId":${company.userIds.user},`)
})

test('the stream of an administrator who sees the pages of a driver names the administrator, and stays open', async () => {
  const token = await anotherSession('admin')
  await company.db.run(sql`
    update sessions set seen_role = 'driver', seen_user_id = ${company.userIds.driver}
    where id = (select max(id) from sessions where user_id = ${company.userIds.admin})`)
  const stream = await withToken(token)
  await expect.poll(stream.said).toContain(`event: hello\ndata: {"userId":${company.userIds.admin},`)
  const order = await company.order('ON SHIPPING', { driver: 'driver' })
  await topicsUntil(stream, `shipments:${await shipmentOf(company, order)}`)
  expect(stream.ended()).toBe(false)
})

test('the stream of an account ends when a section gets its first name as account name, and its rights are the new ones', async () => {
  await company.db.run(sql`update users set first_name = 'Harti' where id = ${company.userIds.logistirio}`)
  const [changed, stays] = [await withToken(await anotherSession('logistirio')), await listen('user')]
  await expect.poll(changed.said).toContain('event: hello')
  await company.run('sections.create', { name: 'ΧΑΡΤΙ', description: 'Χαρτί', floor: '1', accountName: 'harti' })
  expect(await wordsUntilTheEnd(changed)).toContain(ENDED)
  // the streams of the next test must not hear of it
  await topicsUntil(stays, 'sections')
  expect(stays.ended()).toBe(false)
  await company.db.run(sql`update users set first_name = 'Σοφία' where id = ${company.userIds.logistirio}`)
})

test('signing out ends the stream of that session only', async () => {
  const token = await anotherSession('user')
  const [leaves, stays] = [await withToken(token), await listen('user')]
  await ask(company, 'DELETE', '/api/v2/user/session', { token, body: {} })
  expect(await wordsUntilTheEnd(leaves)).toContain(ENDED)
  await company.run('customers.change-customer', { id: company.stock.customer, version: 1, changes: { city: 'Βόλος' } })
  await topicsUntil(stays, `customers:${company.stock.customer}`)
  expect(leaves.topics()).not.toContain('customers')
  expect(stays.ended()).toBe(false)
})

test('the stream ends when the session expires, and listening does not extend the session', async () => {
  const stream = await withToken(await anotherSession('logistirio'))
  const newest = sql`(select max(id) from sessions where user_id = ${company.userIds.logistirio})`
  await company.db.run(sql`update sessions set expires_at = now() + interval '400 ms' where id = ${newest}`)
  expect(await wordsUntilTheEnd(stream)).toContain(ENDED)
  const { expired } = await company.db.one<{ expired: boolean }>(
    sql`select expires_at <= now() as expired from sessions where id = ${newest}`,
  )
  expect(expired).toBe(true)
})

test.each([
  ['is closed', 'operations', sql`status = 'DISABLED'`],
  ['loses its role', 'production', sql`role = null`],
  ['gets another role', 'logistirio', sql`role = 'driver'`],
  ['becomes a workshop account', 'user', sql`first_name = 'xyta'`],
] as const)('the stream ends when the account %s', async (_what, person, change) => {
  const id = company.userIds[person]
  const before = await company.db.one<{ role: string; firstName: string }>(
    sql`select role, first_name as "firstName" from users where id = ${id}`,
  )
  const stream = await withToken(await anotherSession(person))
  await company.db.run(sql`update users set ${change} where id = ${id}`)
  expect(await wordsUntilTheEnd(stream)).toContain(ENDED)
  await company.db.run(sql`
    update users set status = 'ACTIVE', role = ${before.role}, first_name = ${before.firstName} where id = ${id}`)
})

test('the stream ends when an administrator takes a right from the role, and only those of the role', async () => {
  const stream = await withToken(await anotherSession('operations'))
  const other = await withToken(await anotherSession('production'))
  const write = (changes: object) =>
    company.db.run(sql`update role_rights set changes = ${JSON.stringify(changes)}::jsonb where role = 'operations'`)
  await write({ 'orders.read': false })
  expect(await wordsUntilTheEnd(stream)).toContain(ENDED)
  await write({})
  const id = await company.order('STOCK-OK')
  await topicsUntil(other, `orders:${id}`)
  expect(other.ended()).toBe(false)
})

test('the stream of a program ends when its key is revoked', async () => {
  await company.db.run(sql`
    insert into api_keys (name, key_hash, role)
    values ('shop', encode(sha256('key-of-the-web-shop'::bytea), 'base64'), 'user')`)
  const stream = await listenTo(url, { 'x-dreamfactory-api-key': 'key-of-the-web-shop' })
  opened.push(stream)
  await company.db.run(sql`update api_keys set revoked_at = now() where name = 'shop'`)
  expect(await wordsUntilTheEnd(stream)).toContain(ENDED)
})

test('a session that was ended elsewhere is refused after the notification, even if it was used just before', async () => {
  const token = await anotherSession('user')
  const asks = async () => (await ask(company, 'GET', '/app/customers.count?input={}', { token })).status
  // the clock does not advance, so only the notification can make the server read the session again
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    expect(await asks()).toBe(200)
    await company.db.run(sql`
      update sessions set ended_at = now()
      where id = (select max(id) from sessions where user_id = ${company.userIds.user})`)
    await vi.waitUntil(async () => (await asks()) === 403, { timeout: 15_000 })
  } finally {
    clock.mockRestore()
  }
})

test('a section account is told that orders changed, but not which ones', async () => {
  const [office, section] = [await listen('admin'), await listen('section')]
  const order = await company.order('STOCK-OK')
  await company.run('customers.change-customer', { id: company.stock.other, version: 1, changes: { city: 'Νάξος' } })
  const task = await taskOf(company)
  await topicsUntil(office, `orders:${order}`)
  await topicsUntil(office, `tasks:${task}`)
  await topicsUntil(office, `customers:${company.stock.other}`)
  const received = await topicsUntil(section, 'tasks')
  expect(received).toContain('orders')
  expect(received.filter((topic) => /^(orders|tasks|customers|payments|loans|shipments)(:|$)/.test(topic))).toEqual(
    expect.not.arrayContaining([expect.stringContaining(':'), 'customers', 'payments', 'loans', 'shipments']),
  )
})

test('a driver is told of changes of their own shipments, orders and customers only', async () => {
  const [his, theirs] = [await listen('driver'), await listen('other driver')]
  const waiting = await company.order('STOCK-OK', { customer: company.stock.other })
  const order = await company.order('ON SHIPPING', { driver: 'driver' })
  const shipment = await shipmentOf(company, order)
  const received = await topicsUntil(his, `shipments:${shipment}`)
  expect(received).toContain('shipments')
  expect(received).not.toContain(`orders:${waiting}`)
  const next = await company.order('ON SHIPPING', { driver: 'other driver', customer: company.stock.other })
  const receivedThere = await topicsUntil(theirs, `shipments:${await shipmentOf(company, next)}`)
  expect(receivedThere).not.toContain(`shipments:${shipment}`)
  expect(receivedThere).not.toContain(`orders:${order}`)
  expect(receivedThere.filter((topic) => topic.startsWith('products'))).toEqual([])
})

test('a driver who is given the right to products is told of their changes', async () => {
  const change = async (held: boolean) => {
    const { version } = await company.db.one<{ version: number }>(
      sql`select version from role_rights where role = 'driver'`,
    )
    await company.run('rights.change-right', { role: 'driver', right: 'products.read', held, version })
  }
  await change(true)
  const driver = await withToken(await anotherSession('driver'))
  const product = company.stock.candle
  await company.run('stock.adjust-stock', { productId: product, newStock: 10_000_000, reason: 'απογραφή' })
  await topicsUntil(driver, `products:${product}`)
  await change(false)
  expect(await wordsUntilTheEnd(driver)).toContain(ENDED)
})

test('one account can have only a limited number of streams, which does not affect other accounts', async () => {
  for (let count = 0; count < MOST; count++) await listen('operations')
  await expect(listen('operations')).rejects.toThrow(/429.*too-many-streams/)
  await listen('production')
  opened[0]?.close()
  await expect
    .poll(() =>
      listen('operations')
        .then(() => true)
        .catch(() => false),
    )
    .toBe(true)
})

test('pages that close while their session is looked up do not count as open streams', async () => {
  const token = await anotherSession('user')
  // connections of earlier tests may still be closing, so only new ones are counted
  const connections = new Set<Socket>()
  const count = (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  }
  company.app.server.on('connection', count)
  await company.db.transaction('locking', async (tx) => {
    await tx.run(sql`lock table sessions in access exclusive mode`)
    const asking = Array.from({ length: MOST }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /app/live HTTP/1.1\r\nhost: localhost\r\nx-dreamfactory-session-token: ${token}\r\n\r\n`)
      return socket
    })
    const sockets = await Promise.all(asking)
    await expect.poll(() => connections.size).toBe(MOST)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => connections.size).toBe(0)
  })
  company.app.server.off('connection', count)
  // this request is answered after those that waited for the same lookup
  await ask(company, 'GET', '/app/customers.count?input={}', { token })
  await expect(withToken(token)).resolves.toBeDefined()
})
