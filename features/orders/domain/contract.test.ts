import { expect, test } from 'vitest'
import { createOrder, moveOrders, processOrders } from './contract.ts'

const order = {
  customerId: 1,
  lines: [{ productId: 7, quantity: 1_0000, salesPrice: 1_0000 }],
  loans: [{ productId: 8, originProductId: 7 }],
}

test('a new order is no offer, and neither a lent quantity nor open tasks are confirmed, unless the request says so', () => {
  const read = createOrder.input.parse(order)
  expect([read.offer, read.loans[0]?.confirmed]).toEqual([false, false])
  expect(moveOrders.input.parse({ ids: [1], transition: 'send' }).confirmOpenTasks).toBe(false)
  expect(processOrders.input.parse({}).withoutOpenTasks).toBe(false)
})

test.each([
  ['2026-11-02', '2026-11-02 00:00:00'],
  ['2026-11-02 10:30:00', '2026-11-02 10:30:00'],
])('a delivery of %s is read as %s', (written, read) => {
  expect(createOrder.input.parse({ ...order, expectedDelivery: written }).expectedDelivery).toBe(read)
})

test('a delivery that is no moment is refused', () => {
  for (const expectedDelivery of ['2026-02-30', '2026-11-02 10:30'])
    expect(createOrder.input.safeParse({ ...order, expectedDelivery }).success).toBe(false)
})
