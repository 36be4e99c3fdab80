import { describe, expect, test } from 'vitest'
import { awaitsDelivery } from './delivery-day.ts'
import { whyFixedForInvoice } from './lifecycle.ts'
import { countOf, fixedFilter, LISTED_STATUSES } from './order-filters.ts'
import {
  importedAs,
  isOwnMessage,
  messageFor,
  ORDER_STATUSES,
  shownStatus,
  UNDELIVERED_STATUSES,
  whyNotImported,
  whyNotNewStatus,
} from './order.ts'
import { SOLD_STATUSES } from './sales-history.ts'

describe('the status that a program sends (C-76)', () => {
  test.each([
    ['for a new order', whyNotNewStatus, ['OFFER', 'PENDING-STOCK', 'STOCK-OK'], 'orders.new-status'],
    [
      'for an order of another system',
      whyNotImported,
      ORDER_STATUSES.filter((status) => !['OFFER-DELETE', 'PARKED', 'RETURNED'].includes(status)),
      'orders.import-status',
    ],
  ])('%s is one of some, and another one is refused as unknown or as not allowed', (_, whyNot, allowed, code) => {
    expect(ORDER_STATUSES.filter((status) => whyNot(status) === null)).toEqual(allowed)
    expect(whyNot('PARKED')?.code).toBe(code)
    expect(whyNot('SENT')?.code).toBe('orders.unknown-status')
  })

  test('may be left out for a new order', () => {
    expect(whyNotNewStatus(null)).toBeNull()
  })
})

describe('an order of another system (C-94)', () => {
  test.each([
    ['that is finished stays as it is', ['SHIPPED', 'CANCELED', 'FINISHED'], null, true, false],
    ['that is an offer stays one', ['OFFER'], 'OFFER', false, false],
    ['that is not packed waits for stock', ['PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE'], 'STOCK-OK', false, false],
    ['that is packed and not invoiced is packed', ['PACKAGED', 'READY-TO-INVOICE'], 'PACKAGED', false, true],
    ['that is invoiced and not delivered is invoiced', ['INVOICED', 'ON SHIPPING'], 'INVOICED', false, true],
  ] as const)('%s', (_, given, status, historic, packedEarlier) => {
    for (const one of given) expect(importedAs(one)).toEqual({ status: status ?? one, historic, packedEarlier })
  })
})

test('goods that left the stock are on their way to the customer until the order is shipped', () => {
  expect(UNDELIVERED_STATUSES).toEqual([
    'PACKAGED',
    'READY-TO-INVOICE',
    'PARKED',
    'INVOICED',
    'ON SHIPPING',
    'RETURNED',
  ])
})

test('every order counts as a sale unless it was cancelled or came back, and no offer does', () => {
  expect(ORDER_STATUSES.filter((status) => !SOLD_STATUSES.includes(status))).toEqual([
    'OFFER',
    'OFFER-DELETE',
    'RETURNED',
    'CANCELED',
  ])
})

test('a delivery is awaited of every order and offer that is neither delivered, returned nor withdrawn', () => {
  expect(ORDER_STATUSES.filter((status) => !awaitsDelivery(status))).toEqual([
    'OFFER-DELETE',
    'SHIPPED',
    'RETURNED',
    'CANCELED',
    'FINISHED',
  ])
})

test('what the invoice of an order will say is fixed once it is invoiced, is of an earlier system or its document is under way', () => {
  const order = {
    status: 'PARKED',
    invoiceMode: null,
    short: [],
    openTasks: 0,
    documentUnderWay: false,
    invoiceAccepted: false,
    credited: false,
    historic: false,
  } as const
  const why = (more: object) => whyFixedForInvoice({ ...order, ...more }, 'orders.fixed')?.code
  expect(why({})).toBeUndefined()
  expect([why({ status: 'INVOICED' }), why({ historic: true })]).toEqual(['orders.fixed', 'orders.fixed'])
  expect(why({ documentUnderWay: true })).toBe('orders.document-under-way')
})

describe('a document that the accounting service has not accepted', () => {
  test.each([
    ['SENDING', 'by-file', 'AWAITS-MARK'],
    ['SENDING', 'inserted', 'AWAITS-MARK'],
    ['SENDING', null, 'SENDING'],
    ['SENDING', 'look-there', 'SENDING'],
    ['FAILED', 'by-file', 'FAILED'],
  ])('with the status %s and the error %s is shown as %s', (status, errorCode, shown) => {
    expect(shownStatus({ status, errorCode })).toBe(shown)
  })

  test.each([
    ['CONFLICT', 'any', true],
    ['CONFLICT', null, true],
    ['FAILED', 'mark-taken', true],
    ['FAILED', 'XML-17', false],
    ['FAILED', null, false],
  ])('with the status %s and the error %s: its message is written for people is %s', (status, errorCode, own) => {
    expect(isOwnMessage({ status, errorCode })).toBe(own)
    const document = { status, errorCode, errorMessage: 'text' }
    expect([messageFor(document, false), messageFor(document, true)]).toEqual([own ? 'text' : null, 'text'])
  })
})

describe('the buttons above the order list', () => {
  const counts = { OFFER: 2, PARKED: 3, 'OFFER-DELETE': 7 }
  test('count the orders of their status, and all of them without deleted offers', () => {
    expect([countOf('PARKED', counts), countOf('INVOICED', counts), countOf('OFFER-DELETE', counts)]).toEqual([3, 0, 7])
    expect(countOf('ALL', counts)).toBe(5)
  })

  test('ask for one status, and All for none, under which every status but that of deleted offers can be chosen', () => {
    expect([fixedFilter('ALL'), fixedFilter('PARKED')]).toEqual([{}, { status: ['PARKED'] }])
    expect(ORDER_STATUSES.filter((status) => !LISTED_STATUSES.includes(status))).toEqual(['OFFER-DELETE'])
  })
})
