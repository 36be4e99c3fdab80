/** Checks the wire contract as a program sees it: orders and offers, computed values, and what may change when. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { program, type Program, type Row } from '#testing/old-client.ts'

let company: TestCompany
let user: Program
let admin: Program
/** A product of 10 euro at 24 % VAT, with a stock of five, sold in a returnable glass. */
let scarce: number
beforeAll(async () => {
  company = await openTestCompany()
  user = program(company, 'user')
  admin = program(company, 'admin')
  const requirements = [{ seq: 1, typid: 'GEMISMA', materials: [{ id: company.stock.glass, quantity: 1 }] }]
  scarce = (await admin.make('products', { name: 'Σπάνιο', salesprice: 10, vat: 24, stock: 5, requirements })).id
})
afterAll(() => company?.close())

const orderOf = (record: Row = {}) => ({
  customer_id: company.stock.customer,
  products: [{ id: scarce, quantity: 1 }],
  ...record,
})
const order = (record: Row = {}) => user.make('custorders', orderOf(record))
const statusOf = async (id: number) => (await user.row('custorders', id))['status']
const move = (who: Program, id: number, record: object) => who.patch('custorders', { id, ...record }, '?fields=*')

test('an order is returned as it was sent, with JSON given as values or as text', async () => {
  const content = {
    name: 'Ξενοδοχείο Ακτή, κουζίνα',
    label: 'Κουζίνα',
    description: 'Τηλεφωνική',
    driverinfo: 'Από πίσω',
    delivery_address: { address: 'Ερμού 1', postcode: '10563', phone: '210', city: 'Αθήνα', building: 'Α', floor: '2' },
    expected_delivery_date: '2030-12-01 10:30:00',
    services: [{ name: 'Μεταφορά', price: 5 }],
  }
  const products = [
    {
      id: scarce,
      name: 'claimed',
      vat: 0,
      salesprice: 9.99,
      quantity: 2,
      totalPrdAmmount: 1,
      stock: 99,
      stockStatus: 'X',
    },
  ]
  const loans = [{ id: company.stock.glass, originid: scarce, quantity: 2 }]
  const claims = {
    totals: { totalOrder: 1 },
    refcode: '71.00.00',
    invoicedAt: 'red',
    packagedBy: 'x',
  }
  const made = await order({ ...content, products, loans, ...claims })
  expect(made).toMatchObject(content)
  expect(made).toMatchObject({ customer_id: company.stock.customer, customer_id_ref: company.stock.customer })
  expect(made).toMatchObject({
    status: 'STOCK-OK',
    refcode: null,
    invoicedAt: null,
    packagedBy: '',
    shipping: {},
    shipping_by: '',
  })
  expect(made['products']).toEqual([
    {
      id: scarce,
      name: 'Σπάνιο',
      sku: '',
      unit: 'Item',
      vat: 24,
      salesprice: 9.99,
      // without the glass, which is returned
      costprice: 0,
      quantity: 2,
      totalPrdAmmount: 19.98,
      vatProducts: 4.8,
      stock: 5,
      stockStatus: 'STOCK-OK',
      requirements: [expect.objectContaining({ seq: 1, typid: 'GEMISMA' })],
    },
  ])
  expect(made['loans']).toMatchObject([
    {
      id: company.stock.glass,
      originid: scarce,
      name: 'Ποτήρι',
      unit: 'Item',
      quantity: 2,
      // every field of a product line
      sku: expect.any(String),
      vat: 24,
      salesprice: expect.any(Number),
      costprice: expect.any(Number),
      totalPrdAmmount: 0,
      vatProducts: 0,
      stock: expect.any(Number),
      stockStatus: 'STOCK-OK',
      requirements: [],
    },
  ])
  const texts = Object.entries({ ...content, products, loans }).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  const { id: _, created: __, updated: ___, ...again } = await order(Object.fromEntries(texts))
  expect(made).toMatchObject(again)
})

