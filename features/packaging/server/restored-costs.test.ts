/** Tests that goods of an order come back to the stock at the costs at which they left it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { PIECE } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

let made = 0

/** Creates a product with ten pieces in stock that cost 1.00 each. */
async function tenPieces(): Promise<number> {
  const name = `Κερί ${++made}`
  const { id } = (await company.run('products.create-product', { name, costPrice: 1_0000 })) as { id: number }
  await company.run('stock.adjust-stock', { productId: id, newStock: 10 * PIECE, reason: 'απογραφή' })
  return id
}

/** Buys ten pieces for 3.00 each. */
const buyTen = async (productId: number): Promise<void> => {
  const { id: providerId } = await company.db.one<{ id: number }>(
    sql`insert into providers (name) values (${`Προμηθευτής ${++made}`}) returning id`,
  )
  const lines = [{ productId, quantity: 10 * PIECE, price: 3_0000 }]
  await company.run('purchases.create-invoice', { providerId, number: `Τ-${made}-Α`, refcode: '24.00.01', lines })
}

async function packaged(productId: number, pieces: number): Promise<number> {
  const lines = [{ productId, quantity: pieces * PIECE }]
  const { id } = (await company.run('orders.create-order', { customerId: company.stock.customer, lines })) as {
    id: number
  }
  await company.run('orders.move-order', { id, transition: 'send' })
  await company.run('packaging.package-order', { id, name: 'Νίκος' })
  return id
}

const costs = (productId: number) =>
  company.db.many(sql`
    select reason, cost_cents as cost, value_cents as value from stock_movements where product_id = ${productId} order by id`)

test('a reopened order gives its goods back at what they cost when they were packaged', async () => {
  const candle = await tenPieces()
  const id = await packaged(candle, 4)
  await buyTen(candle)
  await company.run('orders.move-order', { id, transition: 'reopen' })
  expect(await costs(candle)).toEqual([
    { reason: 'counted', cost: 10_00, value: 10_00 },
    { reason: 'packaged', cost: -4_00, value: 6_00 },
    { reason: 'purchased', cost: 30_00, value: 36_00 },
    { reason: 'restored', cost: 4_00, value: 40_00 },
  ])
  // packaged again they take the new average, and come back at that
  await company.run('orders.move-order', { id, transition: 'send' })
  await company.run('packaging.package-order', { id, name: 'Νίκος' })
  await company.run('orders.move-order', { id, transition: 'reopen' })
  expect((await costs(candle)).slice(4)).toEqual([
    { reason: 'packaged', cost: -8_00, value: 32_00 },
    { reason: 'restored', cost: 8_00, value: 40_00 },
  ])
})

test('what was left of a delivery gives its goods back at their part of what the first order took', async () => {
  const candle = await tenPieces()
  const id = await packaged(candle, 3)
  await buyTen(candle)
  await company.run('orders.move-order', { id, transition: 'release' })
  await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή' })
  await company.run('shipping.plan-shipment', {
    orderIds: [id],
    driverType: 'Driver',
    driver: 'Ονομα driver',
    driverUserId: company.userIds.driver,
  })
  const { followUpOrderId } = (await company.run('shipping.close-delivery', {
    orderId: id,
    action: 'deliver',
    delivered: [{ lineNo: 1, quantity: 1 * PIECE }],
  })) as { followUpOrderId: number }
  await company.run('orders.move-order', { id: followUpOrderId, transition: 'cancel' })
  const [last] = (await costs(candle)).slice(-1)
  expect(last).toEqual({ reason: 'restored', cost: 2_00, value: 39_00 })
})
