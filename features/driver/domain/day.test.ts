import { describe, expect, test } from 'vitest'
import { lineAmounts } from '#features/orders/domain/totals.ts'
import { cents, quantity, subtractCents, rate, unitPrice } from '#kernel/money.ts'
import type { DriverDay } from './contract.ts'
import { withWaiting } from './day.ts'
import type { DoneAction } from './day-now.ts'
import { deliveredTotal, undeliveredOf } from './delivered-part.ts'
import { isOfPress, isPhotoOfPress, undoablePresses, withoutUndone } from './undone-presses.ts'

const line = (lineNo: number, pieces: number, price: number) => {
  const figures = { quantity: quantity(pieces * 10_000), salesPrice: unitPrice(price), vat: rate(2400) }
  return { lineNo, productId: 10 + lineNo, name: `Κερί ${lineNo}`, unit: 'PIECE', ...figures, ...lineAmounts(figures) }
}

const glasses = (pieces: number) => ({
  productId: 8,
  name: 'Ποτήρι',
  unit: 'PIECE',
  quantity: quantity(pieces * 10_000),
})

const card = (id: number, outcome: string | null = null) => ({
  id,
  position: id,
  status: outcome ?? 'ON SHIPPING',
  outcome,
  customerId: 5,
  name: 'Ταβέρνα Ο Πλάτανος',
  label: '',
  phone: '',
  address: 'Ερμού 12',
  city: 'Αθήνα',
  postcode: '10563',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 2,
  // 10 × 3.35 and 1 × 12.50, each with VAT of 24 %
  total: 5704,
  invoiceMode: 'epsilon',
  loanBalance: 290_000,
  lines: [line(1, 10, 33_500), line(2, 1, 125_000)],
  // each candle of the first line comes with a glass
  lent: [{ ...glasses(10), originProductId: 11 }],
  lat: null,
  lon: null,
})

const day: DriverDay = {
  rounds: [
    {
      shipment: {
        id: 3,
        status: 'PENDING',
        driver: 'Νίκος',
        driverType: 'Driver',
        vehicle: '',
        updated: '2026-11-20T06:00:00.000Z',
        orders: 2,
        openOrders: 2,
        extra: '',
        distance: null,
        duration: null,
        estimated: true,
      },
      orders: [card(1), card(2)],
      back: { rests: [], loans: [] },
    },
  ],
  customers: [
    {
      id: 5,
      name: 'Ταβέρνα Ο Πλάτανος',
      label: '',
      phone: '',
      phone2: '',
      address: '',
      city: '',
      postcode: '',
      balance: cents(10_000),
      lastPayment: null,
      loans: [
        // 6 from earlier orders, and 20 that come with the two orders of the shipment
        { ...glasses(26), held: quantity(60_000) },
        { productId: 9, name: 'Φανάρι', unit: 'PIECE', quantity: quantity(30_000), held: quantity(30_000) },
      ],
    },
  ],
  cash: { amount: cents(0), payments: [], handovers: [] },
  company: { name: 'ΚΕΡΙΝΟ', address: '', place: null },
  doneKeys: [],
}

let made = 0
const done = (command: string, input: unknown): DoneAction => ({
  key: `key-${++made}`,
  command,
  input,
  name: 'Ταβέρνα Ο Πλάτανος',
  at: '2026-11-20T08:00:00.000Z',
})

const owes = (actions: DoneAction[], of: DriverDay = day) => withWaiting(of, actions).customers.get(5)?.balance

test('without waiting actions the day equals the answer of the office', () => {
  const now = withWaiting(day, [])
  expect(now.shipments[0]?.stops.map((stop) => [stop.id, stop.closing, stop.loanBalance])).toEqual([
    [1, null, 290_000],
    [2, null, 290_000],
  ])
  expect(now.customers.get(5)?.balance).toBe(10_000)
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
      takenOn: '2026-11-19',
    }),
  ]
  const now = withWaiting(day, actions)
  expect(now.shipments[0]?.stops[0]).toMatchObject({ closing: 'deliver', status: 'SHIPPED', waiting: actions })
  expect(now.shipments[0]?.stops[1]).toMatchObject({ closing: null, waiting: [] })
  expect(now.customers.get(5)).toMatchObject({ balance: 10_000, lastPayment: { date: '2026-11-19', amount: 5704 } })
  expect(now.cash).toMatchObject({ amount: 5704, payments: [{ receiptNumber: 'Α-7', amount: 5704, waiting: true }] })
})

test('an accepted action counts, and is no longer marked as waiting', () => {
  const accepted = {
    ...done('shipping.close-delivery', { orderId: 1, action: 'return', reasonCode: 'absent' }),
    acceptedAfter: 7,
  }
  expect(withWaiting(day, [accepted]).shipments[0]?.stops[0]).toMatchObject({
    closing: 'return',
    status: 'RETURNED',
    waiting: [],
  })
})

