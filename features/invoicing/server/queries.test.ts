import { afterAll, beforeAll, expect, test } from 'vitest'
import { knock, openTestCompany, refusalIn, type TestCompany } from '#server/test-company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const ask = async (name: string, input: object) => {
  const { status, json } = await knock(company, name, input, { token: company.tokens.user })
  expect(status, JSON.stringify(json)).toBe(200)
  return json as never
}

test('an order invoiced in red is its own invoice: without VAT, with the reason, and never sent', async () => {
  const orderId = await company.order('INVOICED')
  const { order } = (await ask('orders.detail', { id: orderId })) as { order: { totals: Record<string, number> } }
  const { invoices } = (await ask('invoicing.of-order', { orderId })) as { invoices: Record<string, unknown>[] }
  expect(invoices).toHaveLength(1)
  expect(invoices[0]).toMatchObject({
    mode: 'red',
    kind: 'invoice',
    refcode: '71.00.00',
    status: null,
    mark: null,
    number: orderId,
    reason: 'δοκιμή',
    customer: { name: 'Ξενοδοχείο Ακτή', street: 'Ερμού 1', city: 'Αθήνα' },
    lines: [{ name: 'Κερί', code: 'CANDLE', quantity: 10_000, vatRate: 0, net: 1000, vat: 0 }],
    rates: [{ rate: 0, net: 1000, vat: 0 }],
    net: order.totals['products'],
    vat: 0,
    total: order.totals['total'],
  })
})

test('an order that was not invoiced has none, and a missing order is refused', async () => {
  expect(await ask('invoicing.of-order', { orderId: await company.order('PACKAGED') })).toEqual({ invoices: [] })
  const no = await knock(company, 'invoicing.of-order', { orderId: 999_999 }, { token: company.tokens.user })
  expect([no.status, refusalIn(no.json)?.code]).toEqual([404, 'orders.missing'])
})

test('the numbers of all orders that a list holds are those of the list, by the address too', async () => {
  const made = [await company.order('STOCK-OK'), await company.order('STOCK-OK'), await company.order('TO-PACKAGE')]
  const filters = { status: ['STOCK-OK'], address: 'ερμου' }
  expect(await ask('orders.ids', { filters })).toEqual({ ids: [], more: false })
  const { rows } = (await ask('orders.list', { filters: { status: ['STOCK-OK'] } })) as { rows: { id: number }[] }
  const { ids, more } = (await ask('orders.ids', { filters: { status: ['STOCK-OK'] } })) as {
    ids: number[]
    more: boolean
  }
  expect([ids, more]).toEqual([rows.map((row) => row.id).toSorted((a, b) => a - b), false])
  expect(ids).toEqual(expect.arrayContaining(made.slice(0, 2)))
  expect(ids).not.toContain(made[2])
})