test('C-77 stock decides the status of a new order: 0.0001 short is enough, 0.0002 is not', async () => {
  const expected: [unknown, string, string][] = [
    [4.9999, 'STOCK-OK', 'STOCK-OK'],
    [5, 'STOCK-OK', 'STOCK-OK'],
    [5.0001, 'STOCK-OK', 'STOCK-OK'],
    ['5,0002', 'PENDING-STOCK', 'STOCK-FAULT'],
    [5.0002, 'PENDING-STOCK', 'STOCK-FAULT'],
  ]
  const weighed = { name: 'Σπάνιο με το κιλό', salesprice: 10, vat: 24, stock: 5, unit: 'KG' }
  const { id } = await admin.make('products', weighed)
  for (const [quantity, status, line] of expected) {
    const made = await order({ products: [{ id, quantity }], status: 'STOCK-OK' })
    expect(made).toMatchObject({ status, products: [{ stockStatus: line }] })
  }
  // two order lines of one product share its stock
  expect(await order({ products: [3, 3].map((quantity) => ({ id: scarce, quantity })) })).toMatchObject({
    status: 'PENDING-STOCK',
  })
  expect(await order({ status: 'OFFER' })).toMatchObject({ status: 'OFFER' })
})

test('C-47, C-48 order lines are rounded, and totals are the sums of the rounded lines', async () => {
  const cheap = (await admin.make('products', { name: 'Φτηνό', salesprice: 0.35, vat: 24, stock: 10, unit: 'KG' })).id
  const line = { id: cheap, quantity: 0.33 }
  expect(await order({ products: [line, line, line] })).toMatchObject({
    products: Array.from({ length: 3 }, () => ({ totalPrdAmmount: 0.12, vatProducts: 0.03 })),
    totals: { totalProductsAmmount: 0.36, totalVat: 0.09, totalOrder: 0.45, totalItems: 3, totalQuantity: 0.99 },
  })
  const two = [
    { id: cheap, quantity: 5 },
    { id: scarce, quantity: 5 },
  ]
  expect(await order({ products: two })).toMatchObject({
    totals: { totalItems: 2, totalQuantity: 10, totalOrder: 64.17 },
  })
})

test.each([
  ['2030-12-24', '2030-12-24 00:00:00'],
  ['2030-12-24 10:00', '2030-12-24 10:00:00'],
  ['2030-12-24 10:00:05', '2030-12-24 10:00:05'],
  ['2030-12-24T10:00', '2030-12-24 10:00:00'],
  ['2030-12-24T10:00:00.000Z', '2030-12-24 12:00:00'],
  ['2030-07-24T10:00:00+03:00', '2030-07-24 10:00:00'],
  ['', null],
  [null, null],
])('a delivery date sent as %j is returned as %j', async (sent, read) => {
  expect((await order({ expected_delivery_date: sent }))['expected_delivery_date']).toBe(read)
})

test('a delivery before today is refused and today is allowed, also when an order is changed', async () => {
  const { today, yesterday } = await company.db.one<{ today: string; yesterday: string }>(sql`
    select to_char(now() at time zone 'Europe/Athens', 'YYYY-MM-DD') as today,
      to_char(now() at time zone 'Europe/Athens' - interval '1 day', 'YYYY-MM-DD') as yesterday`)
  const late = await user.post('custorders', orderOf({ expected_delivery_date: yesterday }))
  expect({ status: late.status, says: late.says }).toEqual({
    status: 400,
    says: 'The delivery date must not be before today.',
  })
  const { id } = await order({ expected_delivery_date: today })
  expect((await move(user, id, { expected_delivery_date: yesterday })).status).toBe(400)
  // a delivery day that has passed does not prevent other changes
  await company.db.run(sql`update orders set expected_delivery_at = ${yesterday}::timestamp where id = ${id}`)
  expect((await move(user, id, { description: 'αργεί' })).rows).toMatchObject([{ description: 'αργεί' }])
  expect((await move(user, id, { expected_delivery_date: null, description: null })).rows).toMatchObject([
    { expected_delivery_date: null, description: '' },
  ])
})

