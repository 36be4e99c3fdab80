import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { doubtsOf, WARNED_OF, whyNotSent } from './sending.ts'

const facts = {
  status: 'READY-TO-INVOICE',
  invoiceAccepted: false,
  documentOpen: false,
  customerVat: '094019245',
  mayLackVat: false,
  customerClosed: false,
  unverified: false,
  vatAbroad: false,
  distanceSale: false,
  addressMissing: false,
} as const

test.each(ORDER_STATUSES)(
  'the invoice of an order that is %s may be sent if it is ready, or packaged and released',
  (status) => {
    const possible = (release: boolean) => whyNotSent({ ...facts, status }, { release }) === null
    expect(possible(false)).toBe(status === 'READY-TO-INVOICE')
    expect(possible(true)).toBe(status === 'READY-TO-INVOICE' || status === 'PACKAGED')
  },
)

test.each([
  ['a document has no answer yet', { documentOpen: true }, 'orders.document-under-way'],
  ['the invoice is accepted', { invoiceAccepted: true }, 'orders.invoice-accepted'],
  ['the order was shipped', { status: 'SHIPPED' }, 'orders.wrong-status'],
] as const)('the invoice is not sent if %s', (_when, change, code) => {
  expect(whyNotSent({ ...facts, ...change }, {})?.code).toBe(code)
})

test.each(['', '  '])(
  'an invoice to a customer with the VAT number "%s" is sent only after a warning',
  (customerVat) => {
    expect(doubtsOf({ ...facts, customerVat })).toEqual(['without-vat'])
    expect(whyNotSent({ ...facts, customerVat }, {})?.code).toBe('invoicing.without-vat')
    expect(whyNotSent({ ...facts, customerVat }, { withoutVat: true })).toBeNull()
    // a person has said that the customer is private, or a church
    expect(doubtsOf({ ...facts, customerVat, mayLackVat: true })).toEqual([])
    // the warning is about nothing else
    expect(whyNotSent({ ...facts, customerVat, documentOpen: true }, { withoutVat: true })?.code).toBe(
      'orders.document-under-way',
    )
  },
)

test('an invoice to a customer who closed the business is sent only after a warning about that', () => {
  const closed = { ...facts, customerClosed: true }
  expect([doubtsOf(facts), doubtsOf(closed)]).toEqual([[], ['closed']])
  expect(whyNotSent(closed, { withoutVat: true })?.code).toBe('invoicing.closed')
  expect(whyNotSent(closed, { closed: true })).toBeNull()
  expect(whyNotSent({ ...facts, customerVat: '' }, { closed: true })?.code).toBe('invoicing.without-vat')
})

test('an invoice to a number that VIES did not verify is sent only after a warning about that', () => {
  const unverified = { ...facts, unverified: true }
  expect(doubtsOf(unverified)).toEqual(['unverified'])
  expect(whyNotSent(unverified, { withoutVat: true, closed: true })?.code).toBe('invoicing.unverified')
  expect(whyNotSent(unverified, { unverified: true })).toBeNull()
})

test('each doubt about an invoice needs a warning of its own, and all of them together let it be sent', () => {
  const several = { ...facts, customerClosed: true, unverified: true, vatAbroad: true }
  expect(doubtsOf(several)).toEqual(['closed', 'unverified', 'vat-abroad'])
  expect(whyNotSent(several, { closed: true, unverified: true })?.code).toBe('invoicing.vat-abroad')
  expect(whyNotSent(several, { vatAbroad: true })?.code).toBe('invoicing.closed')
  const warned = Object.fromEntries(Object.values(WARNED_OF).map((option) => [option, true]))
  expect(whyNotSent(several, warned)).toBeNull()
})

test('of a distance sale and of a missing address a person is told, and the invoice is sent without a confirmation', () => {
  const told = { ...facts, distanceSale: true, addressMissing: true }
  expect(doubtsOf(told)).toEqual(['oss', 'no-address'])
  expect(whyNotSent(told, {})).toBeNull()
})
