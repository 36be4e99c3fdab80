import { expect, test } from 'vitest'
import { lineAmounts } from '#features/orders/domain/totals.ts'
import { IN_CASH } from '#features/payments/domain/payment.ts'
import { cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import { actionsOf, EMPTY_DELIVERY_FORM, type DeliveryForm, owedAt, missingForDelivery } from './delivery-form.ts'

const AT = '2026-11-20T22:30:00.000Z'
const line = (lineNo: number, pieces: number, price: number) => {
  const figures = { quantity: quantity(pieces * 10_000), salesPrice: unitPrice(price), vat: rate(2400) }
  return { lineNo, productId: 10 + lineNo, name: `Κερί ${lineNo}`, unit: 'PIECE', ...figures, ...lineAmounts(figures) }
}
// 10 × 3.35 and 1 × 12.50, each with VAT of 24 %
const card = { id: 12, customerId: 5, total: 5704, lines: [line(1, 10, 33_500), line(2, 1, 125_000)] }
const draft = (change: Partial<DeliveryForm> = {}): DeliveryForm => ({ ...EMPTY_DELIVERY_FORM, ...change })
const why = (change: Partial<DeliveryForm>) => missingForDelivery([card], cents(1000), draft(change))

test('a delivery form without further input gives only a delivery', () => {
  expect(actionsOf([card], cents(0), draft(), AT)).toEqual({
    deliveries: [{ orderId: 12, action: 'deliver', doneAt: AT }],
    photos: [],
    payment: null,
  })
})

test('signature, name, note, photo and money become three actions, and the payment has the day in Athens', () => {
  const signature: [number, number][][] = [[[1, 2]]]
  const photo = { base64: 'AAAA', takenAt: AT, address: 'data:' }
  const made = actionsOf(
    [card],
    cents(1000),
    draft({ signature, recipient: ' Μαρία ', note: 'πίσω πόρτα', photo, cash: 'all', receiptNumber: ' Α-7 ' }),
    AT,
  )
  expect(made.deliveries).toMatchObject([{ reason: 'πίσω πόρτα', proof: { recipient: 'Μαρία', signature } }])
  expect(made.photos).toEqual([{ orderId: 12, photo: 'AAAA', takenAt: AT }])
  expect(made.payment).toEqual({
    customerId: 5,
    orderId: 12,
    amount: 6704,
    receiptNumber: 'Α-7',
    takenOn: '2026-11-21',
    doneAt: AT,
  })
})

test('for a partly delivered order only that part is owed, and the cash for the order is its total', () => {
  const part = draft({ quantities: { '12:1': 80_000, '12:2': 10_000 }, cash: 'order' })
  expect(owedAt([card], cents(1000), part)).toEqual({ order: 4873, all: 5873 })
  const made = actionsOf([card], cents(1000), part, AT)
  expect(made.deliveries[0]?.delivered).toEqual([{ lineNo: 1, quantity: 80_000 }])
  expect(made.payment?.amount).toBe(4873)
})

test('quantities that were shown but not changed make no partial delivery', () => {
  const whole = draft({ quantities: { '12:1': 100_000, '12:2': 10_000 } })
  expect(actionsOf([card], cents(0), whole, AT).deliveries[0]?.delivered).toBeUndefined()
})

test('a delivery is refused with the reason: a quantity, nothing delivered, or no amount of cash', () => {
  expect(why({})).toBeNull()
  expect(why({ quantities: { '12:1': null, '12:2': 10_000 } })).toBe('quantity')
  expect(why({ quantities: { '12:1': 0, '12:2': 0 } })).toBe('nothing')
  expect(why({ cash: 'typed', typed: null })).toBe('cash')
  expect(why({ cash: 'typed', typed: 0 })).toBe('cash')
  expect(why({ cash: 'typed', typed: 500 })).toBeNull()
  expect(missingForDelivery([card], cents(-6000), draft({ cash: 'all' }))).toBe('cash')
})

test('a service alone is no delivery of an order with goods', () => {
  const [goods, transport] = card.lines
  const withTransport = { ...card, lines: [goods, { ...transport, service: true }] as typeof card.lines }
  const form = draft({ quantities: { '12:1': 0, '12:2': 10_000 } })
  expect(missingForDelivery([withTransport], cents(0), form)).toBe('nothing')
  expect(missingForDelivery([card], cents(0), form)).toBeNull()
})

const second = { ...card, id: 13, total: 1550, lines: [line(1, 1, 125_000)] }

test('the orders of one stop are delivered with one signature, and each keeps its own proof and photo', () => {
  const signature: [number, number][][] = [[[1, 2]]]
  const photo = { base64: 'AAAA', takenAt: AT, address: 'data:' }
  const form = draft({
    signature,
    recipient: 'Μαρία',
    photo,
    quantities: { '12:1': 80_000, '12:2': 10_000, '13:1': 10_000 },
  })
  const made = actionsOf([card, second], cents(0), form, AT)
  expect(made.deliveries.map(({ orderId, proof, delivered }) => [orderId, proof, delivered])).toEqual([
    [12, { recipient: 'Μαρία', signature }, [{ lineNo: 1, quantity: 80_000 }]],
    [13, { recipient: 'Μαρία', signature }, undefined],
  ])
  expect(made.photos.map(({ orderId }) => orderId)).toEqual([12, 13])
})

test('the money of one stop is one payment of the customer: the delivered part of all orders', () => {
  const made = actionsOf([card, second], cents(1000), draft({ cash: 'all' }), AT)
  expect(made.payment).toMatchObject({ customerId: 5, amount: 5704 + 1550 + 1000 })
  expect(made.payment?.orderId).toBeUndefined()
})

test('an order of the stop of which nothing is delivered is left out before the others are delivered', () => {
  const quantities = { '12:1': 100_000, '12:2': 10_000, '13:1': 0 }
  expect(missingForDelivery([card, second], cents(0), draft({ quantities }))).toBe('nothing-of-one')
})

test('card and cheque are payments with their type, and a cheque needs its bank, issuer and due day', () => {
  const card12 = { ...IN_CASH, type: 'CARD', bankName: 'left over' } as const
  expect(actionsOf([card], cents(0), draft({ cash: 'all', means: card12 }), AT).payment).toMatchObject({ type: 'CARD' })
  const cheque = { type: 'CHECK', bankName: 'Alpha ', issuer: 'ΑΒΓ', expireDate: '2027-01-31' } as const
  const { payment } = actionsOf([card], cents(0), draft({ cash: 'all', means: cheque }), AT)
  expect(payment).toMatchObject({ ...cheque, bankName: 'Alpha', amount: 5704 })
  expect(why({ cash: 'all', means: cheque })).toBeNull()
  for (const missing of [{ bankName: '' }, { issuer: '' }, { expireDate: null }])
    expect(why({ cash: 'all', means: { ...cheque, ...missing } })).toBe('cheque')
  expect(why({ cash: null, means: { ...cheque, issuer: '' } })).toBeNull()
})

test.each([
  ['a name', { recipient: 'Μαρία' }, { recipient: 'Μαρία', signature: null }],
  ['a signature', { signature: [[[1, 2]]] }, { recipient: '', signature: [[[1, 2]]] }],
] as const)('%s alone is a proof of the delivery', (_what, change, proof) => {
  expect(actionsOf([card], cents(0), draft(change as Partial<DeliveryForm>), AT).deliveries[0]).toMatchObject({ proof })
})

test('a line without a quantity in the form is not delivered', () => {
  expect(actionsOf([card], cents(0), draft({ quantities: { '12:1': 100_000 } }), AT).deliveries[0]?.delivered).toEqual([
    { lineNo: 2, quantity: 0 },
  ])
})
