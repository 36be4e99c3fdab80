/** Who has an order open, through the real server: who sees it, who takes part, and when it ends. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PRESENCE_ADDRESS } from '#kernel/live/presence.ts'
import { sql } from '#server/db/database.ts'
import { Live } from '#app/server/live/live.ts'
import { ask, openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { listenTo, type Stream } from '#testing/stream.ts'
import { testServer } from '#testing/test-server.ts'

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

const listen = async (person: Person, at = url): Promise<Stream> => {
  const stream = await listenTo(at, { 'x-dreamfactory-session-token': company.tokens[person] })
  opened.push(stream)
  await expect.poll(stream.said).toContain('event: hello')
  return stream
}

/** Returns the name of a stream at the server, as the page learns it. */
const nameOf = (stream: Stream): string => /"stream":"([^"]+)"/.exec(stream.said())?.[1] ?? ''

const TAB = 'a'.repeat(32)
let lastRecord = 0
const newRecord = (place = 'packaging'): string => `${place}:${++lastRecord}`

type Said = { record: string; open?: boolean; tab?: string; stream?: string }
const present = (person: Person, { record, open = true, tab = TAB, stream = randomUUID() }: Said) =>
  ask(company, 'POST', PRESENCE_ADDRESS, { token: company.tokens[person], body: { record, open, tab, stream } })

/** Returns the names that the stream sent last for a record; undefined if it sent none. */
function peopleAt(stream: Stream, record: string): string[] | undefined {
  const news = [...stream.said().matchAll(/^data: (\{"present".*)$/gm)].map(
    ([, text = '{}']) => (JSON.parse(text) as { present: Record<string, { name: string }[]> }).present,
  )
  return news.findLast((people) => record in people)?.[record]?.map(({ name }) => name)
}

test('who opens an order is shown to the others by the first name, at once and to those who come later, until it is closed', async () => {
  const anna = await listen('operations')
  const record = newRecord()
  expect((await present('user', { record })).status).toBe(204)
  await expect.poll(() => peopleAt(anna, record)).toEqual(['Μαρία'])
  const late = await listen('production')
  await expect.poll(() => peopleAt(late, record)).toEqual(['Μαρία'])
  await present('user', { record, open: false })
  await expect.poll(() => peopleAt(anna, record)).toEqual([])
  await expect.poll(() => peopleAt(late, record)).toEqual([])
})

test('people are told of the others at a record, and not of the tabs of their own browser', async () => {
  const maria = await listen('user')
  const anna = await listen('operations')
  const record = newRecord()
  await present('user', { record, stream: nameOf(maria) })
  await present('operations', { record, stream: nameOf(anna), tab: 'b'.repeat(32) })
  await expect.poll(() => peopleAt(anna, record)).toEqual(['Μαρία'])
  await expect.poll(() => peopleAt(maria, record)).toEqual(['Άννα'])
  // the same browser after a reload
  const again = await listen('user')
  expect(peopleAt(again, record)).toEqual(['Άννα'])
})

test('an account without a first name is shown by its user name', async () => {
  const anna = await listen('operations')
  await company.db.run(sql`update users set first_name = '' where id = ${company.userIds.logistirio}`)
  const record = newRecord()
  // the session was perhaps read before the change
  await expect
    .poll(async () => {
      await present('logistirio', { record })
      return peopleAt(anna, record)?.join(',') ?? 'Σοφία'
    })
    .not.toBe('Σοφία')
  const { username } = await company.db.one<{ username: string }>(
    sql`update users set first_name = 'Σοφία' where id = ${company.userIds.logistirio} returning username`,
  )
  expect(peopleAt(anna, record)).toEqual([username])
})

test('a person whose stream breaks disappears without a closing', async () => {
  const anna = await listen('operations')
  const maria = await listen('user')
  const record = newRecord()
  await present('user', { record, stream: nameOf(maria) })
  await expect.poll(() => peopleAt(anna, record)).toEqual(['Μαρία'])
  maria.close()
  await expect.poll(() => peopleAt(anna, record)).toEqual([])
})

test('people without the right to packaging neither see who has an order open nor take part', async () => {
  const anna = await listen('operations')
  const others = { driver: await listen('driver'), section: await listen('section') } as const
  const record = newRecord()
  await present('user', { record })
  await expect.poll(() => peopleAt(anna, record)).toEqual(['Μαρία'])
  const came = await listen('driver')
  for (const stream of [...Object.values(others), came]) expect(peopleAt(stream, record)).toBeUndefined()
  for (const person of ['driver', 'section'] as const) expect((await present(person, { record })).status).toBe(403)
  expect((await ask(company, 'POST', PRESENCE_ADDRESS, { body: { record } })).status).toBeGreaterThanOrEqual(400)
  const keyOnly = { 'x-dreamfactory-api-key': PAGE_KEY }
  expect((await ask(company, 'POST', PRESENCE_ADDRESS, { headers: keyOnly, body: {} })).status).toBe(401)
  expect(peopleAt(anna, record)).toEqual(['Μαρία'])
})

test('places that no feature declares and malformed records are refused', async () => {
  expect((await present('admin', { record: newRecord('nowhere') })).status).toBe(403)
  for (const record of ['packaging', 'packaging:', 'packaging:0', 'packaging:x', ':1', 'constructor|:1'])
    expect((await present('admin', { record })).status, record).toBe(400)
  expect((await present('admin', { record: newRecord(), tab: 'x' })).status).toBe(400)
  expect((await present('admin', { record: newRecord(), stream: 'x' })).status).toBe(400)
})

test('with two processes on one database, each shows who opened and closed an order at the other', async (context) => {
  if (company.db.engine === 'pglite') context.skip()
  const live = new Live(company.db, console)
  await live.start()
  const second: FastifyInstance = await testServer(company.db, { live })
  try {
    const there = await listen('operations', await second.listen({ port: 0, host: '127.0.0.1' }))
    const record = newRecord('order-form')
    const maria = await listen('user')
    await present('user', { record, stream: nameOf(maria) })
    await expect.poll(() => peopleAt(there, record)).toEqual(['Μαρία'])
    await present('user', { record, open: false })
    await expect.poll(() => peopleAt(there, record)).toEqual([])
    // the browser loses its stream at the first process
    await present('user', { record, stream: nameOf(maria) })
    await expect.poll(() => peopleAt(there, record)).toEqual(['Μαρία'])
    maria.close()
    await expect.poll(() => peopleAt(there, record)).toEqual([])
  } finally {
    for (const stream of opened.splice(0)) stream.close()
    await second.close()
    await live.stop()
  }
})
