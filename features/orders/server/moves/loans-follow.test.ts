/** Tests that loans follow the lines they leave with, and that another quantity is confirmed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { lentQuantity } from '../../domain/totals.ts'
import { orderDetailQuery } from '../order-detail.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const content = (pieces: number, lent?: { quantity: number; confirmed?: boolean }) => ({
  customerId: company.stock.customer,
  lines: [{ productId: company.stock.candle, quantity: pieces * PIECE }],
  loans: [{ productId: company.stock.glass, originProductId: company.stock.candle, ...lent }],
})
const write = async (pieces: number, lent?: { quantity: number; confirmed?: boolean }) =>
  ((await company.run('orders.create-order', content(pieces, lent))) as { id: number }).id
const read = async (id: number): Promise<OrderDetail> =>
  (await company.runner.ask(orderDetailQuery, { id }, SYSTEM)).order
const lentOf = async (id: number) => (await read(id)).loans.map((loan) => loan.quantity / PIECE)
const change = async (id: number, pieces: number, lent?: { quantity: number; confirmed?: boolean }) =>
  company.run('orders.change-order', { id, version: (await read(id)).version, ...content(pieces, lent) })
const patch = (id: number, body: object) =>
  ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, { token: company.tokens.user, body })
const refused = (code: string) => ({ refusal: { code } })

test('a line lowered from 24 to 12 pieces lends 12, and packaging books 12', async () => {
  const id = await write(24)
  expect(await lentOf(id)).toEqual([24])
  await change(id, 12, { quantity: 24 * PIECE })
  expect(await lentOf(id)).toEqual([12])
  await company.run('orders.move-order', { id, transition: 'send' })
  await company.run('packaging.package-order', { id, name: 'Νίκος' })
  const { json } = await ask(company, 'GET', `/api/v2/_table/loans?filter=order_id=${id}`, {
    token: company.tokens.admin,
  })
  expect((json as { resource: object[] }).resource).toMatchObject([{ quantity: 12 }])
})

test('a program that changes the products, or sends the old loans back, changes the loans with them', async () => {
  const { candle, glass } = company.stock
  const id = await write(24)
  expect((await patch(id, { products: [{ id: candle, quantity: 12 }] })).status).toBe(200)
  expect(await lentOf(id)).toEqual([12])
  const sentBack = [{ id: glass, originid: candle, quantity: 12 }]
  expect((await patch(id, { products: [{ id: candle, quantity: 30 }], loans: sentBack })).status).toBe(200)
  expect(await lentOf(id)).toEqual([30])
  // a quantity that the program sends counts as confirmed
  expect((await patch(id, { loans: [{ id: glass, originid: candle, quantity: 20 }] })).status).toBe(200)
  expect(await read(id)).toMatchObject({ loans: [{ quantity: 20 * PIECE, carried: 30 * PIECE }] })
  expect((await patch(id, { products: [{ id: candle, quantity: 15 }] })).status).toBe(200)
  expect(await lentOf(id)).toEqual([10])
  // the loan of a removed product is removed with it
  expect((await patch(id, { products: [{ id: glass, quantity: 1 }] })).status).toBe(200)
  expect(await lentOf(id)).toEqual([])
})

test('a quantity that differs from what the pieces carry needs a confirmation, and is kept if nothing changes', async () => {
  await expect(write(12, { quantity: 24 * PIECE })).rejects.toMatchObject({
    refusal: { code: 'orders.lent-differs', details: { name: 'Ποτήρι', lent: 24, carried: 12 } },
  })
  const id = await write(12, { quantity: 20 * PIECE, confirmed: true })
  expect(await read(id)).toMatchObject({ loans: [{ quantity: 20 * PIECE, carried: 12 * PIECE }] })
  await change(id, 12, { quantity: 20 * PIECE })
  expect(await lentOf(id)).toEqual([20])
  await expect(change(id, 12, { quantity: 21 * PIECE })).rejects.toMatchObject(refused('orders.lent-differs'))
  await change(id, 6, { quantity: 20 * PIECE })
  expect(await lentOf(id)).toEqual([10])
})

test('the page and the lending rule compute the same quantity, also for parts of pieces', async () => {
  const { candle } = company.stock
  await company.db.run(sql`update products set unit = 'KG' where id = ${candle}`)
  for (const perUnit of [1, 3_333, 5_000, 12_345]) {
    await company.db.run(sql`update requirement_materials set quantity_e4 = ${perUnit} where product_id = ${candle}`)
    for (const pieces of [0.0001, 0.5, 1.5, 7, 33.3333]) {
      const id = await write(pieces, { quantity: PIECE, confirmed: true })
      const said = (await read(id)).loans.map(({ carried }) => carried)
      expect(said).toEqual([
        lentQuantity(quantity(Math.round(pieces * PIECE)), {
          unit: 'Item',
          perUnit: quantity(perUnit),
        }),
      ])
    }
  }
})
