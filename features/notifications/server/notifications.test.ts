/** What waits: when facts begin and end, who is told, and what a person reads, postpones and hides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { factKinds } from '#app/server/features.ts'
import { factKeeper } from '#app/server/live/fact-keeper.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import { type Line, MOST_LINES } from '../domain/contract.ts'
import { keepFacts, pauseAfter } from './fact-keeper.ts'
import { readMessages, unreadMessages } from './forget-messages.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.db.run(sql`delete from notice_marks`)
})

const { does, refusalOf } = peopleOf(() => company)
const keep = () => keepFacts(company.runner, factKinds)
const lines = async (person: Person) => (await does<{ lines: Line[] }>(person, 'notifications.list', {})).lines
const line = async (person: Person, key: string) => (await lines(person)).find((one) => one.key === key)
const badge = async (person: Person) => (await does<{ count: number }>(person, 'notifications.count', {})).count
const move = (id: number, transition: string) => does('user', 'orders.move-order', { id, transition })

describe('a fact begins and ends by itself', () => {
  test('orders that came back are one line with the newest first, until each has gone on', async () => {
    const [first, second] = [await company.order('RETURNED'), await company.order('RETURNED')]
    expect(await line('user', 'orders.returned')).toBeUndefined()
    await keep()
    expect(await line('user', 'orders.returned')).toMatchObject({
      count: 2,
      unread: true,
      page: '/orders?show=RETURNED',
      things: [
        { id: second, title: `#${second} Ξενοδοχείο Ακτή`, to: `/order-detail/${second}` },
        { id: first, title: `#${first} Ξενοδοχείο Ακτή`, to: `/order-detail/${first}` },
      ],
    })
    await move(first, 'cancel')
    await keep()
    expect(await line('user', 'orders.returned')).toMatchObject({ count: 1, things: [{ id: second }] })
    await move(second, 'cancel')
    await keep()
    expect(await line('user', 'orders.returned')).toBeUndefined()
  })

  test('a product of which open orders need more than there is, until there is enough', async () => {
    const { candle } = company.stock
    const stocked = (newStock: number) =>
      does('user', 'stock.adjust-stock', { productId: candle, newStock, reason: 'απογραφή' })
    await company.order('STOCK-OK')
    await stocked(0)
    await keep()
    expect(await line('production', 'stock.low')).toMatchObject({
      count: 1,
      things: [{ id: candle, title: 'Κερί CANDLE', to: `/product-overview/${candle}` }],
    })
    await stocked(100_000 * PIECE)
    await keep()
    expect(await line('production', 'stock.low')).toBeUndefined()
  })

  test('a mail that did not arrive, until a later one about the same record is on its way', async () => {
    const id = await company.order('STOCK-OK')
    const mail = (status: string) =>
      company.db.run(sql`
        insert into mails (entity, entity_id, message_id, to_address, subject, body, status, user_name)
        values ('orders', ${id}, ${`<${status}-${id}@kerino.test>`}, 'a@kerino.test', 'Προσφορά', '', ${status}, 'Μαρία')`)
    await mail('FAILED')
    await mail('UNSURE')
    await keep()
    expect(await line('user', 'mail.failed')).toMatchObject({
      count: 1,
      things: [{ title: 'Προσφορά · a@kerino.test', to: `/order-detail/${id}` }],
    })
    await mail('WAITING')
    await keep()
    expect(await line('user', 'mail.failed')).toBeUndefined()
  })

  test('an invoice that was refused or that a person must look for at Epsilon Smart, until it is sent again', async () => {
    const id = await company.order('READY-TO-INVOICE')
    const document = (status: string, code: string | null = null) =>
      company.db.run(sql`
        insert into accounting_documents (order_id, kind, key, status, error_code, request)
        values (${id}, 'invoice', ${`notice-${status}-${code}-${id}`}, ${status}, ${code}, '{}')`)
    // an order has at most one document under way
    const ended = () =>
      company.db.run(sql`update accounting_documents set status = 'FAILED', error_code = '102' where order_id = ${id}`)
    const told = async () => (await line('logistirio', 'invoicing.failed'))?.count
    await document('FAILED')
    await keep()
    expect(await line('logistirio', 'invoicing.failed')).toMatchObject({ count: 1, things: [{ id }] })
    await document('WAITING')
    await keep()
    expect(await told()).toBeUndefined()
    await ended()
    // the service is asked for this one again by itself
    await document('UNKNOWN', 'time-out')
    await keep()
    expect(await told()).toBeUndefined()
    await ended()
    await document('UNKNOWN', 'look-there')
    await keep()
    expect(await told()).toBe(1)
    await ended()
    await document('SENDING')
    await keep()
    expect(await told()).toBeUndefined()
  })

  test('after a commit, without a call: the keeper compares only the kinds that the change may concern', async () => {
    const asked: string[] = []
    const watched = factKinds.map((kind) => ({
      ...kind,
      find: (...given: Parameters<typeof kind.find>) => {
        asked.push(kind.name)
        return kind.find(...given)
      },
    }))
    const keeper = factKeeper(company.runner, company.tables, console, watched)
    // the first comparison finds out what each kind is found in
    keeper.changedAnything()
    await expect.poll(() => asked.length).toBe(factKinds.length)
    asked.length = 0
    await company.order('RETURNED')
    keeper.changed(['users', 'users:1'])
    await expect.poll(() => new Set(asked)).toEqual(new Set(['users.waiting']))
    keeper.changed(['orders'])
    await expect.poll(() => line('user', 'orders.returned')).toBeDefined()
    await keeper.stop()
  })
})

describe('who is told', () => {
  test('a long series of changes is compared for a tenth of its time, and nobody waits longer than ten seconds', () => {
    expect([5, 50, 100, 500, 60_000].map(pauseAfter)).toEqual([500, 500, 900, 4_500, 10_000])
  })

  test('only administrators of accounts that wait, and neither drivers nor workshops of anything', async () => {
    await keep()
    const { waiting } = company.userIds
    expect(await line('admin', 'users.waiting')).toMatchObject({ count: 1, things: [{ id: waiting }] })
    expect(await line('user', 'users.waiting')).toBeUndefined()
    for (const [name, input] of [
      ['notifications.things', { kind: 'users.waiting' }],
      ['notifications.snooze', { key: 'users.waiting', snoozed: true }],
      ['notifications.choose', { kind: 'users.waiting', shown: false }],
      ['notifications.read', { key: 'users.waiting' }],
    ] as const)
      expect(await refusalOf('user', name, input)).toMatchObject({ code: 'notifications.no-kind' })
    for (const person of ['driver', 'section', 'waiting'] as const)
      expect(await refusalOf(person, 'notifications.list', {})).toMatchObject({ kind: 'forbidden' })
  })

  test('a colleague who is named in a note, once for each record, until the message is read', async () => {
    const { userIds, order } = company
    const id = await order('STOCK-OK')
    const about = { entity: 'orders', entityId: id }
    const { colleagues } = await does<{ colleagues: { id: number }[] }>('admin', 'notes.colleagues', {
      entity: 'orders',
    })
    expect(colleagues.map((one) => one.id)).toContain(userIds.user)
    for (const absent of ['admin', 'driver', 'section', 'waiting'] as const)
      expect(colleagues.map((one) => one.id)).not.toContain(userIds[absent])

    await does('admin', 'notes.add-note', { ...about, body: 'Ρώτα τον πελάτη, @Ονομα user' })
    const note = await does<{ id: number }>('admin', 'notes.add-note', {
      ...about,
      body: '@ονομα user: και την ημέρα. @Ονομα driver @Ονομα admin',
    })
    const key = `notes.mention/orders/${id}`
    const to = `/order-detail/${id}?tab=notes`
    const newest = { ...about, from: 'Ονομα admin', to, text: expect.stringContaining('και την ημέρα') }
    expect(await line('user', key)).toMatchObject({ count: 2, message: newest })
    for (const other of ['admin', 'production'] as const) expect(await line(other, key)).toBeUndefined()
    expect(
      await company.db.one(sql`
      select count(*)::int as told from messages where user_id = ${userIds.driver}`),
    ).toEqual({ told: 0 })

    await does('admin', 'notes.remove-note', { id: note.id })
    expect(await line('user', key)).toMatchObject({ count: 1, message: { text: 'Ρώτα τον πελάτη, @Ονομα user' } })
    await does('admin', 'notes.restore-note', { id: note.id })
    expect(await line('user', key)).toMatchObject({ count: 2, unread: true })
    await does('user', 'notifications.read', { key })
    expect(await line('user', key)).toBeUndefined()
  })
})

test('the names of those who may read a kind of record are refused to people who may not read it', async () => {
  const status = async (person: Person, entity: string) =>
    (await callByName(company, 'notes.colleagues', { entity }, { token: company.tokens[person] })).status
  const role = async () =>
    (await does<{ roles: { role: string; version: number }[] }>('admin', 'rights.matrix', {})).roles.find(
      (one) => one.role === 'production',
    )
  const mayRead = async (held: boolean) =>
    does('admin', 'rights.change-right', {
      role: 'production',
      right: 'customers.read',
      held,
      version: (await role())?.version,
    })
  expect(await status('production', 'customers')).toBe(200)
  await mayRead(false)
  expect(await status('production', 'customers')).toBe(403)
  expect([await status('production', 'orders'), await status('admin', 'customers')]).toEqual([200, 200])
  await mayRead(true)
})

test('messages are deleted after a year if they were never read, and after a month if they were', async () => {
  const { user } = company.userIds
  const insert = (days: number, readDays: number | null) =>
    company.db.run(sql`
      insert into messages (user_id, kind, entity, entity_id, source_id, from_name, created_at, read_at)
      values (${user}, 'notes.mention', 'orders', ${days}, 1, 'Μαρία', now() - make_interval(days => ${days}),
        now() - make_interval(days => ${readDays}))`)
  await company.db.run(sql`delete from messages`)
  for (const [days, readDays] of [
    [364, null],
    [366, null],
    [29, 1],
    [31, 1],
  ] as const)
    await insert(days, readDays)
  await forgetOld(company.db, [readMessages, unreadMessages])
  const kept = await company.db.many<{ id: number }>(sql`select entity_id as id from messages order by entity_id`)
  expect(kept.map(({ id }) => id)).toEqual([29, 364])
  await company.db.run(sql`delete from messages`)
})

describe('each person for themselves', () => {
  test('reads, and the number on the bell is that of the unread lines', async () => {
    await company.order('RETURNED')
    await keep()
    const unread = async (person: Person) => (await lines(person)).filter((one) => one.unread).length
    expect(await badge('admin')).toBe(await unread('admin'))
    expect(await badge('admin')).toBeGreaterThanOrEqual(2)
    await does('admin', 'notifications.read', { key: 'orders.returned' })
    expect(await line('admin', 'orders.returned')).toMatchObject({ unread: false })
    expect(await line('user', 'orders.returned')).toMatchObject({ unread: true })
    expect(await badge('admin')).toBe(await unread('admin'))
    await does('admin', 'notifications.read', {})
    expect(await badge('admin')).toBe(0)
    // the next one is news again
    await company.order('RETURNED')
    await keep()
    expect(await line('admin', 'orders.returned')).toMatchObject({ unread: true })
  })

  test('postpones a line until tomorrow, and takes it back', async () => {
    const key = 'orders.returned'
    await does('user', 'notifications.snooze', { key, snoozed: true })
    expect(await line('user', key)).toMatchObject({ snoozed: true, unread: false })
    expect(
      await company.db.one(sql`
      select snoozed_until::text as until from notice_marks where user_id = ${company.userIds.user}`),
    ).toEqual({
      until: addDays(dayOf(new Date().toISOString()), 1),
    })
    await does('user', 'notifications.snooze', { key, snoozed: false })
    expect(await line('user', key)).toMatchObject({ snoozed: false, unread: true })
  })

  test('marks all lines as read except those that are snoozed', async () => {
    const { order, userIds } = company
    const note = async (id: number) =>
      does('admin', 'notes.add-note', { entity: 'orders', entityId: id, body: '@Ονομα user' })
    const [later, now] = [await order('STOCK-OK'), await order('STOCK-OK')]
    for (const id of [later, now]) await note(id)
    const keyOf = (id: number) => `notes.mention/orders/${id}`
    await does('user', 'notifications.snooze', { key: keyOf(later), snoozed: true })
    await does('user', 'notifications.snooze', { key: 'orders.returned', snoozed: true })
    await does('user', 'notifications.read', {})
    expect(await line('user', keyOf(now))).toBeUndefined()
    expect(await line('user', keyOf(later))).toMatchObject({ snoozed: true })
    await does('user', 'notifications.snooze', { key: 'orders.returned', snoozed: false })
    expect(await line('user', 'orders.returned')).toMatchObject({ unread: true })
    await company.db.run(sql`delete from messages where user_id = ${userIds.user}`)
  })

  test('lists a limited number of lines, and the bell counts all', async () => {
    const { user } = company.userIds
    await company.db.run(sql`
      insert into messages (user_id, kind, entity, entity_id, source_id, from_name)
      select ${user}, 'notes.mention', 'orders', n, n, 'Μαρία' from generate_series(1, ${MOST_LINES + 1}::int) n`)
    expect(await lines('user')).toHaveLength(MOST_LINES)
    expect(await badge('user')).toBeGreaterThan(MOST_LINES)
    await company.db.run(sql`delete from messages where user_id = ${user}`)
  })

  test('hides a kind, and only for themselves', async () => {
    const kind = 'orders.returned'
    await does('user', 'notifications.choose', { kind, shown: false })
    expect(await line('user', kind)).toBeUndefined()
    expect(await line('admin', kind)).toBeDefined()
    const { kinds } = await does<{ kinds: object[] }>('user', 'notifications.list', {})
    expect(kinds).toContainEqual({ kind, shown: false })
    expect(kinds).not.toContainEqual(expect.objectContaining({ kind: 'users.waiting' }))
  })
})
