import { describe, expect, test } from 'vitest'
import { cents, quantity } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { DriverDay } from './contract.ts'
import { driverView } from './day.ts'
import { deliveredTotal, undeliveredOf } from './delivered-part.ts'
import { card, day, done, glasses } from './test-day.ts'

const owes = (actions: StoredAction[], of: DriverDay = day) => driverView.now(of, actions).customers.get(5)?.balance

test('without waiting actions the day equals the answer of the office', () => {
  const now = driverView.now(day, [])
  expect(now.shipments[0]?.stops.map((stop) => [stop.id, stop.closing, stop.loanBalance])).toEqual([
    [1, null, 290_000],
    [2, null, 290_000],
  ])
  expect(now.customers.get(5)?.balance).toBe(10_000)
  const carried = { id: 9, customerName: '', amount: cents(100), receiptNumber: '', orderId: 1, date: '', doneAt: null }
  const paid = driverView.now({ ...day, cash: { ...day.cash, payments: [carried] } }, [])
  expect(paid.cash.payments.map(({ waiting }) => waiting)).toEqual([false])
  expect(now.cash.amount).toBe(0)
})

test('a delivered order is owed, a payment lowers what is owed, and its cash is carried', () => {
  const actions = [
    done('shipping.close-delivery', { orderId: 1, action: 'deliver' }),
    done('payments.collect-payment', {
      customerId: 5,
      orderId: 1,
      amount: 5704,
      receiptNumber: 'Α-7',
      takenOn: '2026-11-20',
    }),
  ]
  const now = driverView.now(day, actions)
  expect(now.shipments[0]?.stops[0]).toMatchObject({ closing: 'deliver', status: 'SHIPPED', waiting: actions })
  expect(now.shipments[0]?.stops[1]).toMatchObject({ closing: null, waiting: [] })
  expect(now.customers.get(5)).toMatchObject({ balance: 10_000, lastPayment: { date: '2026-11-20', amount: 5704 } })
  expect(now.cash).toMatchObject({ amount: 5704, payments: [{ receiptNumber: 'Α-7', amount: 5704, waiting: true }] })
})

test('an accepted action counts, and is no longer marked as waiting', () => {
  const accepted = {
    ...done('shipping.close-delivery', { orderId: 1, action: 'return', reasonCode: 'absent' }),
    acceptedAfter: 7,
  }
  expect(driverView.now(day, [accepted]).shipments[0]?.stops[0]).toMatchObject({
    closing: 'return',
    status: 'RETURNED',
    waiting: [],
  })
})

test('of a partly delivered order only the delivered part is owed, and the rest stays in the vehicle', () => {
  const parts = [{ lineNo: 1, quantity: 80_000 }]
  // 8 × 3.35 = 26.80 and 6.43 VAT; 12.50 and 3.00 VAT
  expect(deliveredTotal(card(1), parts)).toBe(4873)
  const actions = [done('shipping.close-delivery', { orderId: 1, action: 'deliver', delivered: parts })]
  expect(owes(actions)).toBe(14_873)
  expect(driverView.now(day, actions).shipments[0]?.undelivered).toEqual([
    { orderId: 1, name: 'Ταβέρνα Ο Πλάτανος', lines: [{ name: 'Κερί 1', unit: 'PIECE', quantity: 20_000 }] },
  ])
})

test('an order that the office already knows as closed is not counted again', () => {
  const closed: DriverDay = {
    ...day,
    rounds: day.rounds.map((shipment) => ({ ...shipment, orders: [card(1, 'SHIPPED')] })),
  }
  const actions = [done('shipping.close-delivery', { orderId: 1, action: 'deliver' })]
  expect(owes(actions, closed)).toBe(10_000)
  expect(driverView.now(closed, actions).shipments[0]?.stops[0]?.closing).toBeNull()
})

test('a closed order shows how it was closed, whatever the office did with it since', () => {
  const orders = [{ ...card(1, 'RETURNED'), status: 'PRODUCED' }]
  const closed = { ...day, rounds: day.rounds.map((round) => ({ ...round, orders })) }
  expect(driverView.now(closed, []).shipments[0]?.stops[0]?.status).toBe('RETURNED')
})

test('what was not delivered or was taken back is in the vehicle of its shipment, added to what the office knows', () => {
  const [first] = day.rounds
  if (first === undefined) throw new Error('the day has no shipment')
  const back = { rests: [], loans: [glasses(1)] }
  const second = { shipment: { ...first.shipment, id: 4 }, orders: [card(7)], back }
  const { shipments } = driverView.now({ ...day, rounds: [first, second] }, [
    done('shipping.close-delivery', { orderId: 1, action: 'deliver', delivered: [{ lineNo: 2, quantity: 0 }] }),
    done('shipping.take-back-loans', { customerId: 5, orderId: 7, items: [{ productId: 8, quantity: 20_000 }] }),
  ])
  expect(shipments.map(({ undelivered, takenBack }) => [undelivered.map(({ orderId }) => orderId), takenBack])).toEqual(
    [
      [[1], []],
      [[], [glasses(3)]],
    ],
  )
})

