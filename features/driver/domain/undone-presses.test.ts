import { describe, expect, test } from 'vitest'
import { cents, quantity, subtractCents } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { DriverDay } from './contract.ts'
import { driverView } from './day.ts'
import { card, day, done } from './test-day.ts'
import { isOfPress, isPhotoOfPress, undoablePresses, withoutUndone } from './undone-presses.ts'

describe('an undone press', () => {
  const AT = '2026-11-20T08:00:00.000Z'
  const close = done('shipping.close-delivery', { orderId: 1, action: 'deliver', doneAt: AT })
  const pay = done('payments.collect-payment', { customerId: 5, orderId: 1, amount: 5704, doneAt: AT })
  const undo = done('driver.undo-press', { orderIds: [1], shipmentId: 3, pressedAt: AT, doneAt: AT })
  const stateOf = (of: DriverDay, ...actions: StoredAction[]) => {
    const now = driverView.now(of, actions)
    const { outcome, closing, status, closedAt } = now.shipments[0]?.stops[0] ?? {}
    const { balance, loans } = now.customers.get(5) ?? {}
    const { cash } = now
    return { outcome, closing, status, closedAt, balance, cash: cash.amount, held: loans?.map((loan) => loan.held) }
  }

  test('leaves the order on its way, nothing owed and no cash, if the office knows none of its actions', () => {
    expect(stateOf(day, close, pay, undo)).toEqual(stateOf(day))
    expect(driverView.now(day, [close, undo]).shipments[0]?.stops[0]?.waiting).toEqual([undo])
  })

  test('takes back what the answer of the office already contains', () => {
    const orders = [{ ...card(1, 'SHIPPED'), closedAt: AT }, card(2)]
    const customers = day.customers.map((customer) => ({
      ...customer,
      loans: customer.loans.map((loan, at) => (at === 0 ? { ...loan, held: quantity(160_000) } : loan)),
    }))
    const carried = {
      id: 9,
      customerName: '',
      amount: cents(5704),
      receiptNumber: '',
      orderId: 1,
      date: '',
      doneAt: AT,
    }
    const known: DriverDay = {
      ...day,
      rounds: day.rounds.map((one) => ({ ...one, orders })),
      customers,
      cash: { ...day.cash, amount: cents(5704), payments: [carried] },
    }
    expect(stateOf(known)).toMatchObject({ outcome: 'SHIPPED', cash: 5704, closedAt: AT })
    expect(stateOf(known, undo)).toEqual(stateOf(day))
  })

  test('takes back what was paid by card, which is not carried', () => {
    const orders = [{ ...card(1, 'SHIPPED'), closedAt: AT }, card(2)]
    const byCard = { customerId: 5, orderId: 1, amount: cents(5704), doneAt: AT }
    const delivered: DriverDay = { ...day, rounds: day.rounds.map((one) => ({ ...one, orders })), notCarried: [] }
    const known: DriverDay = {
      ...delivered,
      notCarried: [byCard, { ...byCard, orderId: 2 }],
      customers: day.customers.map((one) =>
        one.id === 5 ? { ...one, balance: subtractCents(one.balance, cents(5704)) } : one,
      ),
    }
    expect(stateOf(known, undo)).toEqual(stateOf(delivered, undo))
  })

  test('can be followed by another press', () => {
    const later = '2026-11-20T08:02:00.000Z'
    const again = done('shipping.close-delivery', { orderId: 1, action: 'deliver', doneAt: later })
    expect(stateOf(day, close, undo, again)).toEqual({ ...stateOf(day, close), closedAt: later })
  })

  test('counts as before if the office refused the undo, which is then not among the actions', () => {
    expect(stateOf(day, close)).toMatchObject({ closing: 'deliver', closedAt: AT })
  })
})

describe('the presses that may be undone', () => {
  const close = (orderId: number, minute: number, more: object = {}) =>
    done('shipping.close-delivery', { orderId, action: 'deliver', doneAt: `2026-11-20T08:0${minute}:00.000Z`, ...more })
  const pressesAt = (time: string, ...actions: StoredAction[]) => {
    const [shipment] = driverView.now(day, actions).shipments
    if (shipment === undefined) throw new Error('the day has no shipment')
    return undoablePresses(shipment, `2026-11-20T08:${time}.000Z`).map(({ stops }) => stops.map(({ id }) => id))
  }

  test('are those of the last ten minutes, the newest first, with all orders of each', () => {
    expect(pressesAt('03:00', close(1, 1), close(2, 2))).toEqual([[2], [1]])
    expect(pressesAt('11:30', close(1, 1), close(2, 2))).toEqual([[2]])
    expect(pressesAt('03:00', close(1, 1), close(2, 1))).toEqual([[1, 2]])
    expect(pressesAt('03:00')).toEqual([])
  })

  test.each([
    ['an order that was closed and is on its way again', { outcome: null, closedAt: '2026-11-20T08:01:00.000Z' }],
    ['a closed order whose moment is not known', { outcome: 'SHIPPED', closedAt: null }],
  ])('do not contain %s', (_, closing) => {
    const [shipment] = driverView.now(day, []).shipments
    if (shipment === undefined) throw new Error('the day has no shipment')
    const stops = shipment.stops.map((stop) => ({ ...stop, ...closing }))
    expect(undoablePresses({ ...shipment, stops }, '2026-11-20T08:03:00.000Z')).toEqual([])
  })

  test('are not those of which a part was not delivered, nor those of a finished shipment', () => {
    expect(pressesAt('03:00', close(1, 1, { delivered: [{ lineNo: 1, quantity: 10_000 }] }))).toEqual([])
    expect(pressesAt('03:00', close(1, 1), done('shipping.finish-shipment', { id: 3 }))).toEqual([])
  })
})

