import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { type Cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import { orderSheet, type SheetSource } from './sheet.ts'
import { lineAmounts, orderTotals } from '../totals.ts'
import { whyNotMailed, whyNotMailedToCustomer } from './mailing.ts'
import { ORDER_STATUSES } from '../order.ts'

const line = (pieces: number, price: number, vat: number) => {
  const goods = { quantity: quantity(pieces), salesPrice: unitPrice(price), vat: rate(vat) }
  return { productId: 7, name: 'Κερί', sku: 'K', unit: 'Item', note: '', ...goods, ...lineAmounts(goods) }
}
const order = (more: Partial<SheetSource>): SheetSource => ({
  status: 'STOCK-OK',
  created: '2026-11-20T23:30:00.000Z',
  validUntil: null,
  expectedDelivery: null,
  invoiceMode: null,
  deliveryAddress: { address: '' },
  description: '',
  lines: [],
  loans: [],
  ...more,
})

test('three lines of 0.33 x 0.35 at 24 %: the VAT analysis adds the rounded lines, and does not round the sum', () => {
  const sheet = orderSheet(order({ lines: Array.from({ length: 3 }, () => line(3_300, 3_500, 2_400)) }))
  expect(sheet.vat).toEqual([{ rate: 2400, net: 36, vat: 9, rounding: 0 }])
  expect(sheet.totals).toEqual({ net: 36, vat: 9, total: 45 })
})

test('for any lines, the VAT analysis equals the totals of the order to the cent', () => {
  const anyLine = fc
    .tuple(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 0, max: 5_000_000 }),
      fc.constantFrom(0, 400, 600, 900, 1300, 1700, 2400),
    )
    .map(([pieces, price, vat]) => line(pieces, price, vat))
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 60 }), (lines) => {
      const { vat, totals } = orderSheet(order({ lines }))
      const expected = orderTotals(lines)
      const sum = (amounts: readonly Cents[]) => amounts.reduce<number>((all, one) => all + one, 0)
      expect(totals).toEqual({ net: expected.products, vat: expected.vat, total: expected.total })
      expect([sum(vat.map((row) => row.net)), sum(vat.map((row) => row.vat))]).toEqual([totals.net, totals.vat])
      expect(vat.map((row) => row.rate)).toEqual([...new Set(lines.map((one) => one.vat))].sort((a, b) => b - a))
    }),
  )
})

test('a line is marked as lost only if the order says so', () => {
  const goods = line(10_000, 100_000, 2400)
  expect(orderSheet(order({ lines: [{ ...goods, lost: true }, goods] })).lines.map(({ lost }) => lost)).toEqual([
    true,
    false,
  ])
})

test('loans are listed apart and add nothing to the totals', () => {
  const sheet = orderSheet(
    order({
      lines: [line(10_000, 100_000, 2400)],
      loans: [
        {
          productId: 8,
          originProductId: 7,
          name: 'Ποτήρι',
          sku: 'G',
          unit: 'Item',
          quantity: 20_000,
          carried: 20_000,
          stock: 0,
          stockStatus: 'STOCK-OK',
          free: 0,
        },
      ],
    }),
  )
  expect(sheet.lent).toEqual([{ sku: 'G', name: 'Ποτήρι', unit: 'Item', quantity: 20_000, with: 'Κερί' }])
  expect(sheet.totals.total).toBe(1240)
})

test('an offer has a last day of validity, and an order has none', () => {
  const said = { validUntil: '2026-12-24' as Day }
  expect(orderSheet(order({ ...said, status: 'OFFER' }))).toMatchObject({
    kind: 'offer',
    validUntil: '2026-12-24',
    writtenOn: '2026-11-21',
  })
  expect(orderSheet(order(said))).toMatchObject({ kind: 'order', validUntil: null })
})

test.each([
  [{ status: 'INVOICED', invoiceMode: 'red' }, ['not-a-tax-document']],
  [{ status: 'SHIPPED', invoiceMode: 'red' }, ['not-a-tax-document']],
  [{ status: 'INVOICED', invoiceMode: 'epsilon' }, []],
  [{ status: 'CANCELED', invoiceMode: 'red' }, ['not-a-tax-document', 'cancelled']],
  [{ status: 'OFFER-DELETE' }, ['deleted']],
  [{ status: 'OFFER' }, []],
] as const)('an order with %j has the marks %j', (more, marks) => {
  expect(orderSheet(order(more)).marks).toEqual(marks)
})

test('the delivery address is split into lines, and is empty if there is none', () => {
  const deliveryAddress = { address: 'Ερμού 12', floor: '3ος', postcode: '10563', city: 'Αθήνα', phone: '2100000000' }
  expect(orderSheet(order({ deliveryAddress }))).toMatchObject({
    delivery: ['Ερμού 12, 3ος', '10563 Αθήνα'],
    deliveryPhone: '2100000000',
  })
  expect(orderSheet(order({})).delivery).toEqual([])
})

test('only cancelled orders and deleted offers are not mailed', () => {
  expect(ORDER_STATUSES.filter((status) => whyNotMailed(status) !== null)).toEqual(['OFFER-DELETE', 'CANCELED'])
})

test.each([
  ['a@hotel.example', null, undefined],
  ['a@hotel.example, b@hotel.example', null, undefined],
  ['', null, 'orders.no-address'],
  ['  ', null, 'orders.no-address'],
  ['hotel', null, 'orders.bad-address'],
  ['a@hotel.example; hotel', null, 'orders.bad-address'],
  ['a@hotel.example', '2026-11-23T08:00:00Z', 'orders.mailed-already'],
])('an order whose customer has the address "%s" and was mailed at %s is refused with %s', (email, mailedAt, code) => {
  expect(whyNotMailedToCustomer({ status: 'INVOICED', email, mailedAt })?.code).toBe(code)
  expect(whyNotMailedToCustomer({ status: 'CANCELED', email, mailedAt })?.code).toBe('orders.not-mailed')
})
