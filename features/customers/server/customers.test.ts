import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { customerAccountPageQuery, customerOpenOrdersQuery } from '#features/orders/server/customer-account.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { refusalOf } from '#testing/refused.ts'
import { countCustomersQuery, listCustomersQuery } from './queries.ts'
import { customerCommands, customerQueries } from './customer-kind.ts'

let db: Database
let runner: Runner
const maria: Actor = { userId: null, name: 'Μαρία', role: 'user', section: null }

beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into salespersons (id, name, surname) values (7, 'Άννα', 'Πωλήτρια')`)
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
})
afterAll(() => db.close())

const create = (input: object) => runner.run(customerCommands.create, input, SYSTEM)
const change = (id: number, version: number, changes: object, actor = SYSTEM) =>
  runner.run(customerCommands.change, { id, version, changes }, actor)
const detail = async (id: number) => (await runner.ask(customerQueries.detail, { id }, SYSTEM)).party

const FULL = {
  name: 'Κηροπλαστική Αιγαίου',
  label: "O'Brien & Υιοί <ΑΕ> 🕯",
  taxOffice: 'ΔΟΥ Σύρου',
  address: 'Ερμού 12',
  city: 'Ερμούπολη',
  postcode: '841 00',
  country: 'Ελλάδα',
  lat: 37.4449,
  lon: 24.9433,
  phone: '22810 12345',
  phone2: '6912345678',
  startDate: '2020-02-29',
  representor: 'Άννα',
  discount: 750,
  category: 'Category1',
  vatType: 1700,
  vat: '094019245',
  social: '@aigaio',
  profession: 'Κεριά',
  email: 'info@aigaio.gr',
  tags: ['vip', 'νησιά'],
  salespersonId: 7,
  customFields: [{ name: 'Ράμπα', value: 'όχι' }],
  extraAddresses: [{ address: 'Λιμάνι', postcode: '84100', phone: '', city: 'Σύρος', building: 'Β', floor: '1' }],
}

describe('saving a customer', () => {
  test('stores every field', async () => {
    const { id, version } = await create(FULL)
    expect(await detail(id)).toMatchObject({ ...FULL, id, version })
  })

  test('needs a name of four characters for a new or renamed customer', async () => {
    expect(await refusalOf(create({ name: ' ΟΤΕ ' }))).toMatchObject({ kind: 'invalid', code: 'customers.short-name' })
    const { id, version } = await create({ name: 'Τέσσερα' })
    expect((await refusalOf(change(id, version, { name: 'Δύο' }))).code).toBe('customers.short-name')
    // A customer from an earlier system may keep a short name.
    const old = await db.one<{ id: number }>(sql`insert into customers (name) values ('ΔΕΗ') returning id`)
    expect((await change(old.id, 1, { name: 'ΔΕΗ', city: 'Αθήνα' })).version).toBe(2)
  })

  test('warns of customers who share a VAT number, and asks once about a wrong check digit, which it then stores (C-100)', async () => {
    const first = await create({ name: 'Πρώτος', vat: '090000045' })
    expect(first).toMatchObject({ vatWarning: false, sameVat: [] })
    expect(await create({ name: 'Δεύτερος', vat: '090000045' })).toMatchObject({
      sameVat: [{ id: first.id, name: 'Πρώτος' }],
    })
    const wrong = { name: 'Τρίτος', vat: '090 000 046' }
    await expect(create(wrong)).rejects.toMatchObject({
      refusal: { kind: 'invalid', code: 'parties.vat-digit', details: { vat: '090 000 046', confirm: 'asWritten' } },
    })
    const third = await create({ ...wrong, asWritten: true })
    expect(third).toMatchObject({ vatWarning: true, sameVat: [] })
    const change = (version: number, changes: object, more: object = {}) =>
      runner.run(customerCommands.change, { id: third.id, version, changes, ...more }, SYSTEM)
    // what is stored may stay, and another wrong number is asked about again
    expect(await change(1, { ...wrong, city: 'Βόλος' })).toMatchObject({ version: 2, vatWarning: true })
    await expect(change(2, { vat: '090000047' })).rejects.toMatchObject({ refusal: { code: 'parties.vat-digit' } })
    expect(await change(2, { vat: '090000047' }, { asWritten: true })).toMatchObject({ version: 3, vatWarning: true })
    // the number of another country has another form
    expect(await create({ name: 'Kerzen', vat: '136695976', country: 'Γερμανία' })).toMatchObject({ vatWarning: false })
    const others = async (input: object) => (await runner.ask(customerQueries.sameVat, input, SYSTEM)).parties
    expect((await others({ vat: ' 090000045' })).map(({ name }) => name)).toEqual(['Πρώτος', 'Δεύτερος'])
    expect((await others({ vat: '090000045', exceptId: first.id })).map(({ name }) => name)).toEqual(['Δεύτερος'])
    expect(await others({ vat: '' })).toEqual([])
  })

  test('finds the same VAT number in any spelling', async () => {
    const written = ['EL094014201', 'GR 094014201', 'ελ 094.014.201', '94014201', ' 094-014\u00a0201\t', '094014201']
    const holders = await db.many<{ id: number }>(sql`
      insert into customers (name, vat) select 'Ίδιο ΑΦΜ', vat
      from jsonb_array_elements_text(${JSON.stringify(written)}::jsonb) as typed(vat) returning id`)
    await db.run(sql`
      insert into customers (name, vat) values ('Άλλο', 'DE094014201'), ('Άλλο', '0940142010'), ('Άλλο', 'EL'), ('Άλλο', '')`)
    for (const vat of written) {
      const { parties } = await runner.ask(customerQueries.sameVat, { vat }, SYSTEM)
      expect([vat, parties.map(({ id }) => id)]).toEqual([vat, holders.map(({ id }) => id)])
    }
    for (const none of ['EL', ' . '])
      expect((await runner.ask(customerQueries.sameVat, { vat: none }, SYSTEM)).parties).toEqual([])
  })

  test('a new address text removes the place on the map, unless the change contains a new place', async () => {
    const placed = { address: 'Ερμού 1', city: 'Αθήνα', lat: 37.9766, lon: 23.7264 }
    const { id } = await create({ name: 'Στον χάρτη', ...placed })
    await change(id, 1, { phone: '210', address: 'Ερμού 1' })
    expect(await detail(id)).toMatchObject(placed)
    await change(id, 2, { address: 'Ερμού 1Α', lat: 37.9767, lon: 23.7265 })
    expect(await detail(id)).toMatchObject({ address: 'Ερμού 1Α', lat: 37.9767, lon: 23.7265 })
    await change(id, 3, { city: 'Πάτρα' })
    expect(await detail(id)).toMatchObject({ city: 'Πάτρα', lat: null, lon: null })
  })

  test('only one coordinate of a place is refused', async () => {
    const half = { kind: 'invalid', code: 'customers.half-place' }
    expect(await refusalOf(create({ name: 'Μισός', lat: 37.9 }))).toMatchObject(half)
    const { id } = await create({ name: 'Ολόκληρος', lat: 0, lon: 0 })
    expect(await refusalOf(change(id, 1, { lon: null }))).toMatchObject(half)
  })

  test('changes only the given fields, and the history has old and new values', async () => {
    const { id, version } = await create({ name: 'Αλλαγή', city: 'Πάτρα', discount: 100 })
    expect((await change(id, version, { discount: 250, city: 'Πάτρα' }, maria)).version).toBe(version + 1)
    expect(await detail(id)).toMatchObject({ name: 'Αλλαγή', city: 'Πάτρα', discount: 250 })
    const last = await db.one<object>(sql`
      select user_name, changes from history where entity = 'customers' and entity_id = ${id} order by id desc limit 1`)
    expect(last).toEqual({ user_name: 'Μαρία', changes: { discount: [1, 2.5] } })
  })

  test('a change without an effect makes no new version', async () => {
    const { id, version } = await create({ name: 'Ίδιος', tags: ['a'] })
    expect((await change(id, version, { name: 'Ίδιος', tags: ['a'] })).version).toBe(version)
  })

  test('a change from a page with an older version is refused and names the other person', async () => {
    const { id, version } = await create({ name: 'Δύο μαζί' })
    await change(id, version, { city: 'Βόλος' }, maria)
    expect(await refusalOf(change(id, version, { city: 'Λάρισα' }))).toMatchObject({
      kind: 'conflict',
      code: 'conflict',
      details: { version: version + 1, userName: 'Μαρία' },
    })
    expect((await detail(id)).city).toBe('Βόλος')
  })

  test('refuses unknown fields, over-long lists, and keys that no database stores', async () => {
    const no = (input: object) => refusalOf(create({ name: 'Κακός', ...input })).then((refusal) => refusal.kind)
    expect(await no({ system: true })).toBe('invalid')
    expect(await no({ tags: Array.from({ length: 101 }, () => 'x') })).toBe('invalid')
    expect(await no({ extraAddresses: [{ address: 'α', ['\u0000']: 1 }] })).toBe('invalid')
    expect(await no({ startDate: '2026-02-30' })).toBe('invalid')
    expect(await no({ discount: 100_01 })).toBe('invalid')
  })

  test('placeholders of external programs are not customers', async () => {
    expect((await refusalOf(change(888888, 1, { city: 'x' }))).code).toBe('customers.missing')
  })
})

describe('lists', () => {
  const names = async (input: object) =>
    (await runner.ask(listCustomersQuery, input, SYSTEM)).rows.map((row) => row.name)

  beforeAll(async () => {
    await db.run(sql`
      insert into customers (name, label, vat, phone, category, city, email) values
        ('Παπαδόπουλος Γεώργιος', 'Φούρνος', '123456789', '+30 2310 555-777', 'Category2', 'Θεσσαλονίκη', 'g@fournos.gr'),
        ('ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ', 'Ξενώνας 100%', '987654321', '2410999888', 'Category2', 'Λάρισα', ''),
        ('Zorbas Ltd', 'Zorbas_Imports', 'DE11', '', 'Category2', 'Βερολίνο', '')`)
  })

  test('are searched by any part of name, label, VAT number, phone and e-mail, in either alphabet', async () => {
    const both = ['Παπαδόπουλος Γεώργιος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ']
    expect((await names({ search: 'παπαδοπουλοσ' })).toSorted()).toEqual(both.toSorted())
    expect((await names({ search: 'papadopoulos' })).toSorted()).toEqual(both.toSorted())
    expect(await names({ search: 'ΓΕΩΡΓ παπαδ' })).toEqual(['Παπαδόπουλος Γεώργιος'])
    for (const search of ['555777', '123456789', 'fournos', 'φουρνος', 'ΘΕΣΣΑΛ']) {
      expect(await names({ search })).toEqual(['Παπαδόπουλος Γεώργιος'])
    }
  })

  test('treat wildcards and quotes as plain characters', async () => {
    expect(await names({ search: '100%' })).toEqual(['ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ'])
    expect(await names({ search: 'zorbas_imp' })).toEqual(['Zorbas Ltd'])
    expect(await names({ search: '%' })).toEqual(['ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ'])
    expect(await names({ search: "O'Brien" })).toEqual(['Κηροπλαστική Αιγαίου'])
    expect(await names({ search: "x' or 1=1 --" })).toEqual([])
    expect(await names({ search: '\\' })).toEqual([])
  })

  test('find a phone number in any spelling, with matches at its end first', async () => {
    await db.run(sql`
      insert into customers (name, vat, phone, phone2, category) values
        ('Άλλος με ίδια ψηφία', '994567120', '2610000000', '', 'phones'),
        ('Ζαχαροπλαστείο Τηλέφωνο', '', '+30 210 800 4567', '(0030) 6944-123.321', 'phones')`)
    const written = 'Ζαχαροπλαστείο Τηλέφωνο'
    for (const typed of [
      '4567',
      '8004567',
      '210 8004567',
      '210-800-4567',
      '+302108004567',
      '0030 210 800 4567',
      '3321',
    ]) {
      const { rows } = await runner.ask(customerQueries.options, { search: typed }, SYSTEM)
      expect([typed, rows[0]?.name]).toEqual([typed, written])
      expect(await names({ search: typed, filters: { category: 'phones' } })).toContain(written)
      expect(await names({ filters: { phone: typed, category: 'phones' } })).toEqual([written])
    }
    expect(await names({ filters: { phone: '(0030)' } })).toEqual([written])
    expect(await names({ search: '4568', filters: { category: 'phones' } })).toEqual([])
    for (const vat of ['994567120', '994567', 'EL994567120'])
      expect((await runner.ask(customerQueries.options, { search: vat }, SYSTEM)).rows[0]?.name).toBe(
        'Άλλος με ίδια ψηφία',
      )
  })

  test('of exactly one name are found whatever its accents and case, also if many others contain it', async () => {
    await db.run(sql`insert into customers (name) select 'Άννα ' || n || ' Πλάτανος' from generate_series(1, 30) n`)
    const { id } = await create({ name: 'Πλάτανος' })
    const exactly = async (search: string) =>
      (await runner.ask(customerQueries.options, { search, exact: true }, SYSTEM)).rows.map((row) => row.id)
    expect(await exactly('ΠΛΑΤΑΝΟΣ')).toEqual([id])
    expect(await exactly(' πλάτανος ')).toEqual([id])
    expect(await exactly('Πλάταν')).toEqual([])
    expect(await exactly('')).toEqual([])
  })

  test('are filtered by column, with a matching count', async () => {
    const filters = { category: 'category2', city: 'λαρισα' }
    expect(await names({ filters })).toEqual(['ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ'])
    expect((await runner.ask(countCustomersQuery, { filters: { category: 'category2' } }, SYSTEM)).count).toBe(3)
    expect(await names({ filters: { salespersonId: 7 } })).toEqual(['Κηροπλαστική Αιγαίου'])
    expect(await names({ filters: { phone: '2410' } })).toEqual(['ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ'])
  })

  test('are sorted by any column, in Greek alphabetical order', async () => {
    const filters = { category: 'Category2' }
    const first = async (sort: string, descending = false) => (await names({ filters, sort, descending }))[0]
    expect(await first('city')).toBe('Zorbas Ltd')
    expect(await first('vat', true)).toBe('Zorbas Ltd')
    expect(await names({ filters, search: 'papad', sort: 'name' })).toEqual([
      'Παπαδόπουλος Γεώργιος',
      'ΠΑΠΑΔΟΠΟΥΛΟΣ ΝΙΚΟΣ',
    ])
  })

  test('show 150 rows on a page, then the rest, and never a placeholder', async () => {
    await db.run(
      sql`insert into customers (name, category) select 'Σελίδα ' || n, 'pages' from generate_series(1, 160) n`,
    )
    const page = async (number: number) =>
      runner.ask(listCustomersQuery, { filters: { category: 'pages' }, page: number }, SYSTEM)
    const [one, two] = [await page(1), await page(2)]
    expect([one.rows.length, one.more, two.rows.length, two.more]).toEqual([150, true, 10, false])
    expect(new Set([...one.rows, ...two.rows].map((row) => row.id)).size).toBe(160)
    expect(await names({ search: 'KERINO-INTERNAL' })).toEqual([])
    const options = await runner.ask(customerQueries.options, { search: 'σελιδα' }, SYSTEM)
    expect(options.rows).toHaveLength(20)
    expect((await runner.ask(customerQueries.options, { search: 'KERINO' }, SYSTEM)).rows).toEqual([])
  })
})

describe('the customer page', () => {
  test('shows every open order once, and transactions with the balance after each', async () => {
    const { id } = await create({ name: 'Σελίδα πελάτη' })
    for (const status of ORDER_STATUSES) {
      await db.run(sql`
        insert into orders (status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, created_at)
        values (${status}, ${id}, 'Σελίδα πελάτη', 'x', 'red', 10000, 10000, '2026-11-01T22:30:00Z')`)
    }
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name) values
        ('Inbound', 'CASH', 6000, '2026-11-05', ${id}, 'x', '38.00.00', 'x'),
        ('Outbound', 'CASH', 1000, '2026-10-05', ${id}, 'x', '38.00.00', 'x')`)
    // a payment of a wrong press and the counter-entry that cancels it
    await db.run(sql`
      with wrong as (
        insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
        values ('Inbound', 'CARD', 2000, '2026-11-06', ${id}, 'x', '38.00.00', 'x') returning id)
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name, cancels_id)
      select 'Inbound', 'CARD', -2000, '2026-11-06', ${id}, 'x', '38.00.00', 'x', id from wrong`)
    await repostAll(db)
    await db.run(sql`
      insert into loans (bound, customer_id, customer_name, product_name, origin, quantity_e4, user_name) values
        ('OUTBOUND', ${id}, 'x', 'Ποτήρι', 'manual', 110000, 'x'), ('INBOUND', ${id}, 'x', 'Ποτήρι', 'manual', 10000, 'x')`)
    const page = await runner.ask(customerAccountPageQuery, { id }, SYSTEM)
    const statusesOf = (list: { status: string }[]) => list.map((order) => order.status).toSorted()
    expect(statusesOf(page.offers)).toEqual(['OFFER'])
    expect(statusesOf(page.pending)).toEqual(['INVOICED', 'ON SHIPPING', 'PENDING-STOCK'])
    const prepared = ['PACKAGED', 'PARKED', 'READY-TO-INVOICE', 'RETURNED', 'STOCK-OK', 'TO-PACKAGE']
    expect(statusesOf(page.preparation)).toEqual(prepared)
    const { offers, pending, preparation } = page
    expect(await runner.ask(customerOpenOrdersQuery, { id }, SYSTEM)).toEqual({ offers, pending, preparation })
    expect(page.transactions.map((row) => [row.kind, row.date, row.amount, row.balance, row.cancelled])).toEqual([
      ['refunded', '2026-10-05', 10_00, 10_00, false],
      ['order', '2026-11-02', 100_00, 110_00, false],
      ['received', '2026-11-05', -60_00, 50_00, false],
      ['received', '2026-11-06', -20_00, 30_00, true],
      ['received', '2026-11-06', 20_00, 50_00, true],
    ])
    expect(page.statistics).toMatchObject({
      sales: 100_00,
      received: 60_00,
      refunded: 10_00,
      balance: 50_00,
      loans: 10_0000,
    })
    expect(page.statistics.orders).toMatchObject({ SHIPPED: 1, PARKED: 1, FINISHED: 1 })
    expect(Object.keys(page.statistics.orders)).toEqual(ORDER_STATUSES.filter((status) => status !== 'OFFER-DELETE'))
  })

  test('shows balance and held items: a glass of an order that is not delivered is only in the balance', async () => {
    const { id } = await create({ name: 'Σελίδα δανεικών' })
    const { glass } = await db.one<{ glass: number }>(
      sql`insert into products (name, lendable) values ('Ποτήρι σελίδας', true) returning id as glass`,
    )
    const { order } = await db.one<{ order: number }>(sql`
      insert into orders (status, customer_id, name, packaged_by) values ('PACKAGED', ${id}, 'x', 'x') returning id as "order"`)
    await db.run(sql`
      insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, order_id, quantity_e4, user_name) values
        ('OUTBOUND', 'manual', ${id}, 'x', ${glass}, 'x', null, 50000, 'x'),
        ('OUTBOUND', 'order', ${id}, 'x', ${glass}, 'x', ${order}, 240000, 'x'),
        ('OUTBOUND', 'manual', ${id}, 'x', null, 'Παλιός δίσκος', null, 10000, 'x'),
        ('OUTBOUND', 'manual', ${id}, 'x', null, 'παλιος ΔΙΣΚΟΣ', null, 10000, 'x')`)
    const page = await runner.ask(customerAccountPageQuery, { id }, SYSTEM)
    expect(page.loans).toMatchObject([
      { productId: null, quantity: 20_000, held: 20_000 },
      { productId: glass, name: 'Ποτήρι σελίδας', quantity: 290_000, held: 50_000 },
    ])
    expect(page.statistics.loans).toBe(310_000)
  })

  test('is missing for an unknown customer', async () => {
    expect((await refusalOf(runner.ask(customerAccountPageQuery, { id: 123_456 }, SYSTEM))).kind).toBe('missing')
    expect((await refusalOf(runner.ask(customerOpenOrdersQuery, { id: 123_456 }, SYSTEM))).kind).toBe('missing')
  })
})

test('orders have the statuses of the database, in the same order', async () => {
  const { definition } = await db.one<{ definition: string }>(
    sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_status_check'`,
  )
  const known = [...definition.matchAll(/'([^']+)'/g)].map((match) => String(match[1]))
  expect(ORDER_STATUSES).toEqual(known)
})
