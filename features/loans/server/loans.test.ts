import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { refusalOf } from '#testing/refused.ts'
import { LOAN_BOUNDS, LOAN_ORIGINS } from '../domain/loan.ts'
import { loanBalances } from './balances.ts'
import { bookLoans, insertLoans } from './book-loans.ts'
import { countLoansQuery, loanListQuery } from './list-loans.ts'
import { customerLoansQuery, loanHoldersQuery, loanTotalsQuery, productLoansQuery } from './queries.ts'
import { recordLoanCommand } from './record-loan.ts'

let db: Database
let runner: Runner
let customer: number
let other: number
let glass: number
let tray: number

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  customer = await idOf(sql`insert into customers (name) values ('Ξενοδοχείο Άνεμος') returning id`)
  other = await idOf(sql`insert into customers (name) values ('Ταβέρνα') returning id`)
  glass = await idOf(sql`insert into products (name, lendable) values ('Ποτήρι', true) returning id`)
  tray = await idOf(sql`insert into products (name, lendable) values ('Δίσκος', true) returning id`)
})
afterAll(() => db.close())

const record = (input: object, actor: Actor = SYSTEM) => runner.run(recordLoanCommand, input, actor)

test('ten pieces lent and four taken back leave a balance of six', async () => {
  const orderId = await idOf(sql`
    insert into orders (status, customer_id, name) values ('TO-PACKAGE', ${customer}, 'Ξενοδοχείο Άνεμος') returning id`)
  const order = { id: orderId, customerId: customer, customerName: 'Ξενοδοχείο Άνεμος' }
  const line = (productId: number, productName: string, pieces: number) => ({
    productId,
    productName,
    quantity: quantity(pieces * 1_0000),
  })
  await runner.work(SYSTEM, 'test', async (work) => {
    await bookLoans(work, 'OUTBOUND', order, [line(glass, 'Ποτήρι', 10), line(tray, 'Δίσκος', 2)])
    await bookLoans(work, 'INBOUND', order, [line(glass, 'Ποτήρι', 4), line(tray, 'Δίσκος', 2)])
    await bookLoans(work, 'INBOUND', order, [])
  })
  expect(await loanBalances(db, [customer, other])).toEqual(new Map([[customer, 6_0000]]))
  // Products with a balance of 0 are left out.
  expect(await runner.ask(customerLoansQuery, { customerId: customer }, SYSTEM)).toEqual({
    total: 6_0000,
    products: [{ productId: glass, productName: 'Ποτήρι', quantity: 6_0000, held: 6_0000 }],
  })
  const { rows } = await runner.ask(loanListQuery, { filters: { orderId } }, SYSTEM)
  expect(rows.map((row) => [row.bound, row.product, row.quantity, row.origin, row.person])).toEqual([
    ['INBOUND', 'Δίσκος', 2_0000, 'order', 'Kerino'],
    ['INBOUND', 'Ποτήρι', 4_0000, 'order', 'Kerino'],
    ['OUTBOUND', 'Δίσκος', 2_0000, 'order', 'Kerino'],
    ['OUTBOUND', 'Ποτήρι', 10_0000, 'order', 'Kerino'],
  ])
})

