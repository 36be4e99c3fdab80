/** Tests the table `invoices` of the data API: the fields as they are written down, POST in one transaction, and requests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { addProvider } from '#server/samples/sample-parts.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const call = (method: 'GET' | 'POST' | 'PATCH', address: string, body?: object) =>
  ask(company, method, `/api/v2/_table/${address}`, {
    token: company.tokens.user,
    ...(body === undefined ? {} : { body }),
  })
const rows = async (address: string) => ((await call('GET', address)).json as { resource: object[] }).resource
const goods = (id: number) =>
  company.db.one<{ stock: number; cost: number }>(
    sql`select stock_e4 as stock, cost_price_e4 as cost from products where id = ${id}`,
  )

describe('a POST of INBOUND', () => {
  test('books stock and cost, computes all amounts, and is read as it is written down', async () => {
    const providerid = await addProvider(company.db)
    const { glass } = company.stock
    const before = await goods(glass)
    const { status, json } = await call('POST', 'invoices', {
      resource: [
        {
          providerid,
          providername: 'ignored',
          importDate: '2026-11-18',
          number: 'ΤΔΑ-4711',
          type: 'INBOUND',
          refcode: '24.00.01',
          totals: { totalOrder: 1 },
          content: [{ id: glass, name: 'ignored', quantity: 10, costpricenew: 1.5, vat: 24, totalPrdAmmount: 999 }],
        },
      ],
    })
    expect(status).toBe(200)
    const id = (json as { resource: { id: number }[] }).resource[0]?.id
    expect(await goods(glass)).toEqual({ stock: before.stock + 10_0000, cost: 1_5000 })
    const [row] = await rows(`invoices?filter=providerid=${providerid}`)
    expect(row).toMatchObject({
      id,
      providerid,
      providername: 'Κηροχημική ΑΕ',
      importDate: '2026-11-18',
      number: 'ΤΔΑ-4711',
      type: 'INBOUND',
      refcode: '24.00.01',
      totals: { totalPrdAmmount: 15, totalVat: 3.6, totalQuantity: 10, totalOrder: 18.6 },
      enteredby: 'Ονομα user',
      order_ref: null,
      section: '',
    })
    expect((row as { content: object[] }).content).toEqual([
      {
        id: glass,
        name: 'Ποτήρι',
        description: '',
        sku: 'GLASS',
        category: '',
        quantity: 10,
        unit: 'Item',
        stock: before.stock / 10_000,
        costprice: before.cost / 10_000,
        costpricenew: 1.5,
        vatProducts: 3.6,
        totalPrdAmmount: 15,
      },
    ])
    // an old program then sends the figures that the invoice has set, which changes nothing
    const movements = sql`select count(*)::int as count from stock_movements where product_id = ${glass}`
    const { count } = await company.db.one<{ count: number }>(movements)
    const stock = (before.stock + 10_0000) / 10_000
    expect((await call('PATCH', 'products', { resource: [{ id: glass, stock, costprice: 1.5 }] })).status).toBe(200)
    expect(await company.db.one(movements)).toEqual({ count })
  })

  test('refuses the second invoice with a number, and stores nothing of a batch with a wrong row', async () => {
    const providerid = await addProvider(company.db)
    const { glass } = company.stock
    const row = {
      providerid,
      number: '4711',
      refcode: '24.00.01',
      content: [{ id: glass, quantity: 1, costpricenew: 1 }],
    }
    const before = await goods(glass)
    const { status, json } = await call('POST', 'invoices', { resource: [row, { ...row, refcode: '24.00.00' }] })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain('4711')
    expect(await goods(glass)).toEqual(before)
    expect(await rows(`invoices?filter=providerid=${providerid}`)).toEqual([])
  })

  test('is never changed afterwards', async () => {
    const { status } = await call('PATCH', 'invoices', { resource: [{ id: 1, number: '9999' }] })
    expect(status).toBe(405)
  })
})

test('a REQUEST-PM with the placeholder 9999 changes no stock, cost or total, and is read with it (C-13, C-14)', async () => {
  const { candle } = company.stock
  const before = await goods(candle)
  const { status } = await call('POST', 'invoices', {
    resource: [{ providerid: 9999, type: 'REQUEST-PM', section: 'ΧΥΤΑ', content: [{ id: candle, quantity: 7 }] }],
  })
  expect(status).toBe(200)
  expect(await goods(candle)).toEqual(before)
  expect(await rows("invoices?filter=(type='REQUEST-PM') AND (providerid=9999)")).toMatchObject([
    { providerid: 9999, type: 'REQUEST-PM', section: 'ΧΥΤΑ', content: [{ id: candle, quantity: 7 }] },
  ])
  const { owed } = await company.db.one<{ owed: number }>(
    sql`select count(*)::int as owed from booked_invoices b join inbound_invoices i on i.id = b.id where i.type <> 'INBOUND'`,
  )
  expect(owed).toBe(0)
})

test('a request of a program for no pieces, or for fewer, is refused and stores nothing', async () => {
  const { candle } = company.stock
  const count = () =>
    company.db.one(sql`select count(*)::int as requests from inbound_invoices where type = 'REQUEST-PM'`)
  const before = await count()
  for (const quantity of [0, -3]) {
    const { status } = await call('POST', 'invoices', {
      resource: [{ providerid: 9999, type: 'REQUEST-PM', content: [{ id: candle, quantity }] }],
    })
    expect([quantity, status]).toEqual([quantity, 400])
  }
  expect(await count()).toEqual(before)
})

test('a range of import dates with a code is read in pages of 500', async () => {
  const address =
    "invoices?filter=(importDate >= '2026-11-01') AND (importDate <= '2026-11-30') AND (Refcode='24.00.01')&limit=500&include_count=true"
  const { json } = await call('GET', address)
  expect(json).toMatchObject({ resource: [{ number: 'ΤΔΑ-4711' }], meta: { count: 1 } })
})
