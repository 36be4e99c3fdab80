/** Tests that a person orders whole pieces of goods that are counted, and that programs and stored orders keep their parts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { ask, openTestCompany, type TestCompany } from '#server/testing/company.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderDetailQuery } from '../order-detail.ts'

const PIECE = 10_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const read = async (id: number): Promise<OrderDetail> =>
  (await company.runner.ask(orderDetailQuery, { id }, SYSTEM)).order as OrderDetail
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

test('a program may order parts of a piece, and a person who changes that order keeps them but adds none', async () => {
  const { candle, customer } = company.stock
  const { json } = await ask(company, 'POST', '/api/v2/_table/custorders', {
    token: company.tokens.user,
    body: { resource: [{ customer_id: customer, products: [{ id: candle, quantity: 2.5 }] }] },
  })
  const id = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
  const change = async (...quantities: number[]) =>
    company.run('orders.change-order', { id, version: (await read(id)).version, ...content(...quantities) })
  await change(2.5 * PIECE, PIECE)
  expect((await read(id)).lines).toMatchObject([{ quantity: 2.5 * PIECE }, { quantity: PIECE }])
  await expect(change(2.5 * PIECE, 1.5 * PIECE)).rejects.toMatchObject(refused)
  const patched = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
    token: company.tokens.user,
    body: { products: [{ id: candle, quantity: 0.5 }] },
  })
  expect(patched.status).toBe(200)
})