describe('a loan by hand', () => {
  test('books the loan, returns the new balance, and moves no stock', async () => {
    expect(await record({ bound: 'OUTBOUND', customerId: other, productId: tray, quantity: 5_0000 })).toMatchObject({
      balance: 5_0000,
    })
    expect(
      await record({ bound: 'INBOUND', customerId: other, productId: tray, quantity: 2_0000, note: 'στο μαγαζί' }),
    ).toMatchObject({ balance: 3_0000 })
    const { rows } = await runner.ask(loanListQuery, { filters: { customerId: other } }, SYSTEM)
    expect(rows[0]).toMatchObject({ origin: 'manual', orderId: null, customer: 'Ταβέρνα', note: 'στο μαγαζί' })
    expect(await db.many(sql`select 1 from stock_movements`)).toEqual([])
    expect(await runner.ask(productLoansQuery, { productId: tray }, SYSTEM)).toEqual({
      total: 3_0000,
      customers: [{ customerId: other, customerName: 'Ταβέρνα', quantity: 3_0000 }],
    })
  })

  test('needs customer, product and quantity', async () => {
    for (const missing of ['customerId', 'productId', 'quantity']) {
      const input = { bound: 'OUTBOUND', customerId: other, productId: tray, quantity: 1_0000, [missing]: null }
      expect(await refusalOf(record(input))).toMatchObject({
        kind: 'invalid',
        code: 'loans.fill-all-fields',
        details: { fields: { [missing]: 'loans.fill-all-fields' } },
      })
    }
  })

  test('is at least one piece, for an existing customer and product', async () => {
    const input = { bound: 'OUTBOUND', customerId: other, productId: tray, quantity: 1_0000 }
    expect((await refusalOf(record({ ...input, quantity: 9999 }))).code).toBe('loans.least-one')
    expect((await refusalOf(record({ ...input, quantity: -1_0000 }))).code).toBe('loans.least-one')
    expect((await refusalOf(record({ ...input, quantity: 1_5000 }))).code).toBe('loans.whole-pieces')
    expect((await refusalOf(record({ ...input, customerId: 888888 }))).code).toBe('loans.no-customer')
    expect((await refusalOf(record({ ...input, productId: 77_777 }))).code).toBe('loans.no-product')
    expect((await refusalOf(record(input, { ...SYSTEM, role: 'section' }))).kind).toBe('forbidden')
  })
})

describe('a return of more than the customer holds (C-75)', () => {
  const back = { bound: 'INBOUND', quantity: 5_0000 }

  test('is refused with the balance and books nothing', async () => {
    const input = { ...back, customerId: other, productId: glass }
    expect(await refusalOf(record(input))).toMatchObject({
      kind: 'refused',
      code: 'loans.beyond-balance',
      details: { customer: 'Ταβέρνα', product: 'Ποτήρι', balance: 0 },
    })
    expect((await refusalOf(record({ ...input, reason: '  ' }))).code).toBe('loans.beyond-balance')
    const balance = (await loanBalances(db, [other])).get(other)
    expect(balance).toBe(3_0000)
  })

  test('does not use the balance of another product', async () => {
    expect((await refusalOf(record({ ...back, customerId: other, productId: tray }))).details).toMatchObject({
      balance: 3,
    })
    expect(await record({ ...back, quantity: 3_0000, customerId: other, productId: tray })).toMatchObject({
      balance: 0,
    })
    await record({ bound: 'OUTBOUND', quantity: 3_0000, customerId: other, productId: tray })
  })

  test('is booked with a reason, which the history stores', async () => {
    const reason = 'δύο είχαν μείνει από παλιά'
    const { id, balance } = await record({ ...back, customerId: other, productId: glass, reason })
    expect(balance).toBe(-2_0000)
    const notes = await db.many(sql`
      select entity, note from history where note is not null and command = 'loans.record-loan' order by entity`)
    expect(notes).toEqual([
      { entity: 'customers', note: reason },
      { entity: 'loans', note: reason },
    ])
    expect(await runner.ask(customerLoansQuery, { customerId: other }, SYSTEM)).toMatchObject({ total: -2_0000 })
    expect((await refusalOf(record({ ...back, customerId: other, productId: glass }))).details).toMatchObject({
      balance: -5,
    })
    await record({ bound: 'OUTBOUND', customerId: other, productId: glass, quantity: 5_0000 })
    expect(id).toBeGreaterThan(0)
  })
})

test('records without ids are grouped by name, ignoring case and accents', async () => {
  const nameless = { origin: 'manual', customerId: null, customerName: 'Παλιός', productId: null } as const
  await runner.work(SYSTEM, 'test', (work) =>
    insertLoans(work, [
      { ...nameless, bound: 'OUTBOUND', productName: 'Βάζο μικρό', quantity: quantity(7_0000) },
      { ...nameless, bound: 'INBOUND', productName: 'ΒΑΖΟ ΜΙΚΡΟ', quantity: quantity(3_0000) },
    ]),
  )
  const { total, products } = await runner.ask(loanTotalsQuery, {}, SYSTEM)
  expect(products.filter((row) => row.productId === null).map((row) => row.quantity)).toEqual([4_0000])
  expect(total).toBe(6_0000 + 3_0000 + 4_0000)
})