test('a payment that the office knows is carried and does not wait', () => {
  const paid = { id: 9, customerName: '', amount: cents(500), receiptNumber: '', orderId: 1, date: '', doneAt: null }
  const known: DriverDay = { ...day, cash: { ...day.cash, amount: cents(500), payments: [paid] } }
  expect(driverView.now(known, []).cash.payments).toMatchObject([{ key: '9', amount: 500, waiting: false }])
})

test('an order that is returned or sent to planning is not owed', () => {
  expect(owes([done('shipping.close-delivery', { orderId: 1, action: 'return', reasonCode: 'absent' })])).toBe(10_000)
  expect(owes([done('shipping.close-delivery', { orderId: 2, action: 'to-planning', reasonCode: 'no-time' })])).toBe(
    10_000,
  )
})

test('lent items taken back lower the balance on every card of the customer, and are in the vehicle', () => {
  const items = [
    { productId: 8, quantity: 20_000 },
    { productId: 9, quantity: 30_000 },
  ]
  const taking = done('shipping.take-back-loans', { customerId: 5, orderId: 2, items })
  const now = driverView.now(day, [taking])
  expect(now.customers.get(5)?.loans).toEqual([{ ...glasses(24), held: 40_000 }])
  expect(now.shipments[0]?.stops.map((stop) => stop.loanBalance)).toEqual([240_000, 240_000])
  expect(now.shipments[0]?.stops.map((stop) => stop.waiting)).toEqual([[], [taking]])
  expect(now.shipments[0]?.takenBack.map((loan) => [loan.name, loan.quantity])).toEqual([
    ['Ποτήρι', 20_000],
    ['Φανάρι', 30_000],
  ])
  expect(now.shipments[0]?.stops.map(({ waiting }) => waiting.length)).toEqual([0, 1])
  const later = done('shipping.take-back-loans', { customerId: 5, orderId: 1, items: items.slice(0, 1) })
  const first = done('shipping.take-back-loans', { customerId: 5, orderId: 2, items: items.slice(0, 1) })
  expect(driverView.now(day, [first, later]).shipments[0]?.takenBack.map((loan) => loan.quantity)).toEqual([40_000])
})

test('nothing of a line stays in the vehicle if all of it was delivered', () => {
  const [whole] = card(1).lines
  expect(undeliveredOf({ lines: card(1).lines }, [{ lineNo: 1, quantity: whole?.quantity ?? 0 }])).toEqual([])
})

describe('what the customer holds of the glasses', () => {
  const glassesAfter = (...actions: StoredAction[]) => {
    const loan = driverView
      .now(day, actions)
      .customers.get(5)
      ?.loans.find(({ productId }) => productId === 8)
    return [loan?.quantity, loan?.held]
  }
  const close = (action: string, more: object = {}) => done('shipping.close-delivery', { orderId: 1, action, ...more })

  test('grows by those of a delivered order, while the balance, which includes them since packaging, stays the same', () => {
    expect(glassesAfter()).toEqual([260_000, 60_000])
    expect(glassesAfter(close('deliver'))).toEqual([260_000, 160_000])
  })

  test('grows by those that stay with the delivered part, by the same rule as on the server', () => {
    const delivered = [{ lineNo: 1, quantity: 75_000 }]
    // 2.5 of 10 candles are not delivered, with 2 of the 10 glasses, because only whole glasses go with them
    expect(glassesAfter(close('deliver', { delivered }))).toEqual([260_000, 140_000])
  })

  test('stays the same when the order is returned or sent to planning', () => {
    expect(glassesAfter(close('return', { reasonCode: 'absent' }))).toEqual([260_000, 60_000])
    expect(glassesAfter(close('to-planning', { reasonCode: 'no-time' }))).toEqual([260_000, 60_000])
  })

  test('shrinks by what was taken back, also from an order just delivered', () => {
    const back = done('shipping.take-back-loans', {
      customerId: 5,
      orderId: 1,
      items: [{ productId: 8, quantity: 160_000 }],
    })
    expect(glassesAfter(close('deliver'), back)).toEqual([100_000, 0])
  })

  test('does not grow by an order that the office already knows as delivered', () => {
    const closed = { ...day, rounds: day.rounds.map((shipment) => ({ ...shipment, orders: [card(1, 'SHIPPED')] })) }
    const loans = driverView.now(closed, [close('deliver')]).customers.get(5)?.loans
    expect(loans?.map(({ held }) => held)).toEqual([60_000, 30_000])
  })
})

test('card and cheque lower what the customer owes, and are not carried (C-80)', () => {
  const cheque = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ', expireDate: '2027-01-31' }
  const now = driverView.now(day, [
    done('payments.collect-payment', { customerId: 5, amount: 2000, type: 'CARD' }),
    done('payments.collect-payment', { customerId: 5, amount: 3000, ...cheque }),
  ])
  expect(now.customers.get(5)).toMatchObject({ balance: 5000, lastPayment: { amount: 3000 } })
  expect(now.cash).toMatchObject({ amount: 0, payments: [] })
})