test.each<[string, Row]>([
  ['no order line', { products: [] }],
  ['no products', { products: null }],
  ['products that are no JSON', { products: '{oops' }],
  ['a quantity of zero', { products: [{ id: 1, quantity: 0 }] }],
  ['a negative quantity', { products: [{ id: 1, quantity: -1 }] }],
  ['a quantity in words', { products: [{ id: 1, quantity: 'δύο' }] }],
  ['a product that does not exist', { products: [{ id: 99_999_999, quantity: 1 }] }],
  ['no customer', { customer_id: null }],
  ['a customer that does not exist', { customer_id: 99_999_999 }],
  ['a day that does not exist', { expected_delivery_date: '2030-02-30' }],
])('an order with %s is refused with a text, and nothing is written', async (_, record) => {
  const count = async () => (await user.get('_table/custorders?count_only=true')).body
  const before = await count()
  const { status, says } = await user.post('custorders', orderOf(record))
  expect(status).toBe(400)
  expect(says).not.toBe('')
  expect(await count()).toEqual(before)
})

test('only a returnable material of a product on the order is lent, and only once', async () => {
  const { glass, candle } = company.stock
  const lend = (loans: object[]) => user.post('custorders', orderOf({ products: [{ id: scarce, quantity: 3 }], loans }))
  expect((await lend([{ id: glass, originid: candle }])).status).toBe(400)
  expect((await lend([{ id: scarce, originid: scarce }])).status).toBe(400)
  expect(
    (
      await lend([
        { id: glass, originid: scarce },
        { id: glass, originid: scarce },
      ])
    ).status,
  ).toBe(400)
  const { rows } = await lend([{ id: glass, originid: scarce }])
  expect(await user.row('custorders', rows[0]?.['id'])).toMatchObject({ loans: [{ quantity: 3 }] })
})

test('C-01 orders can be listed by status in both spellings, by customer and by delivery', async () => {
  const cancelled = await company.order('CANCELED')
  const shipping = await company.order('ON SHIPPING')
  const of = async (filter: string) =>
    (await user.get(`_table/custorders?filter=${encodeURIComponent(filter)}&fields=id,status`)).rows
  for (const spelling of ['CANCELED', 'CANCHELED']) {
    expect(await of(`status=${spelling}`)).toEqual([{ id: cancelled, status: 'CANCELED' }])
    expect(await of(`status in (${spelling}, FINISHED)`)).toEqual([{ id: cancelled, status: 'CANCELED' }])
    expect((await of(`status!=${spelling}`)).every(({ status }) => status !== 'CANCELED')).toBe(true)
  }
  for (const filter of [
    'status=ON SHIPPING',
    "status = 'ON SHIPPING'",
    '(status=ON SHIPPING) and (id > 0)',
    'status=ON SHIPPING and id > 0',
  ])
    expect(await of(filter)).toEqual([{ id: shipping, status: 'ON SHIPPING' }])
  const { id } = await order({ customer_id: company.stock.other, expected_delivery_date: '2031-03-05 09:00:00' })
  expect(await of(`customer_id=${company.stock.other}`)).toEqual([{ id, status: 'STOCK-OK' }])
  const range = '(expected_delivery_date >= 2031-03-05 00:00:00) AND (expected_delivery_date <= 2031-03-05 23:59:59)'
  expect(await of(range)).toEqual([{ id, status: 'STOCK-OK' }])
  expect(await of(`${range} AND (status=STOCK-OK)`)).toEqual([{ id, status: 'STOCK-OK' }])
  expect(await of(`${range} AND (status=PENDING-STOCK)`)).toEqual([])
  expect((await user.get(`_table/custorders?filter=id=${id}`)).rows[0]).toMatchObject({
    id,
    customer_id: company.stock.other,
  })
})