test('the database allows the same bounds and origins', async () => {
  const values = async (constraint: string) => {
    const { definition } = await db.one<{ definition: string }>(
      sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}`,
    )
    return [...definition.matchAll(/'([^']+)'/g)].map((match) => match[1])
  }
  expect(await values('loans_bound_check')).toEqual([...LOAN_BOUNDS])
  expect(await values('loans_origin_check')).toEqual([...LOAN_ORIGINS])
})

test('the list of records is searched, filtered, sorted and counted, and shows why more came back than was lent', async () => {
  const cafe = await idOf(sql`insert into customers (name) values ('Καφενείο Ωραίο') returning id`)
  const lend = (bound: string, productId: number, pieces: number, reason?: string) =>
    record({ bound, customerId: cafe, productId, quantity: quantity(pieces * 1_0000), reason })
  await lend('OUTBOUND', glass, 3)
  await lend('OUTBOUND', tray, 7)
  await lend('INBOUND', glass, 5, 'βρέθηκαν')
  const found = async (input: { filters?: object; [name: string]: unknown }) => {
    const asked = { ...input, filters: { customerId: cafe, ...input.filters } }
    const { rows } = await runner.ask(loanListQuery, asked, SYSTEM)
    expect(await runner.ask(countLoansQuery, asked, SYSTEM)).toEqual({ count: rows.length })
    return rows.map(({ product, bound, quantity: pieces }) => `${bound} ${product} ${pieces / 1_0000}`)
  }
  const [back, trays, glasses] = ['INBOUND Ποτήρι 5', 'OUTBOUND Δίσκος 7', 'OUTBOUND Ποτήρι 3']
  expect(await found({})).toEqual([back, trays, glasses])
  expect(await found({ sort: 'quantity' })).toEqual([glasses, back, trays])
  expect(await found({ sort: 'product', descending: true })).toEqual([back, glasses, trays])
  expect(await found({ search: 'ωραιο ποτηρι' })).toEqual([back, glasses])
  expect(await found({ filters: { product: 'δισκ' } })).toEqual([trays])
  // a word of the customer is not a word of the item
  expect(await found({ filters: { product: 'ωραιο' } })).toEqual([])
  expect(await found({ filters: { bound: ['INBOUND'], productId: glass } })).toEqual([back])
  expect(await found({ filters: { origin: ['order'] } })).toEqual([])
  expect(await found({ filters: { atFrom: '2026-11-20', atTo: '2026-11-20' } })).toHaveLength(3)
  expect(await found({ filters: { atTo: '2026-11-19' } })).toEqual([])
  const { rows } = await runner.ask(loanListQuery, { filters: { customerId: cafe } }, SYSTEM)
  expect(rows.map(({ reason }) => reason)).toEqual(['βρέθηκαν', null, null])
})

test('a picker names those first who hold items that can come back, with how many', async () => {
  const named = (name: string) => idOf(sql`insert into customers (name) values (${name}) returning id`)
  const [none, onTruck, holder] = [await named('Αυλή Α'), await named('Αυλή Β'), await named('Αυλή Γ')]
  const orderId = await idOf(sql`
    insert into orders (status, customer_id, name, packaged_by) values ('PACKAGED', ${onTruck}, 'Αυλή Β', 'π') returning id`)
  await runner.work(SYSTEM, 'test', async (work) => {
    const order = { id: orderId, customerId: onTruck, customerName: 'Αυλή Β' }
    await bookLoans(work, 'OUTBOUND', order, [{ productId: glass, productName: 'Ποτήρι', quantity: quantity(2_0000) }])
  })
  for (const productId of [glass, tray])
    await record({ bound: 'OUTBOUND', customerId: holder, productId, quantity: 4_0000 })
  const found = async (search: string) =>
    (await runner.ask(loanHoldersQuery, { search }, SYSTEM)).rows.map(({ id, held }) => [id, held])
  expect(await found('αυλη')).toEqual([
    [holder, 8_0000],
    [none, 0],
    [onTruck, 0],
  ])
  // without a text as well
  expect((await found('')).slice(0, 2)).toContainEqual([holder, 8_0000])
})
