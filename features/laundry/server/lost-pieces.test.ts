/** Lent pieces that customers did not return are proposed once, sold without stock, and lent again if their order is cancelled. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import type { lentAgeing, lentFigures, lostItems } from '../domain/contract.ts'
import { differenceOf } from '../domain/figures.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

const { does, refusalOf } = peopleOf(() => company)

/** Returns a customer who was lent five glasses a hundred days ago. */
async function lateCustomer(name: string): Promise<number> {
  const { id: customerId } = (await company.run('customers.create-customer', { name })) as { id: number }
  const { id } = await does<{ id: number }>('user', 'loans.record-loan', {
    bound: 'OUTBOUND',
    customerId,
    productId: company.stock.glass,
    quantity: 5 * PIECE,
  })
  await company.db.run(sql`update loans set created_at = now() - interval '100 days' where id = ${id}`)
  return customerId
}
const lost = (pieces: number) => [{ productId: company.stock.glass, quantity: pieces * PIECE, lost: true }]
const order = (customerId: number, pieces: number) =>
  does<{ id: number; status: string }>('user', 'orders.create-order', { customerId, lines: lost(pieces) })
const proposed = async (customerId: number) =>
  (await does<OutputOf<typeof lostItems>>('user', 'laundry.lost-items', { customerId })).items.map(
    ({ quantity }) => quantity / PIECE,
  )
const aged = async (customerId: number) =>
  (await does<OutputOf<typeof lentAgeing>>('user', 'laundry.ageing', { filters: { customerId } })).rows.map(
    ({ quantity, onOrders, toInvoice }) => [quantity, onOrders, toInvoice].map((pieces) => pieces / PIECE),
  )
async function glassNow() {
  const { products } = await does<OutputOf<typeof lentFigures>>('user', 'laundry.lent-figures', {})
  const glass = products.find(({ productId }) => productId === company.stock.glass)
  if (!glass) throw new Error('no glass')
  expect(differenceOf(glass)).toBe(0)
  return glass
}

test('old pieces of an order that is not delivered yet are neither missing nor proposed, as the sale refuses them', async () => {
  const customerId = await lateCustomer('Μπαρ Αποθήκη')
  const packed = await company.order('PACKAGED', { customer: customerId })
  await company.db.run(sql`update loans set created_at = now() - interval '200 days' where order_id = ${packed}`)
  expect([await proposed(customerId), await aged(customerId)]).toEqual([[5], [[5, 0, 5]]])
  expect(await refusalOf('user', 'orders.create-order', { customerId, lines: lost(6) })).toMatchObject({
    details: { most: 5 },
  })
  await order(customerId, 5)
  expect([await proposed(customerId), await aged(customerId)]).toEqual([[], [[5, 5, 0]]])
})

test('lost pieces are proposed once, close their loan when packed without touching the stock, and are lent again after a cancellation', async () => {
  const customerId = await lateCustomer('Μπαρ Ναυάγιο')
  const before = await glassNow()
  expect([await proposed(customerId), await aged(customerId)]).toEqual([[5], [[5, 0, 5]]])

  const { id, status } = await order(customerId, 3)
  // nothing is missing for it, and nothing is promised to it
  expect(status).toBe('STOCK-OK')
  expect(await company.db.many(sql`select 1 from promised_lines where order_id = ${id}`)).toEqual([])
  expect([await proposed(customerId), await aged(customerId)]).toEqual([[2], [[5, 3, 2]]])
  expect(await refusalOf('user', 'orders.create-order', { customerId, lines: lost(3) })).toMatchObject({
    code: 'orders.lost-beyond',
    details: { most: 2, customer: 'Μπαρ Ναυάγιο' },
  })

  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('user', 'packaging.package-order', { id, name: 'Μαρία' })
  const sold = await glassNow()
  expect([sold.shelf, sold.customers, sold.sold]).toEqual([
    before.shelf,
    before.customers - 3 * PIECE,
    before.sold + 3 * PIECE,
  ])
  expect([await proposed(customerId), await aged(customerId)]).toEqual([[2], [[2, 0, 2]]])
  expect(await company.db.many(sql`select 1 from stock_movements where order_id = ${id}`)).toEqual([])

  await does('user', 'orders.move-order', { id, transition: 'cancel' })
  expect(await glassNow()).toEqual(before)
  expect(await company.db.many(sql`select bound, origin from loans where order_id = ${id} order by id`)).toEqual([
    { bound: 'INBOUND', origin: 'sold' },
    { bound: 'OUTBOUND', origin: 'sold' },
  ])
})

test('an order that sells lost pieces is not packed if some were returned meanwhile, until it is corrected', async () => {
  const customerId = await lateCustomer('Καφέ Επιστροφή')
  const { id } = await order(customerId, 5)
  const items = [{ productId: company.stock.glass, quantity: 2 * PIECE }]
  await does('user', 'laundry.return-loans', { customerId, items })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  expect(await refusalOf('user', 'packaging.package-order', { id, name: 'Μαρία' })).toMatchObject({
    code: 'loans.lost-returned',
    details: { lent: 3, lost: 5 },
  })
  await does('user', 'orders.move-order', { id, transition: 'reopen' })
  const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
  // a line without the mark stays what it is
  const lines = [{ productId: company.stock.glass, quantity: 3 * PIECE }]
  await does('user', 'orders.change-order', { id, version, customerId, lines })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  await does('user', 'packaging.package-order', { id, name: 'Μαρία' })
  expect(await aged(customerId)).toEqual([])
  await glassNow()
})