test('cash that was handed over is no longer carried, and cash taken later is', () => {
  const pay = (amount: number) => done('payments.collect-payment', { customerId: 5, amount })
  const now = driverView.now(day, [pay(2000), done('payments.hand-over-cash', { counted: 2000 }), pay(300)])
  expect(now.cash.amount).toBe(300)
  expect(now.cash.handingOver.map(({ counted }) => counted)).toEqual([2000])
})

test('a finished shipment is marked as finishing, and an action of another page is ignored', () => {
  const now = driverView.now(day, [
    done('shipping.finish-shipment', { id: 3 }),
    done('packaging.package-order', { id: 1 }),
  ])
  expect(now.shipments[0]?.finishing).toBe(true)
  expect(now.shipments[0]?.stops[0]?.waiting).toEqual([])
})

test('items without a known product count in the loan balance on the card, and what is taken back lowers it', () => {
  const known = day.customers.map((customer) => ({ ...customer, loanBalance: quantity(320_000) }))
  const items = [{ productId: 8, quantity: 20_000 }]
  const taken = done('shipping.take-back-loans', { customerId: 5, orderId: 2, items })
  const balances = (actions: StoredAction[]) =>
    driverView.now({ ...day, customers: known }, actions).shipments[0]?.stops.map((stop) => stop.loanBalance)
  expect(balances([])).toEqual([320_000, 320_000])
  expect(balances([taken])).toEqual([300_000, 300_000])
})

test('actions whose keys the answer names do not count again: payments, lent items and hand-overs', () => {
  const actions = [
    done('payments.collect-payment', { customerId: 5, orderId: 1, amount: 2000 }),
    done('shipping.take-back-loans', {
      customerId: 5,
      orderId: 2,
      items: [{ productId: 8, quantity: 20_000 }],
    }),
    { ...done('payments.hand-over-cash', { counted: 2000 }), acceptedAfter: 7 },
  ]
  const known: DriverDay = { ...day, doneKeys: actions.map(({ key }) => key) }
  expect(driverView.now(known, actions)).toEqual(driverView.now(known, []))
  const later = done('payments.collect-payment', { customerId: 5, amount: 300 })
  expect(driverView.now(known, [...actions, later]).cash.amount).toBe(300)
})

test('a day that an earlier version of the page stored without keys, lent items of orders and held items still opens', () => {
  const { doneKeys: _, ...kept } = day
  const orders = [card(1)].map(({ lent: _lent, ...order }) => order)
  const before = {
    ...kept,
    rounds: day.rounds.map((shipment) => ({ ...shipment, orders })),
    customers: day.customers.map((customer) => ({
      ...customer,
      loans: customer.loans.map(({ held: _held, ...loan }) => loan),
    })),
  } as unknown as DriverDay
  const now = driverView.now(before, [done('shipping.close-delivery', { orderId: 1, action: 'deliver' })])
  expect(now.cash.amount).toBe(0)
  expect(now.customers.get(5)?.loans.map(({ held }) => held)).toEqual([260_000, 30_000])
})

describe('the driving order', () => {
  const reorder = (...orderIds: number[]) => done('shipping.reorder-stops', { shipmentId: 3, orderIds })
  const orderOf = (...actions: StoredAction[]) =>
    driverView.now(day, actions).shipments[0]?.stops.map(({ id, position }) => [id, position])

  test('is the one that the driver chose last, also while the office does not know it', () => {
    expect(orderOf(reorder(2, 1))).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect(orderOf(reorder(2, 1), reorder(1, 2))).toEqual(orderOf())
  })

  test('leaves a closed order where it is, as the office will', () => {
    const close = done('shipping.close-delivery', { orderId: 1, action: 'deliver' })
    expect(orderOf(close, reorder(2, 1))).toEqual(orderOf())
    expect(orderOf(reorder(2, 1), close)).toEqual(orderOf(reorder(2, 1)))
    expect(orderOf(reorder(2, 1), close, reorder(2))).toEqual(orderOf(reorder(2, 1)))
  })
})

test('the last payment of a customer has the day of the payment, or that of the press', () => {
  const paidOn = (more: object) =>
    driverView.now(day, [done('payments.collect-payment', { customerId: 5, amount: 100, ...more })]).customers.get(5)
      ?.lastPayment?.date
  expect([paidOn({ takenOn: '2026-11-18' }), paidOn({})]).toEqual(['2026-11-18', '2026-11-20'])
})

describe('until the day contains an accepted action, the phone keeps', () => {
  test('nothing of a photo', () => {
    expect(driverView.kept(done('shipping.add-delivery-photo', { orderId: 1 }))).toBeNull()
  })

  test('a delivery without name and signature, and another action as it is', () => {
    const input = { orderId: 1, action: 'deliver', proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }
    const kept = driverView.kept(done('shipping.close-delivery', input))
    expect(kept?.input).toEqual({ orderId: 1, action: 'deliver', proof: undefined })
    expect(JSON.stringify(kept)).not.toContain('Μαρία')
    const payment = done('payments.collect-payment', { amount: 100 })
    expect(driverView.kept(payment)).toBe(payment)
  })
})