test('C-02 an offer is converted, deleted and restored, and keeps its prices', async () => {
  const { id } = await order({ status: 'OFFER', products: [{ id: scarce, quantity: 1, salesprice: 7.5 }] })
  expect((await move(user, id, { status: 'STOCK-OK' })).status).toBe(400)
  const [converted] = (await move(user, id, { status: 'PENDING-STOCK' })).rows
  expect(converted).toMatchObject({ status: 'PENDING-STOCK', products: [{ salesprice: 7.5 }] })
  expect((await move(user, id, { status: 'STOCK-OK' })).status).toBe(200)
  const { id: other } = await order({ status: 'OFFER' })
  expect((await move(user, other, { status: 'OFFER-DELETE' })).status).toBe(200)
  const deleted = `_table/custorders?filter=(status=OFFER-DELETE) AND (id=${other})`
  expect((await user.get(deleted)).rows).toEqual([])
  expect((await admin.get(deleted)).rows).toMatchObject([{ id: other }])
  expect((await move(user, other, { status: 'OFFER' })).status).toBe(403)
  expect((await move(admin, other, { status: 'OFFER' })).status).toBe(200)
})

test('C-64 lines can change until TO-PACKAGE and not afterwards; sending the same lines back is no change', async () => {
  const { id } = await order({ products: [{ id: scarce, quantity: 1 }], label: 'Πρώτη' })
  const more = await move(user, id, { products: [{ id: scarce, quantity: 6 }] })
  expect(more.rows).toMatchObject([{ status: 'PENDING-STOCK', totals: { totalOrder: 74.4 } }])
  const whole = {
    ...(await user.row('custorders', id)),
    label: 'Δεύτερη',
    services: [{ a: 1 }],
    products: [{ id: scarce, quantity: 2 }],
  }
  expect((await move(user, id, whole)).rows).toMatchObject([
    { status: 'STOCK-OK', label: 'Δεύτερη', services: [{ a: 1 }], totals: { totalOrder: 24.8 } },
  ])
  await move(user, id, { status: 'TO-PACKAGE' })
  const before = await user.row('custorders', id)
  for (const record of [
    { products: [{ id: scarce, quantity: 1 }] },
    { description: 'άλλο' },
    { customer_id: company.stock.other },
  ])
    expect((await move(user, id, record)).status).toBe(400)
  expect(await user.row('custorders', id)).toEqual(before)
  const packed = await move(user, id, { ...before, status: 'PACKAGED', packagedBy: 'Νίκος' })
  expect(packed.rows).toMatchObject([{ status: 'PACKAGED', packagedBy: 'Νίκος', totals: { totalOrder: 24.8 } }])
  const invoiced = await company.order('INVOICED')
  expect((await move(admin, invoiced, { products: [{ id: scarce, quantity: 1 }] })).status).toBe(400)
})

test('a batch of statuses changes all orders or none, unless continue is set', async () => {
  const [first, offer, last] = [await order(), await order({ status: 'OFFER' }), await order()]
  const ids = [first.id, offer.id, last.id]
  const send = (query: string) =>
    user.send('PATCH', `_table/custorders${query}`, { resource: ids.map((id) => ({ id, status: 'TO-PACKAGE' })) })
  expect((await send('')).error.context.error).toEqual([1])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['STOCK-OK', 'OFFER', 'STOCK-OK'])
  expect((await send('?continue=true')).error.context.error).toEqual([1])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['TO-PACKAGE', 'OFFER', 'TO-PACKAGE'])
  const both = `?ids=${first.id},${last.id}`
  expect((await user.send('PATCH', `_table/custorders${both}`, { resource: [{ status: 'CANCHELED' }] })).status).toBe(
    200,
  )
  expect(await Promise.all([first.id, last.id].map(statusOf))).toEqual(['CANCELED', 'CANCELED'])
})
