import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { searched } from '#app/server/features.ts'
import { matchesOrBegins } from '#server/search-text.ts'
import { searchEverythingQuery } from './search-everything.ts'

const searchEverything = searchEverythingQuery(searched)

let db: Database
let runner: Runner
let customer: number

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  customer = (
    await db.one<{ id: number }>(sql`
      insert into customers (name, label, vat, phone) values ('Αφοί Καραγιάννη', 'Κεντρική αγορά', '123123123', '210-7654321') returning id`)
  ).id
  await db.run(sql`insert into customers (name) select 'Μαζικός ' || n from generate_series(1, 20) n`)
  await db.run(sql`insert into products (name, sku) values ('Λαμπάδα Karagiannis', 'AB'), ('Κερί πεντάωρο', 'AB-2')`)
  await db.run(sql`
    insert into products (name, sku, barcode, epsilon_code, provsku, usage_type) values
      ('Ρεσώ', 'RESO100', '5200000000017', '', '', 'COMPLETE-PRODUCT'),
      ('Άρωμα', 'AROMA-RESO100', '', 'EPS-9', 'PROV-9', 'PURCHASED-MATERIAL'),
      ('Κιβώτιο ρεσώ', 'KRESO100', '', '', 'RESO100', 'PURCHASED-MATERIAL')`)
  await db.run(sql`
    insert into orders (id, status, customer_id, name, label, created_at) values
      (4711, 'OFFER', ${customer}, 'Αφοί Καραγιάννη', 'Κεντρική αγορά', '2026-11-01T23:30:00Z'),
      (4712, 'OFFER-DELETE', ${customer}, 'Αφοί Καραγιάννη', '', now()),
      (90000, 'OFFER', ${customer}, 'Παραγγελία 4711', '', now()),
      (90001, 'OFFER', ${customer}, 'Για EPS-9 και 5200000000017', '', now()),
      (90002, 'OFFER', ${customer}, 'Ράφι b-12', '', now()),
      (90003, 'OFFER', ${customer}, 'Μακρύ', ${'υ'.repeat(600)}, now())`)
  // with these goods the text is so long that its words are cut
  await db.run(sql`update orders set goods = repeat('τζακι7 ', 300) where id = 90003`)
})
afterAll(() => db.close())

const find = async (text: string, actor: Actor = SYSTEM) =>
  (await runner.ask(searchEverything, { text }, actor)).hits.map((hit) => `${hit.entity} ${hit.title}`)

test('orders, customers and products are found at once, in either alphabet', async () => {
  expect(await find('karagian')).toEqual([
    'orders #4711 Αφοί Καραγιάννη',
    'customers Αφοί Καραγιάννη',
    'products Λαμπάδα Karagiannis',
  ])
  expect(await find('ΚΑΡΑΓΙΑΝΝΗΣ')).toEqual(['products Λαμπάδα Karagiannis'])
})

test('a hit has the address of its page and enough text to recognise the record', async () => {
  const { hits } = await runner.ask(searchEverything, { text: 'καραγιαννη' }, SYSTEM)
  expect(hits.slice(0, 2)).toEqual([
    {
      entity: 'orders',
      id: 4711,
      title: '#4711 Αφοί Καραγιάννη',
      subtitle: 'Κεντρική αγορά',
      day: '2026-11-02',
      status: 'OFFER',
      to: '/order-detail/4711',
    },
    {
      entity: 'customers',
      id: customer,
      title: 'Αφοί Καραγιάννη',
      subtitle: 'Κεντρική αγορά · 123123123 · 210-7654321',
      status: null,
      to: `/customer-detail/${customer}`,
    },
  ])
})

test('a number finds the order with that id first, and then records that contain it', async () => {
  expect(await find('4711')).toEqual(['orders #4711 Αφοί Καραγιάννη', 'orders #90000 Παραγγελία 4711'])
  expect(await find('#4711')).toEqual(['orders #4711 Αφοί Καραγιάννη'])
  expect(await find('7654321')).toEqual(['customers Αφοί Καραγιάννη'])
})

test('deleted offers and placeholders are not found', async () => {
  expect(await find('4712')).toEqual([])
  expect(await find('KERINO')).toEqual([])
})

test.each([
  ['letters inside a word', 'αραγιάν', [4711]],
  ['letters inside a word, in the other alphabet', 'ragian', [4711]],
  ['a word with two letters inside another', 'αγορά τρ', [4711]],
  ['words of the customer and of the label', 'αφοί κεντρική', [4711]],
  ['words of two orders', 'αφοί EPS-9', []],
  ['digits and letters with a sign between', 'PS-9', [90001]],
  ['a short word with a sign', 'b-12', [90002]],

  ['a sign of search patterns', 'αφ_ί', []],
  ['a part of a word that is cut in other texts', 'υ'.repeat(200), [90003]],
  ['goods of an order, which are not searched', 'ΤΖΑΚΙ7', []],
])('orders are found by %s', async (_what, text, expected) => {
  const { hits } = await runner.ask(searchEverything, { text }, SYSTEM)
  expect(hits.filter(({ entity }) => entity === 'orders').map(({ id }) => id)).toEqual(expected)
})

