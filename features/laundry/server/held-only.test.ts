/** Tests that pieces that never left the company cannot be returned, by whatever door (C-75). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

const { press } = peopleOf(() => company)
const addCustomer = async (): Promise<number> =>
  ((await company.run('customers.create-customer', { name: 'Ταβέρνα Η Βάρκα' })) as { id: number }).id

type Back = { readonly customerId: number; readonly orderId: number }
const items = () => [{ productId: company.stock.glass, quantity: PIECE }]
const byHand = (customerId: number, bound: string) =>
  press('user', 'loans.record-loan', { bound, customerId, productId: company.stock.glass, quantity: PIECE })
const program = (body: object) =>
  ask(company, 'POST', '/api/v2/db/_table/loans', {
    token: company.tokens.user,
    body: { resource: [{ bound: 'INBOUND', prd_id: company.stock.glass, quantity: 1, ...body }] },
  })

/** The doors through which lent items come back. Each returns one glass. */
const DOORS: readonly [name: string, back: (of: Back) => ReturnType<typeof press>][] = [
  [
    'the office for the laundry',
    ({ customerId }) => press('user', 'laundry.return-loans', { customerId, items: items() }),
  ],
  ['the office by hand', ({ customerId }) => byHand(customerId, 'INBOUND')],
  ['a driver', (of) => press('driver', 'shipping.take-back-loans', { ...of, items: items() })],
  ['the office in place of a driver', (of) => press('user', 'shipping.take-back-loans', { ...of, items: items() })],
  ['a program', ({ customerId }) => program({ customer_id: customerId })],
  ['a program for the order', ({ customerId, orderId }) => program({ customer_id: customerId, order_id: orderId })],
]

/** Returns balance and held glasses of a customer, and the glasses on the shelf. */
const sums = (customerId: number) =>
  company.db.one<{ balance: number; held: number; shelf: number }>(sql`
    select coalesce(max(s.balance_e4), 0)::bigint / 10000 as balance, coalesce(max(s.held_e4), 0)::bigint / 10000 as held,
      (select stock_e4 from products where id = ${company.stock.glass}) / 10000 as shelf
    from loan_sums s where s.customer_id = ${customerId} and s.product_id = ${company.stock.glass}`)

describe.each(DOORS)('glasses that %s returns', (_, back) => {
  test.each<OrderStatus>(['PACKAGED', 'ON SHIPPING', 'RETURNED'])(
    'are refused while their order is %s',
    async (status) => {
      const customerId = await addCustomer()
      // the driver reaches the customer by another order
      const reached = await company.order('ON SHIPPING', { customer: customerId })
      const orderId = await company.order(status, { customer: customerId })
      const before = await sums(customerId)
      expect(before).toMatchObject({ balance: 2, held: 0 })
      const { status: code, text } = await back({ customerId, orderId: reached })
      expect([code, text]).toEqual([expect.any(Number), expect.stringMatching(/"held": ?0/)])
      expect(code).not.toBe(200)
      expect(await sums(customerId)).toEqual(before)
      if (status === 'ON SHIPPING') return
      await company.run('orders.move-order', { id: orderId, transition: 'cancel' })
      expect(await sums(customerId)).toEqual({ balance: 1, held: 0, shelf: before.shelf + 1 })
    },
  )

  test('are accepted after the delivery, and not once more', async () => {
    const customerId = await addCustomer()
    const orderId = await company.order('ON SHIPPING', { customer: customerId })
    await company.run('shipping.close-delivery', { orderId, action: 'deliver' })
    const of = { customerId, orderId }
    expect((await back(of)).status).toBe(200)
    expect(await sums(customerId)).toMatchObject({ balance: 0, held: 0 })
    expect((await back(of)).text).toContain('held')
  })
})

test('a return that a program writes for an order that is not delivered takes from what the customer holds', async () => {
  const customerId = await addCustomer()
  const orderId = await company.order('PACKAGED', { customer: customerId })
  await byHand(customerId, 'OUTBOUND')
  const of = { customer_id: customerId, order_id: orderId }
  expect((await program(of)).status).toBe(200)
  expect(await sums(customerId)).toMatchObject({ balance: 1, held: 0 })
  expect((await program(of)).text).toContain('held')
  await company.run('orders.move-order', { id: orderId, transition: 'cancel' })
  expect(await sums(customerId)).toMatchObject({ balance: 0, held: 0 })
})

test('a reason confirms a return of what was not delivered, and the customer then holds less than zero', async () => {
  const customerId = await addCustomer()
  await company.order('PACKAGED', { customer: customerId })
  const { status } = await press('user', 'laundry.return-loans', {
    customerId,
    items: items(),
    reason: 'τα έφερε πίσω ο πελάτης',
  })
  expect(status).toBe(200)
  expect(await sums(customerId)).toMatchObject({ balance: 0, held: -1 })
})