const credited = { lineNo: 1, quantity: quantity(10_000), net: cents(335), vat: cents(80) }
// the split of an order may leave a line with a cent less than its pieces are worth
const splitBefore = [{ ...line(1, 10, 33_500), total: cents(3349), vatAmount: cents(803) }, line(2, 1, 125_000)]
const withoutAmounts = [line(1, 10, 33_500), line(2, 1, 125_000)].map((one) => ({
  ...one,
  total: undefined as unknown as number,
  vatAmount: undefined as unknown as number,
}))

test('of a partly delivered order only the delivered part is owed, and the rest stays in the vehicle', () => {
  const parts = [{ lineNo: 1, quantity: 80_000 }]
  // 8 × 3.35 = 26.80 and 6.43 VAT; 12.50 and 3.00 VAT
  expect(deliveredTotal(card(1), parts)).toBe(4873)
  const actions = [done('shipping.close-delivery', { orderId: 1, action: 'deliver', delivered: parts })]
  expect(owes(actions)).toBe(14_873)
  expect(withWaiting(day, actions).shipments[0]?.undelivered).toEqual([
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
  expect(withWaiting(closed, actions).shipments[0]?.stops[0]?.closing).toBeNull()
})

test('a closed order shows how it was closed, whatever the office did with it since', () => {
  const orders = [{ ...card(1, 'RETURNED'), status: 'PRODUCED' }]
  const closed = { ...day, rounds: day.rounds.map((round) => ({ ...round, orders })) }
  expect(withWaiting(closed, []).shipments[0]?.stops[0]?.status).toBe('RETURNED')
})

test.each([
  ['all of it', {}, [], 5704],
  ['all of it but what a credit note took back', { credits: [credited] }, [], 5289],
  ['a part, without what a credit note took back of it', { credits: [credited] }, [{ lineNo: 2, quantity: 0 }], 3739],
  ['the other lines as they were invoiced', { lines: splitBefore }, [{ lineNo: 2, quantity: 0 }], 4152],
  [
    'the other lines of a day that was stored without amounts',
    { lines: withoutAmounts },
    [{ lineNo: 2, quantity: 0 }],
    4154,
  ],
])('of an order is owed %s', (_, more, parts, owed) => {
  expect(deliveredTotal({ ...card(1), ...more }, parts)).toBe(owed)
})

test('a line of which as much was delivered as was ordered leaves nothing in the vehicle', () => {
  expect(undeliveredOf(card(1), [{ lineNo: 1, quantity: 100_000 }])).toEqual([])
})

test('what was not delivered or was taken back is in the vehicle of its shipment, added to what the office knows', () => {
  const [first] = day.rounds
  if (first === undefined) throw new Error('the day has no shipment')
  const back = { rests: [], loans: [glasses(1)] }
  const second = { shipment: { ...first.shipment, id: 4 }, orders: [card(7)], back }
  const { shipments } = withWaiting({ ...day, rounds: [first, second] }, [
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
  const now = withWaiting(day, [taking])
  expect(now.customers.get(5)?.loans).toEqual([{ ...glasses(24), held: 40_000 }])
  expect(now.shipments[0]?.stops.map((stop) => stop.loanBalance)).toEqual([240_000, 240_000])
  expect(now.shipments[0]?.stops.map((stop) => stop.waiting)).toEqual([[], [taking]])
  expect(now.shipments[0]?.takenBack.map((loan) => [loan.name, loan.quantity])).toEqual([
    ['Ποτήρι', 20_000],
    ['Φανάρι', 30_000],
  ])
})

describe('what the customer holds of the glasses', () => {
  const glassesAfter = (...actions: DoneAction[]) => {
    const loan = withWaiting(day, actions)
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
    const loans = withWaiting(closed, [close('deliver')]).customers.get(5)?.loans
    expect(loans?.map(({ held }) => held)).toEqual([60_000, 30_000])
  })
})

test('card and cheque lower what the customer owes, and are not carried (C-80)', () => {
  const cheque = { type: 'CHECK', bankName: 'Alpha', issuer: 'ΑΒΓ', expireDate: '2027-01-31' }
  const now = withWaiting(day, [
    done('payments.collect-payment', { customerId: 5, amount: 2000, type: 'CARD' }),
    done('payments.collect-payment', { customerId: 5, amount: 3000, ...cheque }),
  ])
  expect(now.customers.get(5)).toMatchObject({ balance: 5000, lastPayment: { date: '2026-11-20', amount: 3000 } })
  expect(now.cash).toMatchObject({ amount: 0, payments: [] })
})

test('cash that was handed over is no longer carried, and cash taken later is', () => {
  const pay = (amount: number) => done('payments.collect-payment', { customerId: 5, amount })
  const now = withWaiting(day, [pay(2000), done('payments.hand-over-cash', { counted: 2000 }), pay(300)])
  expect(now.cash.amount).toBe(300)
  expect(now.cash.handingOver.map(({ counted }) => counted)).toEqual([2000])
})

test('a finished shipment is marked as finishing, and an action of another page is ignored', () => {
  const now = withWaiting(day, [
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
  const balances = (actions: DoneAction[]) =>
    withWaiting({ ...day, customers: known }, actions).shipments[0]?.stops.map((stop) => stop.loanBalance)
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
  expect(withWaiting(known, actions)).toEqual(withWaiting(known, []))
  const later = done('payments.collect-payment', { customerId: 5, amount: 300 })
  expect(withWaiting(known, [...actions, later]).cash.amount).toBe(300)
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
  const now = withWaiting(before, [done('shipping.close-delivery', { orderId: 1, action: 'deliver' })])
  expect(now.cash.amount).toBe(0)
  expect(now.customers.get(5)?.loans.map(({ held }) => held)).toEqual([260_000, 30_000])
})

describe('an undone press', () => {
  const AT = '2026-11-20T08:00:00.000Z'
  const close = done('shipping.close-delivery', { orderId: 1, action: 'deliver', doneAt: AT })
  const pay = done('payments.collect-payment', { customerId: 5, orderId: 1, amount: 5704, doneAt: AT })
  const undo = done('driver.undo-press', { orderIds: [1], shipmentId: 3, pressedAt: AT, doneAt: AT })
  const stateOf = (of: DriverDay, ...actions: DoneAction[]) => {
    const now = withWaiting(of, actions)
    const { outcome, closing, status, closedAt } = now.shipments[0]?.stops[0] ?? {}
    const { balance, loans } = now.customers.get(5) ?? {}
    const { cash } = now
    return { outcome, closing, status, closedAt, balance, cash: cash.amount, held: loans?.map((loan) => loan.held) }
  }

  test('leaves the order on its way, nothing owed and no cash, if the office knows none of its actions', () => {
    expect(stateOf(day, close, pay, undo)).toEqual(stateOf(day))
    expect(withWaiting(day, [close, undo]).shipments[0]?.stops[0]?.waiting).toEqual([undo])
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
    expect(withWaiting(known, []).cash.payments).toMatchObject([{ key: '9', waiting: false }])
    expect(stateOf(known, undo)).toEqual(stateOf(day))
    expect(withWaiting(known, [undo]).cash.payments).toEqual([])
  })

  test('leaves orders closed that another press closed', () => {
    const later = '2026-11-20T08:02:00.000Z'
    const closed = {
      ...day,
      rounds: day.rounds.map((one) => ({
        ...one,
        orders: [
          { ...card(1, 'SHIPPED'), closedAt: later },
          { ...card(2, 'SHIPPED'), closedAt: AT },
        ],
      })),
    }
    expect(withoutUndone(closed, [undo]).day).toEqual(closed)
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
    expect(withoutUndone(known, [undo]).day.notCarried).toEqual([{ ...byCard, orderId: 2 }])
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

describe('a waiting action is withdrawn with a press', () => {
  const press = { orderIds: [1, 2], pressedAt: '2026-11-20T08:00:00.000Z' }
  const close = (orderId: number, doneAt?: string) =>
    done('shipping.close-delivery', { orderId, action: 'deliver', doneAt })
  const pay = (more: object) => done('payments.collect-payment', { customerId: 5, amount: 100, ...more })
  const AT = { doneAt: press.pressedAt }
  test.each<[string, DoneAction, boolean]>([
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

describe('the presses that may be undone', () => {
  const close = (orderId: number, minute: number, more: object = {}) =>
    done('shipping.close-delivery', { orderId, action: 'deliver', doneAt: `2026-11-20T08:0${minute}:00.000Z`, ...more })
  const pressesAt = (time: string, ...actions: DoneAction[]) => {
    const [shipment] = withWaiting(day, actions).shipments
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
    [
      'an order that was closed and is on its way again',
      { outcome: null, closing: null, closedAt: '2026-11-20T08:01:00.000Z' },
    ],
    [
      'an order of which only the office knows when it was closed',
      { outcome: 'SHIPPED', closing: null, closedAt: null },
    ],
  ])('do not contain %s', (_, closing) => {
    const [shipment] = withWaiting(day, []).shipments
    if (shipment === undefined) throw new Error('the day has no shipment')
    const stops = shipment.stops.map((stop) => ({ ...stop, ...closing }))
    expect(undoablePresses({ ...shipment, stops }, '2026-11-20T08:03:00.000Z')).toEqual([])
  })

  test('are not those of which a part was not delivered, nor those of a finished shipment', () => {
    expect(pressesAt('03:00', close(1, 1, { delivered: [{ lineNo: 1, quantity: 10_000 }] }))).toEqual([])
    expect(pressesAt('03:00', close(1, 1), done('shipping.finish-shipment', { id: 3 }))).toEqual([])
  })
})

describe('the driving order', () => {
  const reorder = (...orderIds: number[]) => done('shipping.reorder-stops', { shipmentId: 3, orderIds })
  const orderOf = (...actions: DoneAction[]) =>
    withWaiting(day, actions).shipments[0]?.stops.map(({ id, position }) => [id, position])

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
