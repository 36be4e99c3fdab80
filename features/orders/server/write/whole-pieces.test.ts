/** Tests that goods which are counted in pieces are ordered, lent, bought and made whole at every door (C-97). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { SYSTEM } from '#server/command.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { addProvider } from '#server/samples/sample-parts.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderDetailQuery } from '../order-detail.ts'

const PIECE = 10_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const read = async (id: number): Promise<OrderDetail> =>
  (await company.runner.ask(orderDetailQuery, { id }, SYSTEM)).order
const content = (...quantities: number[]) => ({
  customerId: company.stock.customer,
  lines: quantities.map((quantity) => ({ productId: company.stock.candle, quantity })),
})
const refused = { refusal: { code: 'orders.whole-pieces', details: { name: 'Κερί' } } }

test('a part of a piece is refused by name, and a part of a kilogram is not', async () => {
  await expect(company.run('orders.create-order', content(PIECE, 2.5 * PIECE))).rejects.toMatchObject(refused)
  const { id: wax } = (await company.run('products.create-product', { name: 'Παραφίνη', unit: 'KG' })) as { id: number }
  const lines = [{ productId: wax, quantity: 2.5 * PIECE }]
  const { id } = (await company.run('orders.create-order', { ...content(PIECE), lines })) as { id: number }
  expect((await read(id)).lines).toMatchObject([{ quantity: 2.5 * PIECE }])
})

test('a program orders, lends, buys, asks for and makes whole pieces only', async () => {
  const { candle, glass, customer } = company.stock
  const content = [{ id: candle, quantity: 2.5 }]
  const providerid = await addProvider(company.db)
  const records = [
    ['custorders', { customer_id: customer, products: content }],
    ['loans', { bound: 'OUTBOUND', customer_id: customer, prd_id: glass, quantity: 2.5 }],
    ['invoices', { providerid, number: 'ΤΔΑ-2500', type: 'INBOUND', refcode: '24.00.01', content }],
    ['invoices', { type: 'REQUEST-PM', content }],
    ['tasks', { type: 'ΧΥΤΑ', productid: candle, quantity: 2.5 }],
  ] as const
  for (const [table, record] of records) {
    const { status, text } = await ask(company, 'POST', `/api/v2/_table/${table}`, {
      token: company.tokens.user,
      body: { resource: [record] },
    })
    expect([table, status]).toEqual([table, expect.toBeOneOf([400, 422])])
    expect(text).toMatch(/counted in (whole )?pieces|pieces are counted/)
  }
})

test('a person who changes an order that has parts keeps them but adds none', async () => {
  const { id } = (await company.run('orders.create-order', content(PIECE))) as { id: number }
  await company.db.run(sql`update order_lines set quantity_e4 = ${2.5 * PIECE} where order_id = ${id}`)
  const change = async (...quantities: number[]) =>
    company.run('orders.change-order', { id, version: (await read(id)).version, ...content(...quantities) })
  await change(2.5 * PIECE, PIECE)
  expect((await read(id)).lines).toMatchObject([{ quantity: 2.5 * PIECE }, { quantity: PIECE }])
  await expect(change(2.5 * PIECE, 1.5 * PIECE)).rejects.toMatchObject(refused)
  const patched = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
    token: company.tokens.user,
    body: { products: [{ id: company.stock.candle, quantity: 0.5 }] },
  })
  expect([patched.status, patched.text]).toEqual([400, expect.stringContaining('counted in pieces')])
})
