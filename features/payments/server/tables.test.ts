/** Programs read and write customers, products, loans and payments through the data API. */
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customersTable } from '#features/customers/server/tables.ts'
import { loansTable } from '#features/loans/server/tables.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { productsDataTable } from '#features/stock/server/tables.ts'
import type { Role } from '#kernel/rights.ts'
import { numberChanges } from '#server/changes/change-list.ts'
import { computed, decimal, integer, text } from '#server/data-api/fields.ts'
import { dataApi } from '#server/data-api/routes.ts'
import { dataTable } from '#server/data-api/table.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { payments } from './feature.ts'

let db: Database
let app: FastifyInstance

/** A small table of orders for the relations of customers. The real one belongs to a feature above. */
const orders = dataTable({
  name: 'custorders',
  from: sql`orders o`,
  id: 'id',
  fields: {
    id: integer('o.id'),
    customer_id: integer('o.customer_id'),
    status: text('o.status'),
    total: computed(decimal('o.total_cents', 2)),
  },
  read: ordersRights.read,
})

beforeAll(async () => {
  db = await testDatabase()
  await db.run(sql`insert into salespersons (id, name, surname) values (3, 'Άννα', 'Πωλήτρια')`)
  const runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  app = fastify()
  await dataApi(app, {
    tables: [customersTable, productsDataTable, loansTable, ...payments.tables, orders],
    authenticate: async (request) => ({
      userId: null,
      name: 'program',
      role: request.headers['x-role'] as Role,
      section: null,
    }),
    run: (actor, name, act) => runner.work(actor, name, act),
    read: (act) => db.transaction('read', act),
    numberChanges: () => numberChanges(db),
    clock: runner.clock,
    refusalText: (no) => no.code,
  })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

type Row = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function call(
  method: Method,
  url: string,
  record?: object,
  role: Role = 'admin',
): Promise<{ status: number; body: Row }> {
  const answer = await app.inject({
    method,
    url: `/api/v2/_table/${url}`,
    headers: { 'content-type': 'application/json', 'x-role': role },
    ...(record && { payload: JSON.stringify({ resource: [record] }) }),
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Row }
}

async function create(table: string, record: object): Promise<number> {
  const { status, body } = await call('POST', table, record)
  expect(body).toMatchObject({ resource: [{ id: expect.any(Number) }] })
  expect(status).toBe(200)
  return (body.resource as [{ id: number }])[0].id
}

const read = async (table: string, id: number, role: Role = 'admin'): Promise<Row> =>
  (await call('GET', `${table}/${id}`, undefined, role)).body

/** Returns the code with which a record is refused. */
async function refused(method: Method, table: string, record: object, role: Role = 'admin'): Promise<string> {
  const { status, body } = await call(method, table, record, role)
  const { error } = body as { error: { message: string; context: { resource?: { message: string }[] } | null } }
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  return error.context?.resource?.[0]?.message ?? error.message
}

describe('customers', () => {
  const sent = {
    name: 'Ταβέρνα "Ο Πλάτανος"',
    label: 'ΠΛΑΤΑΝΟΣ ΟΕ',
    taxOffice: 'Σύρου',
    address: 'Ερμού 1',
    city: 'Σύρος',
    postcode: '84100',
    country: 'GR',
    phone: '2281012345',
    phone2: '',
    startdate: '2020-02-29',
    representor: 'Άννα',
    discount: 7.5,
    category: 'Category2',
    vatType: 17,
    vat: '094019245',
    social: '',
    profession: 'Εστίαση',
    email: 'a@b.gr',
    tags: ['vip'],
    salespersons: 3,
    customfields: [{ name: 'Ράμπα', value: 'όχι' }],
    extra_address: [{ address: 'Λιμάνι', postcode: '84101', phone: '1', city: 'Σύρος', building: 'Α', floor: '2' }],
  }

  test('are returned as they were sent, with orders and payments', async () => {
    const id = await create('customers', sent)
    expect(await read('customers', id)).toMatchObject({ id, ...sent })
    await db.run(
      sql`insert into orders (status, customer_id, name, products_cents, total_cents) values ('OFFER', ${id}, 'x', 12345, 12345)`,
    )
    await create('payments', { bound: 'INBOUND', type: 'cash', ammount: 10.5, entity_id: id, date: '2026-11-01' })
    const { body } = await call('GET', `customers?related=orders,payments&filter=id=${id}`)
    expect(body.resource).toMatchObject([
      {
        id,
        orders: [{ customer_id: id, status: 'OFFER', total: 123.45 }],
        payments: [{ ammount: 10.5, bound: 'Inbound', entity_id: id }],
      },
    ])
  })

  test('accept JSON as text, and clear a field that is null', async () => {
    const id = await create('customers', {
      ...sent,
      tags: '["α","β"]',
      extra_address: '[{"address":"Χ","postcode":10563}]',
    })
    expect(await read('customers', id)).toMatchObject({
      tags: ['α', 'β'],
      extra_address: [{ address: 'Χ', postcode: '10563' }],
    })
    expect(
      (await call('PATCH', 'customers', { id, label: null, tags: null, salespersons: null, startdate: null })).status,
    ).toBe(200)
    expect(await read('customers', id)).toMatchObject({
      label: '',
      tags: [],
      salespersons: null,
      startdate: null,
      name: sent.name,
    })
  })

  test('follow the rules of the form, and can be deleted only while no record refers to them', async () => {
    expect(await refused('POST', 'customers', { name: 'abc' })).toBe('customers.short-name')
    expect(await refused('POST', 'customers', { name: 'abcd', discount: 101 })).toBe('input')
    expect((await call('DELETE', `customers/${await create('customers', { name: 'Κατά λάθος' })}`)).status).toBe(200)
    expect((await call('GET', 'customers/888888')).status).toBe(404)
  })
})

describe('products', () => {
  const sent = {
    name: 'Κερί',
    sku: 'K-1',
    provsku: 'P',
    description: 'λευκό',
    usageType: 'PURCHASED-MATERIAL',
    category: 'Κεριά',
    vat: 13,
    vatClass: 'μειωμένος',
    b2bsalesprice: 1.0001,
    salesprice: 2.5,
    costprice: 0.5005,
    costmargin: 10,
    unit: 'KG',
    requirements: [],
    productPhotos: ['images/1.jpg'],
    overidable: true,
    canlended: true,
    customer_id: null,
    epsilonCode: 'E',
  }

  test('are returned as they were sent, and their stock was booked as a movement', async () => {
    const id = await create('products', { ...sent, stock: 12.5 })
    expect(await read('products', id)).toMatchObject({ id, ...sent, stock: 12.5 })
    expect((await call('PATCH', 'products', { id, stock: 10 })).status).toBe(200)
    const ledger = await db.many(sql`
      select reason, quantity_e4, balance_e4 from stock_movements where product_id = ${id} order by id`)
    expect(ledger).toEqual([
      { reason: 'opening', quantity_e4: 12_5000, balance_e4: 12_5000 },
      { reason: 'api', quantity_e4: -2_5000, balance_e4: 10_0000 },
    ])
  })

  test('have materials, with quantities with point or comma, and calculated costs', async () => {
    const wax = await create('products', { ...sent, name: 'Παραφίνη', costprice: 3.2 })
    const requirements = [
      { seq: '1', typid: 'FITILIA', materials: [{ id: wax, name: 'ignored', quantity: '0,25', costprice: 99 }] },
    ]
    const id = await create('products', {
      name: 'Κερί σε ποτήρι',
      costprice: 77,
      requirements: JSON.stringify(requirements),
    })
    expect(await read('products', id)).toMatchObject({
      costprice: 0.8,
      requirements: [
        {
          seq: 1,
          typid: 'ΦΙΤΙΛΙΑ',
          materials: [{ id: wax, name: 'Παραφίνη', quantity: 0.25, costprice: 3.2, canlended: true }],
        },
      ],
    })
    expect(await refused('PATCH', 'products', { id, requirements: [{ seq: 2 }] })).toBe('products.first-step')
    expect(
      await refused('PATCH', 'products', { id: wax, requirements: [{ seq: 1, materials: [{ id, quantity: 1 }] }] }),
    ).toBe('products.requirement-cycle')
  })

  test('refuse a negative stock or price', async () => {
    const id = await create('products', { name: 'Ράφι' })
    expect(await refused('PATCH', 'products', { id, stock: -1 })).toBe('stock.negative')
    expect(await refused('PATCH', 'products', { id, stock: null })).toBe('input')
    expect(await refused('POST', 'products', { name: 'x', unit: 'Pound' })).toBe('input')
    expect(await refused('POST', 'products', { name: 'x', salesprice: -1 })).toBe('input')
    expect(await refused('POST', 'products', { name: 'x', customer_id: 424_242 })).toBe('products.no-customer')
  })

  test('hide costs from workshop accounts, which may read and not write', async () => {
    const id = await create('products', { ...sent, stock: 5 })
    const seen = await read('products', id, 'section')
    expect(seen).toMatchObject({ id, name: 'Κερί', stock: 5 })
    for (const field of ['costprice', 'costmargin', 'requirements']) expect(seen).not.toHaveProperty(field)
    expect((await call('PATCH', 'products', { id, stock: 1 }, 'section')).status).toBe(403)
    expect((await call('PATCH', 'products', { id, stock: 4 }, 'operations')).status).toBe(200)
    expect(await read('products', id)).toMatchObject({ name: 'Κερί', stock: 4 })
  })
})

describe('loans', () => {
  test('accept any case and the old placeholder, and are read by id or by name', async () => {
    const customer = await create('customers', { name: 'Δανειζόμενος' })
    const product = await create('products', { name: 'Ποτήρι δανεικό' })
    const byId = await create('loans', {
      bound: 'Outbound',
      customer_id: customer,
      prd_id: product,
      quantity: 10,
      order_id: 88888,
    })
    expect(await read('loans', byId)).toMatchObject({
      bound: 'OUTBOUND',
      custname: 'Δανειζόμενος',
      prdname: 'Ποτήρι δανεικό',
      order_id: 88888,
      quantity: 10,
      origin: 'manual',
    })
    const byName = await create('loans', {
      bound: 'inbound',
      custname: 'ΔΑΝΕΙΖΟΜΕΝΟΣ',
      prdname: 'ποτηρι δανεικο',
      quantity: 4,
    })
    expect(await read('loans', byName)).toMatchObject({ customer_id: customer, prd_id: product, bound: 'INBOUND' })
    const unknown = await create('loans', { bound: 'OUTBOUND', custname: 'Κανείς', prdname: 'Τίποτα', quantity: 1 })
    expect(await read('loans', unknown)).toMatchObject({
      customer_id: null,
      prd_id: null,
      custname: 'Κανείς',
      prdname: 'Τίποτα',
    })
    const { body } = await call(
      'GET',
      `loans?filter=${encodeURIComponent(`(customer_id=${customer}) AND (bound=outbound)`)}`,
    )
    expect((body.resource as Row[]).map((row) => row.id)).toEqual([byId])
    expect(await db.many(sql`select 1 from stock_movements where product_id = ${product}`)).toEqual([])
  })

  test('return more than the customer holds only with a reason (C-75)', async () => {
    const customer = await create('customers', { name: 'Επιστρέφων' })
    const product = await create('products', { name: 'Δίσκος δανεικός' })
    const back = { bound: 'INBOUND', customer_id: customer, prd_id: product, quantity: 5 }
    expect(await refused('POST', 'loans', back)).toBe('loans.beyond-balance')
    expect(await refused('POST', 'loans', { ...back, reason: '' })).toBe('loans.beyond-balance')
    const nameless = { bound: 'INBOUND', custname: 'Άγνωστος', prdname: 'Άγνωστο', quantity: 2 }
    expect(await refused('POST', 'loans', nameless)).toBe('loans.beyond-balance')
    await create('loans', { ...nameless, bound: 'OUTBOUND', custname: 'ΑΓΝΩΣΤΟΣ' })
    await create('loans', nameless)
    const id = await create('loans', { ...back, reason: 'απογραφή στον πελάτη' })
    expect(await read('loans', id)).toMatchObject({ bound: 'INBOUND', quantity: 5 })
    expect(await db.one(sql`select note from history where entity = 'loans' and entity_id = ${id}`)).toEqual({
      note: 'απογραφή στον πελάτη',
    })
  })

  test('report missing and wrong fields', async () => {
    const loan = { bound: 'OUTBOUND', custname: 'x', prdname: 'y', quantity: 1 }
    expect(await refused('POST', 'loans', { ...loan, bound: 'SIDEWAYS' })).toBe('loans.bound')
    expect(await refused('POST', 'loans', { ...loan, custname: '' })).toBe('loans.fill-all-fields')
    expect(await refused('POST', 'loans', { ...loan, quantity: 0.5 })).toBe('loans.least-one')
    expect(await refused('POST', 'loans', { ...loan, order_id: 5_000_000 })).toBe('loans.no-order')
    expect(await refused('POST', 'loans', { ...loan, customer_id: 5_000_000 })).toBe('loans.no-customer')
    expect((await call('PATCH', 'loans', { id: 1, quantity: 2 })).status).toBe(405)
  })
})

describe('payments', () => {
  test('are returned as they were sent, with the name of the customer', async () => {
    const customer = await create('customers', { name: 'Πληρωτής' })
    const sent = {
      bound: 'Outbound',
      type: 'CHECK',
      ammount: 12.34,
      series: 'Α',
      date: '2026-11-01',
      entity_id: customer,
      refcode: '38.01.00',
      bankname: 'Alpha',
      expire_date: '2027-01-31',
      issuer: 'ΑΒΓ',
      iban: '',
      receipt_code: '17',
    }
    const id = await create('payments', { ...sent, entity_name: 'somebody else' })
    expect(await read('payments', id)).toMatchObject({ id, ...sent, entity_name: 'Πληρωτής' })
    const negative = await create('payments', { bound: 'Inbound', type: 'CASH', ammount: -5, entity_id: customer })
    expect(await read('payments', negative)).toMatchObject({ ammount: -5, date: '2026-11-20', refcode: '38.00.00' })
  })

  test('follow the rules of the office', async () => {
    const customer = await create('customers', { name: 'Πληρωτής δύο' })
    const payment = { bound: 'Inbound', type: 'CASH', ammount: 1, entity_id: customer }
    expect(await refused('POST', 'payments', { ...payment, ammount: 0 })).toBe('payments.zero')
    expect(await refused('POST', 'payments', { ...payment, date: '1900-01-01' })).toBe('payments.day-too-early')
    expect(await refused('POST', 'payments', { ...payment, date: '2099-01-01' })).toBe('payments.day-to-come')
    expect(await refused('POST', 'payments', { ...payment, bound: 'Sideways' })).toBe('payments.bound')
    expect(await refused('POST', 'payments', { ...payment, type: 'GOLD' })).toBe('payments.type')
    expect(await refused('POST', 'payments', { ...payment, type: 'BANK' })).toBe('payments.bank-fields')
    expect(await refused('POST', 'payments', { ...payment, entity_id: 31_415_926 })).toBe('payments.no-customer')
    expect(await refused('POST', 'payments', { ...payment, ammount: 2e9 })).toBe('input')
    expect((await call('POST', 'payments', payment, 'driver')).status).toBe(403)
  })
})

test('banks are created, renamed and removed, and no two have the same name', async () => {
  const id = await create('banks', { name: ' Συνεταιριστική  ' })
  expect(await read('banks', id)).toMatchObject({ id, name: 'Συνεταιριστική' })
  expect(await refused('POST', 'banks', { name: 'ΣΥΝΕΤΑΙΡΙΣΤΙΚΉ' })).toBe('payments.bank-exists')
  expect(await refused('POST', 'banks', { name: ' ' })).toBe('payments.bank-name')
  const other = await create('banks', { name: 'Ηπείρου' })
  expect(await refused('PATCH', 'banks', { id: other, name: 'Συνεταιριστική' })).toBe('payments.bank-exists')
  expect((await call('PATCH', 'banks', { id: other, name: 'ΗΠΕΙΡΟΥ' })).status).toBe(200)
  expect(await read('banks', other)).toMatchObject({ name: 'ΗΠΕΙΡΟΥ' })
  expect(await refused('PATCH', 'banks', { id: 31_415_926, name: 'Καμία' })).toMatch('31415926')
  expect((await call('POST', 'banks', { name: 'Οδηγού' }, 'driver')).status).toBe(403)
})