describe('a waiting action is withdrawn with a press', () => {
  const press = { orderIds: [1, 2], pressedAt: '2026-11-20T08:00:00.000Z' }
  const close = (orderId: number, doneAt?: string) =>
    done('shipping.close-delivery', { orderId, action: 'deliver', doneAt })
  const pay = (more: object) => done('payments.collect-payment', { customerId: 5, amount: 100, ...more })
  const AT = { doneAt: press.pressedAt }
  test.each<[string, StoredAction, boolean]>([
    ['if it closed an order of the press at its moment', close(2, press.pressedAt), true],
    ['also if the moment is written without thousandths', close(2, '2026-11-20T08:00:00Z'), true],
    ['but not if it closed another order', close(3, press.pressedAt), false],
    ['but not if it closed the order at another moment', close(1, '2026-11-20T08:01:00.000Z'), false],
    ['but not if its moment is not known', close(1), false],
    ['if it paid an order of the press', pay({ orderId: 1, ...AT }), true],
    ['if it paid for several orders at the moment of the press', pay(AT), true],
    ['but not if it paid another order', pay({ orderId: 3, ...AT }), false],
    [
      'but not if it is another kind of action',
      done('shipping.take-back-loans', { customerId: 5, orderId: 1, items: [], ...AT }),
      false,
    ],
    ['but not if its form is unknown', done('shipping.close-delivery', { orderId: 'x', ...AT }), false],
  ])('%s', (_, action, expected) => {
    expect(isOfPress(action, press)).toBe(expected)
  })

  const photo = (orderId: number) =>
    done('shipping.add-delivery-photo', { orderId, photo: 'AAAA', takenAt: '2026-11-20T07:59:00.000Z' })
  test('if it is a photo of an order of the press, and not if it is one of another order, of an unknown form or another action', () => {
    const unknown = done('shipping.add-delivery-photo', { orderId: 'x' })
    const actions = [photo(1), photo(2), photo(3), unknown, close(1, press.pressedAt)]
    expect(actions.map((one) => isPhotoOfPress(one, [1, 2]))).toEqual([true, true, false, false, false])
  })
})

test('an undone press leaves other orders closed, other payments carried, and what was paid by card for them', () => {
  const at = (minute: number) => `2026-11-20T08:0${minute}:00.000Z`
  const orders = [1, 2].map((id) => ({ ...card(id, 'SHIPPED'), closedAt: at(id) }))
  const paid = (id: number) => ({
    id,
    customerName: '',
    amount: cents(100),
    receiptNumber: '',
    orderId: id,
    date: '',
    doneAt: at(id),
  })
  const byCard = (orderId: number) => ({ customerId: 5, orderId, amount: cents(50), doneAt: at(orderId) })
  const known: DriverDay = {
    ...day,
    rounds: day.rounds.map((one) => ({ ...one, orders })),
    cash: { ...day.cash, amount: cents(200), payments: [paid(1), paid(2)] },
    notCarried: [byCard(1), byCard(2)],
  }
  const undo = done('driver.undo-press', { orderIds: [1], shipmentId: 3, pressedAt: at(1), doneAt: at(3) })
  const left = withoutUndone(known, [undo]).answer
  expect(left.rounds[0]?.orders.map(({ outcome }) => outcome)).toEqual([null, 'SHIPPED'])
  expect(left.cash).toMatchObject({ amount: 100, payments: [{ id: 2 }] })
  expect(left.notCarried).toEqual([byCard(2)])
  const both = {
    ...known,
    rounds: day.rounds.map((one) => ({ ...one, orders: orders.map((order) => ({ ...order, closedAt: at(1) })) })),
  }
  expect(withoutUndone(both, [undo]).answer.rounds[0]?.orders.map(({ outcome }) => outcome)).toEqual([null, 'SHIPPED'])
  const wrong = done('driver.undo-press', { orderIds: [1, 2], shipmentId: 3, pressedAt: at(1), doneAt: at(3) })
  expect(withoutUndone(known, [wrong]).answer.rounds[0]?.orders.map(({ outcome }) => outcome)).toEqual([
    null,
    'SHIPPED',
  ])
})
