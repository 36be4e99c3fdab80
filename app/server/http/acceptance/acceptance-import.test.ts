/** Checks the wire contract as a program sees it: the status of a new order, and imported orders (C-76). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { program, type Program, type Row } from '#testing/old-client.ts'

let company: TestCompany
let admin: Program
let user: Program
let scarce: number
beforeAll(async () => {
  company = await openTestCompany()
  admin = program(company, 'admin')
  user = program(company, 'user')
  scarce = (await admin.make('products', { name: 'Σπάνιο', salesprice: 10, vat: 24, stock: 5 })).id
})
afterAll(() => company?.close())

const orderOf = (record: Row = {}) => ({
  customer_id: company.stock.customer,
  products: [{ id: scarce, quantity: 1 }],
  ...record,
})
const order = (record: Row = {}) => user.make('custorders', orderOf(record))

test('C-76 a new order with a status that the server cannot accept is refused, and nothing is stored', async () => {
  const count = async () => (await user.get('_table/custorders?count_only=true')).body
  const before = await count()
  for (const [status, code] of [
    ['SHIPPED', 422],
    ['TO-PACKAGE', 422],
    ['CANCHELED', 422],
    ['nonsense', 400],
  ] as const) {
    const { status: answered, error } = await user.post('custorders', orderOf({ status }))
    expect({ answered, row: error.context.resource[0]?.code }).toEqual({ answered: 400, row: code })
  }
  expect((await admin.post('custorders', orderOf({ status: 'SHIPPED' }))).status).toBe(400)
  expect(await count()).toEqual(before)
  for (const status of ['OFFER', 'PENDING-STOCK', 'STOCK-OK', null, ''])
    expect((await order({ status }))['status']).toBe(status === 'OFFER' ? 'OFFER' : 'STOCK-OK')
})

describe('C-76 an import', () => {
  const old = (record: Row = {}) => ({
    id: 700_100,
    customer_id: company.stock.customer,
    status: 'SHIPPED',
    name: 'Ταβέρνα του 2019',
    label: 'Παλιά',
    created: '2019-05-03T08:00:00.000Z',
    updated: '2019-05-10T08:00:00.000Z',
    invoiced_on: '2019-05-06',
    expected_delivery_date: '2019-05-10 10:00:00',
    refcode: '71.00.01',
    packagedBy: 'Νίκος',
    shipping_by: 'Γιώργος',
    products: [
      {
        id: scarce,
        name: 'Κερί του 2019',
        vat: 23,
        salesprice: 7.123456,
        quantity: 3,
        totalPrdAmmount: 21.4,
        vatProducts: 4.92,
      },
    ],
    loans: [{ id: company.stock.glass, originid: scarce, quantity: 3 }],
    // these totals do not add up, because imports keep them as the old system had them
    totals: { totalOrder: 26.31, totalVat: 4.92, totalProductsAmmount: 21.4 },
    ...record,
  })
  const importing = (who: Program, record: Row) => who.post('custorders', record, '?import=true')
  const facts = () =>
    company.db.many(sql`
      select (select count(*)::int from stock_movements) as moves, (select count(*)::int from loans) as loans,
        (select count(*)::int from accounting_documents) as documents, (select count(*)::int from jobs) as jobs`)

  test('keeps ids, dates, prices, VAT, totals and names as given, and changes no stock, loans or documents', async () => {
    const before = await facts()
    const { status, rows } = await importing(admin, old())
    expect({ status, rows }).toEqual({ status: 200, rows: [{ id: 700_100 }] })
    expect(await user.row('custorders', 700_100)).toMatchObject({
      ...old(),
      historic: true,
      products: [
        {
          id: scarce,
          name: 'Κερί του 2019',
          vat: 23,
          salesprice: 7.1235,
          quantity: 3,
          totalPrdAmmount: 21.4,
          vatProducts: 4.92,
        },
      ],
      loans: [{ id: company.stock.glass, originid: scarce, quantity: 3 }],
    })
    expect(await facts()).toEqual(before)
    expect((await user.row('products', scarce))['stock']).toBe(5)
  })

  test('of the same order again changes nothing, and neither does a dry run', async () => {
    const counts = () =>
      company.db.one(sql`
        select (select count(*)::int from orders) as orders, (select count(*)::int from order_lines) as lines,
          (select count(*)::int from history) as history, (select max(updated_at) from orders where historic) as updated`)
    const before = await counts()
    expect(await importing(admin, old())).toMatchObject({ status: 200, rows: [{ id: 700_100 }] })
    const { totals, ...rest } = old()
    expect((await importing(admin, { totals, ...rest })).status).toBe(200)
    const dry = await admin.post('custorders', old({ id: 700_050 }), '?import=true&dry_run=true')
    expect(dry.status).toBe(200)
    expect(await counts()).toEqual(before)
  })

  test('names all wrong orders of a batch in one answer and stores none of them', async () => {
    const batch = [
      old({ id: 700_051 }),
      old({ id: 700_052, customer_id: 99_999_999 }),
      old({ id: 700_053, status: 'PARKED' }),
    ]
    const { status, json } = await ask(company, 'POST', '/api/v2/_table/custorders?import=true', {
      token: company.tokens.admin,
      body: { resource: batch },
    })
    expect(status).toBe(400)
    expect((json as { error: { context: { error: number[] } } }).error.context.error).toEqual([1, 2])
    expect((await user.get('_table/custorders?ids=700051')).status).toBe(400)
  })

  test('also keeps CANCELED and FINISHED, computes missing values, and the next order has the next number', async () => {
    const { id: _, created: __, totals: ___, ...rest } = old({ status: 'FINISHED' })
    const finished = (await importing(admin, rest)).rows[0]?.['id'] as number
    expect(finished).toBe(700_101)
    expect(await user.row('custorders', finished)).toMatchObject({ status: 'FINISHED', total: 26.32, historic: true })
    expect((await importing(admin, old({ id: 700_200, status: 'CANCHELED' }))).status).toBe(200)
    expect((await user.row('custorders', 700_200))['status']).toBe('CANCELED')
    expect((await order()).id).toBe(700_201)
    expect((await order())['historic']).toBe(false)
  })

  test('with an id above the range of exact numbers is refused, so that new orders still get an id', async () => {
    const { status, error } = await importing(admin, old({ id: Number.MAX_SAFE_INTEGER }))
    expect({ status, row: error.context.resource[0] }).toMatchObject({
      status: 400,
      row: { code: 400, context: { fields: { id: 'too_big' } } },
    })
    expect((await order()).id).toBeLessThan(800_000)
  })

  test('with an impossible VAT rate or negative amounts is refused, and each field is named', async () => {
    const line = old().products[0] as Row
    const wrong = {
      "'products' does not have the required form at '0.vat': below zero": { products: [{ ...line, vat: -5 }] },
      "'products' does not have the required form at '0.vat': above 100": { products: [{ ...line, vat: 101 }] },
      "'products' does not have the required form at '0.salesprice': below zero": {
        products: [{ ...line, salesprice: -1 }],
      },
      "'products' does not have the required form at '0.vatProducts': below zero": {
        products: [{ ...line, vatProducts: -1 }],
      },
      "'totals' does not have the required form at 'totalOrder': below zero": { totals: { totalOrder: -26.31 } },
    }
    for (const [said, record] of Object.entries(wrong)) {
      const { status, error } = await importing(admin, old({ id: 700_150, ...record }))
      expect({ status, row: error.context.resource[0] }).toMatchObject({
        status: 400,
        row: { code: 400, message: `Field ${said}.` },
      })
    }
  })

  test('counts in the balance and cannot be changed', async () => {
    const { id: customer } = await user.make('customers', { name: 'Πελάτης με ιστορία' })
    await importing(admin, old({ id: 700_300, customer_id: customer }))
    const account = await company.db.one(
      sql`select coalesce(sum(total_cents), 0)::int as sales from orders where customer_id = ${customer} and status = 'SHIPPED'`,
    )
    expect(account).toEqual({ sales: 2631 })
    for (const change of [
      { status: 'CANCELED' },
      { description: 'x' },
      { services: [] },
      { shipping: { voucher: '1' } },
    ]) {
      const refused = await admin.patch('custorders', { id: 700_300, ...change })
      expect({ status: refused.status, code: refused.error.context.resource[0]?.code }).toEqual({
        status: 400,
        code: 422,
      })
    }
  })

  test('is refused for other people than administrators, for other statuses and for an existing id', async () => {
    expect((await importing(user, old({ id: 700_400 }))).status).toBe(403)
    for (const status of ['OFFER-DELETE', 'PARKED', 'RETURNED'])
      expect((await importing(admin, old({ id: 700_400, status }))).error.context.resource[0]?.code).toBe(422)
    expect((await importing(admin, old({ id: 700_400, status: 'x' }))).error.context.resource[0]?.code).toBe(400)
    expect((await importing(admin, old({ label: 'Άλλη' }))).error.context.resource[0]?.code).toBe(409)
    expect((await importing(admin, old({ id: 88888 }))).error.context.resource[0]?.code).toBe(409)
    expect((await importing(admin, old({ id: 700_400, invoicedAt: 'blue' }))).error.context.resource[0]?.code).toBe(400)
    expect((await user.get('_table/custorders?ids=700400')).status).toBe(400)
  })
})

describe('C-94 an import of an open order', () => {
  const open = (id: number, status: string, more: Row = {}) => ({
    id,
    customer_id: company.stock.customer,
    status,
    name: 'Ταβέρνα του 2019',
    created: '2019-05-03T08:00:00.000Z',
    expected_delivery_date: '2019-05-10 10:00:00',
    products: [{ id: scarce, name: 'Κερί του 2019', vat: 23, salesprice: 7.5, quantity: 2 }],
    loans: [{ id: company.stock.glass, originid: scarce, quantity: 2 }],
    // they do not add up, and what is still to be invoiced must
    totals: { totalOrder: 99, totalVat: 1, totalProductsAmmount: 98 },
    ...more,
  })
  const importing = (record: Row, more = '') => admin.post('custorders', record, `?import=true${more}`)
  const moved = async () =>
    company.db.one(sql`
      select (select count(*)::int from stock_movements) as moves, (select count(*)::int from loans) as loans,
        (select count(*)::int from accounting_documents) as documents`)
  const violations = async () => Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)

  test('keeps its id, past days, prices, VAT and names, and gets the status in which it goes on here', async () => {
    const before = await moved()
    // the status there and here, and whether it counts as packed there
    const cases = [
      ['OFFER', 'OFFER', false],
      ['PENDING-STOCK', 'STOCK-OK', false],
      ['STOCK-OK', 'STOCK-OK', false],
      ['TO-PACKAGE', 'STOCK-OK', false],
      ['PACKAGED', 'PACKAGED', true],
      ['READY-TO-INVOICE', 'PACKAGED', true],
      ['INVOICED', 'INVOICED', true],
      ['ON SHIPPING', 'INVOICED', true],
    ] as const
    for (const [at, [there, status, packedEarlier]] of cases.entries()) {
      const id = 700_500 + at
      expect(await importing(open(id, there))).toMatchObject({ status: 200, rows: [{ id }] })
      expect(await user.row('custorders', id)).toMatchObject({
        status,
        packed_earlier: packedEarlier,
        name: 'Ταβέρνα του 2019',
        created: '2019-05-03T08:00:00.000Z',
        expected_delivery_date: '2019-05-10 10:00:00',
        historic: false,
        total: 18.45,
        products: [{ id: scarce, name: 'Κερί του 2019', vat: 23, salesprice: 7.5, quantity: 2 }],
      })
    }
    expect(
      (await importing(open(700_510, 'STOCK-OK', { products: [{ id: scarce, quantity: 50, salesprice: 1 }] }))).status,
    ).toBe(200)
    expect((await user.row('custorders', 700_510))['status']).toBe('PENDING-STOCK')
    expect(await moved()).toEqual(before)
    expect(await violations()).toEqual([])
    // the same order sent again stays as it has become here
    expect((await importing(open(700_503, 'TO-PACKAGE'))).status).toBe(200)
    expect((await importing(open(700_503, 'STOCK-OK'))).error.context.resource[0]?.code).toBe(409)
  })

  test('with a part of a piece is refused with the name of the goods, and one that was finished there keeps it (C-97)', async () => {
    const half = { products: [{ id: scarce, salesprice: 7.5, quantity: 0.5 }], loans: [] }
    const lent = { loans: [{ id: company.stock.glass, originid: scarce, quantity: 1.5 }] }
    for (const [status, more] of [
      ['OFFER', half],
      ['STOCK-OK', half],
      ['INVOICED', half],
      ['TO-PACKAGE', lent],
    ] as const) {
      const { status: answered, error, says } = await importing(open(700_520, status, more))
      const name = more === half ? 'Σπάνιο' : 'Ποτήρι'
      expect([answered, error.context.resource[0]?.code, says.includes(name)]).toEqual([400, 422, true])
    }
    expect((await importing(open(700_520, 'SHIPPED', half))).status).toBe(200)
    expect((await user.row('custorders', 700_520))['products']).toMatchObject([{ id: scarce, quantity: 0.5 }])
  })

  test('that was packed moves no stock and no loans, whether it is cancelled, opened again or delivered', async () => {
    const before = await moved()
    const move = (id: number, transition: string) => company.run('orders.move-order', { id, transition })
    await move(700_504, 'cancel')
    await move(700_505, 'reopen')
    expect(await user.row('custorders', 700_505)).toMatchObject({ status: 'STOCK-OK', packed_earlier: false })
    const plan = (orderIds: number[]) =>
      company.run('shipping.plan-shipment', {
        orderIds,
        driverType: 'Driver',
        driver: 'Ονομα driver',
        driverUserId: company.userIds.driver,
      })
    await plan([700_506, 700_507])
    await company.run('shipping.close-delivery', {
      orderId: 700_506,
      action: 'deliver',
      reasonCode: 'other',
      reason: 'δεν χωρούσαν',
      delivered: [{ lineNo: 1, quantity: 1_0000 }],
    })
    await company.run('shipping.close-delivery', {
      orderId: 700_507,
      action: 'return',
      reasonCode: 'other',
      reason: 'κλειστά',
    })
    expect(await user.row('custorders', 700_506)).toMatchObject({ status: 'SHIPPED' })
    // the invoice is that of the earlier system, so no credit note of this one is possible
    await move(700_507, 'cancel')
    expect(await moved()).toEqual(before)
    expect(await violations()).toEqual([])
    // an order that is packed here takes its goods like any other
    await move(700_505, 'send')
    await company.run('packaging.package-order', { id: 700_505, name: 'Νίκος' })
    expect(await moved()).toMatchObject({ documents: (before as { documents: number }).documents })
    expect(await moved()).not.toEqual(before)
    expect(await violations()).toEqual([])
  })

  test('lets new orders go on after every id that was sent, also one that is refused', async () => {
    expect((await importing(open(701_000, 'STOCK-OK', { customer_id: 99_999_999 }))).status).toBe(400)
    expect((await importing(open(701_001, 'STOCK-OK', { products: 'nothing' }))).status).toBe(400)
    expect((await order()).id).toBe(701_002)
  })

  test('with an id that is millions above all others asks first', async () => {
    const { error } = await importing(open(4_711_000, 'OFFER'))
    expect(error.context.resource[0]).toMatchObject({ code: 409, context: { number: 4_711_000, next: 4_711_001 } })
    expect((await importing(open(4_711_000, 'OFFER'), '&jump=false')).status).toBe(200)
    expect((await order()).id).toBeLessThan(1_000_000)
    expect((await importing(open(4_711_001, 'OFFER'), '&jump=true')).status).toBe(200)
    expect((await order()).id).toBe(4_711_002)
  })

  test('is only checked by a dry run, which raises no number', async () => {
    const before = (await order()).id
    expect((await importing(open(8_000_000, 'OFFER'), '&dry_run=true')).error.context.resource[0]?.code).toBe(409)
    expect((await importing(open(8_000_000, 'OFFER'), '&jump=true&dry_run=true')).status).toBe(200)
    expect((await importing(open(before + 500, 'OFFER'), '&dry_run=true')).status).toBe(200)
    expect((await order()).id).toBe(before + 1)
  })

  test('is asked about once by a dry run, like by the import itself', async () => {
    const records = [open(8_000_000, 'OFFER'), open((await order()).id + 1, 'OFFER')]
    const path = '_table/custorders?import=true&continue=true&dry_run=true'
    const { error } = await admin.send('POST', path, { resource: records })
    expect(error.context.resource).toMatchObject([{ code: 409, context: { number: 8_000_000 } }, { id: null }])
  })

  test.each(['custorders', 'customers', 'products'])(
    'of %s gets a free number in a dry run, which takes none',
    async (table) => {
      const fields = table === 'custorders' ? open(0, 'OFFER') : { name: 'Παλιό' }
      const { id: before } = table === 'custorders' ? await order() : await user.make(table, { name: 'Νέο είδος' })
      const records = [
        { ...fields, id: before + 1 },
        { ...fields, id: null },
      ]
      const tried = await admin.send('POST', `_table/${table}?import=true&dry_run=true`, { resource: records })
      expect([tried.status, tried.rows]).toEqual([200, [{ id: null }, { id: null }]])
      const done = await admin.send('POST', `_table/${table}?import=true`, { resource: records })
      expect([done.status, done.rows]).toEqual([200, [{ id: before + 1 }, { id: before + 2 }]])
    },
  )

  test('lets new orders pass those that kept their numbers in an earlier import', async () => {
    for (const id of [9_000_000, 9_000_001])
      expect((await importing(open(id, 'OFFER'), '&jump=false')).status).toBe(200)
    const { error } = await importing(open(8_999_999, 'OFFER'))
    expect(error.context.resource[0]).toMatchObject({ code: 409, context: { number: 8_999_999, next: 9_000_002 } })
    expect((await importing(open(8_999_999, 'OFFER'), '&jump=true')).status).toBe(200)
    expect((await order()).id).toBe(9_000_002)
  })
})
