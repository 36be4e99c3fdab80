import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHeldPieces } from '#features/loans/server/held.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { orderLifecycle } from '../../domain/lifecycle.ts'
import { ORDER_STATUSES, type OrderStatus, PACKAGED_STATUSES, UNDELIVERED_STATUSES } from '../../domain/order.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const newCustomer = async (): Promise<number> =>
  ((await company.run('customers.create-customer', { name: 'Ταβέρνα Η Βάρκα', address: 'Ερμού 1' })) as { id: number })
    .id
/** Returns the loan balance and the held quantity of a customer's glasses, in pieces. */
const sumsOf = async (customerId: number): Promise<[balance: number, held: number]> => {
  const { glass } = company.stock
  const sums = await company.db.maybe<{ balance: number; held: number }>(sql`
    select balance_e4 as balance, held_e4 as held from loan_sums
    where customer_id = ${customerId} and product_id = ${glass}`)
  return [(sums?.balance ?? 0) / PIECE, (sums?.held ?? 0) / PIECE]
}
const move = (id: number, transition: string) => company.run('orders.move-order', { id, transition })
const lendByHand = (customerId: number, bound: 'OUTBOUND' | 'INBOUND', pieces: number) =>
  company.run('loans.record-loan', {
    bound,
    customerId,
    productId: company.stock.glass,
    quantity: pieces * PIECE,
  })

test('the view of held items subtracts the orders in all statuses that are packed and not delivered', async () => {
  const { text } = await company.db.one<{ text: string }>(sql`select pg_get_viewdef('undelivered_loans') as text`)
  expect(text).toContain('is_undelivered(o.status)')
  const found = await company.db.many<{ status: string }>(sql`
    select status from unnest(${[...ORDER_STATUSES]}::text[]) with ordinality as s (status, place) where is_undelivered(status) order by place`)
  expect(found.map(({ status }) => status)).toEqual([...UNDELIVERED_STATUSES])
  // only a delivered order is with the customer; a returned one is neither there nor in the stock
  expect(PACKAGED_STATUSES.filter((status) => !UNDELIVERED_STATUSES.includes(status))).toEqual([
    orderLifecycle.transitions.deliver.to,
  ])
})

describe('the glasses of an order that are held by the customer', () => {
  const cases: [OrderStatus, number, number][] = [
    ['STOCK-OK', 0, 0],
    ['TO-PACKAGE', 0, 0],
    ['PACKAGED', 1, 0],
    ['READY-TO-INVOICE', 1, 0],
    ['PARKED', 1, 0],
    ['INVOICED', 1, 0],
    ['ON SHIPPING', 1, 0],
    ['RETURNED', 1, 0],
    ['SHIPPED', 1, 1],
  ]
  test.each(cases)('%s: the balance is %i, held is %i', async (status, balance, held) => {
    const customer = await newCustomer()
    await company.order(status, { customer })
    expect(await sumsOf(customer)).toEqual([balance, held])
    const pieces = held === 0 ? [] : [{ customerId: customer, productId: company.stock.glass, quantity: held * PIECE }]
    expect(await readHeldPieces(company.db, [customer])).toMatchObject(pieces)
  })

  test('are tested above in all statuses in which they have left the stock', () => {
    expect(cases.filter(([, balance]) => balance > 0).map(([status]) => status)).toHaveLength(PACKAGED_STATUSES.length)
  })

  test('include at once what was lent by hand, whatever orders are on their way to the customer', async () => {
    const customer = await newCustomer()
    await company.order('PACKAGED', { customer })
    await lendByHand(customer, 'OUTBOUND', 5)
    expect(await sumsOf(customer)).toEqual([6, 5])
    await lendByHand(customer, 'INBOUND', 2)
    expect(await sumsOf(customer)).toEqual([4, 3])
  })

  test('are counted for each customer and each product', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    await company.order('SHIPPED', { customer: one })
    await company.order('INVOICED', { customer: other })
    const tray = (await company.run('products.create-product', { name: 'Δίσκος', lendable: true })) as { id: number }
    await company.run('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: other,
      productId: tray.id,
      quantity: 2 * PIECE,
    })
    expect(await readHeldPieces(company.db, [one, other])).toEqual([
      { customerId: other, productId: tray.id, name: 'Δίσκος', unit: 'Item', quantity: 2 * PIECE },
      { customerId: one, productId: company.stock.glass, name: 'Ποτήρι', unit: 'Item', quantity: PIECE },
    ])
  })
})

describe('the glasses of an order', () => {
  test('that is reopened and packed again are counted as undelivered once', async () => {
    const customer = await newCustomer()
    const id = await company.order('PACKAGED', { customer })
    await move(id, 'reopen')
    expect(await sumsOf(customer)).toEqual([0, 0])
    await move(id, 'send')
    await company.run('packaging.package-order', { id, name: 'Νίκος' })
    expect(await sumsOf(customer)).toEqual([1, 0])
    await move(id, 'cancel')
    expect(await sumsOf(customer)).toEqual([0, 0])
  })

  test('that was delivered in part are held as far as they were delivered, and the rest after its own delivery', async () => {
    const customer = await newCustomer()
    const { candle, glass } = company.stock
    const { id } = (await company.run('orders.create-order', {
      customerId: customer,
      lines: [{ productId: candle, quantity: 10 * PIECE }],
      loans: [{ productId: glass, originProductId: candle }],
    })) as { id: number }
    await move(id, 'send')
    await company.run('packaging.package-order', { id, name: 'Νίκος' })
    await move(id, 'release')
    await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή' })
    const plan = (orderId: number) =>
      company.run('shipping.plan-shipment', { orderIds: [orderId], driverType: 'Driver', driver: 'Ονομα driver' })
    await plan(id)
    const { followUpOrderId } = (await company.run('shipping.close-delivery', {
      orderId: id,
      action: 'deliver',
      delivered: [{ lineNo: 1, quantity: 7 * PIECE }],
    })) as { followUpOrderId: number }
    expect(await sumsOf(customer)).toEqual([10, 7])
    await plan(followUpOrderId)
    expect(await sumsOf(customer)).toEqual([10, 7])
    await company.run('shipping.close-delivery', { orderId: followUpOrderId, action: 'deliver' })
    expect(await sumsOf(customer)).toEqual([10, 10])
  })
})

test('an order of which a program booked more returns than loans has no undelivered glasses', async () => {
  const customer = await newCustomer()
  const id = await company.order('ON SHIPPING', { customer })
  await lendByHand(customer, 'OUTBOUND', 9)
  const { glass } = company.stock
  await company.db.run(sql`
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, order_id, quantity_e4, user_name)
    values ('INBOUND', 'order', ${customer}, 'Ταβέρνα Η Βάρκα', ${glass}, 'Ποτήρι', ${id}, ${6 * PIECE}, 'πρόγραμμα')`)
  expect(await sumsOf(customer)).toEqual([4, 4])
})