test('customers by two letters are found by an index of beginnings', async () => {
  const indexes = await db.many<{ definition: string }>(
    sql`select indexdef as definition from pg_indexes where tablename = 'customers' and indexdef like '%text_pattern_ops%'`,
  )
  // the condition uses the same number of characters
  const condition = matchesOrBegins(sql`search`, 'αφ').text
  const [beginning = 'no beginning'] = /left\(\w+, \d+\)/.exec(condition) ?? []
  expect(indexes.map(({ definition }) => definition.replaceAll('"', '')).join()).toContain(beginning)
})

test('two letters find records that begin with them, and a product with that code', async () => {
  expect(await find('αφ')).toEqual(['customers Αφοί Καραγιάννη'])
  expect(await find('AB')).toEqual(['products Λαμπάδα Karagiannis'])
  expect(await find('%')).toEqual([])
  expect(await find(' ')).toEqual([])
})

test.each([
  { typed: 'RESO100', first: 'products Ρεσώ' },
  { typed: 'reso100', first: 'products Ρεσώ' },
  { typed: 'KRESO100', first: 'products Κιβώτιο ρεσώ' },
  { typed: '5200000000017', first: 'products Ρεσώ' },
  { typed: 'EPS-9', first: 'products Άρωμα' },
  { typed: 'PROV-9', first: 'products Άρωμα' },
  { typed: 'reso1', first: 'products Ρεσώ' },
  { typed: '4711', first: 'orders #4711 Αφοί Καραγιάννη' },
])('$typed finds first: $first', async ({ typed, first }) => {
  expect((await find(typed))[0]).toBe(first)
})

test('at most eight hits of each kind are returned', async () => {
  expect(await find('μαζικ')).toHaveLength(8)
})

test('a customer with exactly this VAT number comes before an order that contains it', async () => {
  await db.run(
    sql`insert into orders (id, status, customer_id, name, label) values (90010, 'OFFER', ${customer}, 'Για 123123123', '')`,
  )
  expect((await find('123123123')).slice(0, 2)).toEqual(['customers Αφοί Καραγιάννη', 'orders #90010 Για 123123123'])
})

describe('issued documents and payments', () => {
  beforeAll(async () => {
    await db.run(sql`
      insert into accounting_documents (order_id, kind, key, status, request, mark, series, series_year, branch, number) values
        (4711, 'invoice', 'k1', 'ACKNOWLEDGED', '{"customer": {"name": "Αφοί Καραγιάννη"}, "day": "2026-11-03"}', '400001234567890',
          'A', 2026, 0, 4711),
        (4711, 'credit-note', 'k2', 'ACKNOWLEDGED', '{"customer": {"name": "Αφοί Καραγιάννη"}, "day": "2026-11-04"}', '400001234567999',
          'ΠΙΣ', 2026, 0, 4711),
        (90000, 'invoice', 'k3', 'FAILED', '{"customer": {"name": "Άλλος"}, "day": "2026-11-04"}', null, 'A', 2026, 0, 90000)`)
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, receipt_code, user_name) values
        ('Inbound', 'CASH', 12050, '2026-11-05', ${customer}, 'Αφοί Καραγιάννη', '1', 'ΑΠ-77', 'Μ'),
        ('Inbound', 'CASH', 100, '2026-11-06', ${customer}, 'Αφοί Καραγιάννη', '1', 'ΑΠ-771', 'Μ')`)
  })

  test.each([
    ['400001234567890', ['documents A 4711 Αφοί Καραγιάννη']],
    ['40000123', ['documents ΠΙΣ 4711 Αφοί Καραγιάννη', 'documents A 4711 Αφοί Καραγιάννη']],
    ['4000', []],
    ['α 4711', ['documents A 4711 Αφοί Καραγιάννη']],
    ['πις-4711', ['documents ΠΙΣ 4711 Αφοί Καραγιάννη']],
    ['A 90000', []],
    ['απ-77', ['payments ΑΠ-77 Αφοί Καραγιάννη', 'payments ΑΠ-771 Αφοί Καραγιάννη']],
    ['ΑΠ-771', ['payments ΑΠ-771 Αφοί Καραγιάννη']],
  ])('%s finds %j', async (text, expected) => {
    expect((await find(text)).filter((hit) => /^(documents|payments)/.test(hit))).toEqual(expected)
  })

  test('the number of an order finds the order before its documents', async () => {
    expect((await find('4711')).slice(0, 3)).toEqual([
      'orders #4711 Αφοί Καραγιάννη',
      'documents ΠΙΣ 4711 Αφοί Καραγιάννη',
      'documents A 4711 Αφοί Καραγιάννη',
    ])
  })

  test('a document opens its order, and a payment the statement of its day', async () => {
    const pages = async (text: string) =>
      (await runner.ask(searchEverything, { text }, SYSTEM)).hits.map(({ to }) => to)
    expect(await pages('400001234567890')).toEqual(['/order-detail/4711'])
    expect(await pages('ΑΠ-771')).toEqual([expect.stringMatching(/^\/payment-overview\/\d+$/)])
  })

  test('are found only by people who may read them', async () => {
    const actor: Actor = { ...SYSTEM, role: 'user', rightChanges: { 'payments.read': false, 'customers.read': false } }
    expect(await find('ΑΠ-771', actor)).toEqual([])
    expect((await find('καραγιαννη', actor)).some((hit) => hit.startsWith('customers'))).toBe(false)
    expect((await find('ΑΠ-771', { ...actor, rightChanges: {} })).length).toBe(1)
  })
})

test('drivers may not search', async () => {
  const error = await find('αφ', { ...SYSTEM, role: 'driver' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Refused)
})
