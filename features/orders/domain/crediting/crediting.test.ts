import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal, percentOf, quantity, rate, unitPrice } from '#kernel/money.ts'
import {
  type CreditableLine,
  type CreditedPart,
  creditOfLine,
  divideCredit,
  restOfLine,
  sumOfParts,
  whyNoCredit,
  whyNotCredited,
} from './crediting.ts'

const NONE: CreditedPart = sumOf([])
function sumOf(parts: readonly CreditedPart[]): CreditedPart {
  const { net, vat } = sumOfParts(parts)
  return { quantity: quantity(parts.reduce((sum, part) => sum + part.quantity, 0)), net, vat }
}

const lineOf = (count: number, price: number, vatRate: number): CreditableLine => {
  const net = lineTotal(quantity(count), unitPrice(price))
  return {
    lineNo: 1,
    name: 'Κερί',
    unit: 'Item',
    price: unitPrice(price),
    vatRate: rate(vatRate),
    quantity: quantity(count),
    net,
    vat: percentOf(net, rate(vatRate)),
    credited: NONE,
  }
}

const anyLine = fc
  .tuple(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 90_000 }),
    fc.constantFrom(2400, 1300, 1700, 600, 0),
  )
  .map(([pieces, price, vatRate]) => lineOf(pieces * 10_000, price, vatRate))

test('the credit notes of a line add up to its invoice to the cent, and none is below zero', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 }), (line, steps) => {
      const parts: CreditedPart[] = []
      const now = () => ({ ...line, credited: sumOf(parts) })
      for (const step of steps) {
        const left = restOfLine(now()).quantity
        if (left === 0) break
        parts.push(creditOfLine(now(), quantity(Math.min(step * 10_000, left))))
      }
      const rest = restOfLine(now())
      if (rest.quantity > 0) parts.push(creditOfLine(now(), rest.quantity))
      expect(sumOf(parts)).toEqual({ quantity: line.quantity, net: line.net, vat: line.vat })
      for (const { net, vat } of parts) {
        expect(Math.min(net, vat)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(percentOf(net, line.vatRate) - vat)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('dividing what was credited loses no piece and no cent', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 0, max: 80 }), (line, kept) => {
      const part = { quantity: line.quantity, net: line.net, vat: line.vat }
      const divided = divideCredit(part, quantity(kept * 10_000))
      expect(sumOf([divided.kept, divided.rest])).toEqual(part)
      expect(divided.kept.quantity).toBe(Math.min(kept * 10_000, line.quantity))
    }),
  )
})

test.each([
  ['more than is left', [{ lineNo: 1, quantity: quantity(8_0000) }], 'orders.credited-too-much'],
  ['a part of a piece', [{ lineNo: 1, quantity: quantity(5000) }], 'orders.whole-pieces'],
  ['a line twice', [1, 1].map((lineNo) => ({ lineNo, quantity: quantity(1_0000) })), 'orders.no-such-line'],
  ['another line', [{ lineNo: 2, quantity: quantity(1_0000) }], 'orders.no-such-line'],
  ['nothing', [], 'orders.nothing-credited'],
])('a credit note does not take back %s', (_what, wanted, code) => {
  const line = lineOf(10_0000, 3500, 2400)
  const credited = creditOfLine(line, quantity(3_0000))
  expect(whyNotCredited([{ ...line, credited }], wanted)?.code).toBe(code)
  expect(whyNotCredited([{ ...line, credited }], [{ lineNo: 1, quantity: quantity(7_0000) }])).toBeNull()
})

test('only an invoiced order that is not cancelled, red or historic can be credited in part', () => {
  const order = {
    status: 'SHIPPED',
    invoiceMode: 'epsilon',
    documentUnderWay: false,
    credited: false,
    historic: false,
  } as const
  expect(whyNoCredit(order)).toBeNull()
  expect(whyNoCredit({ ...order, status: 'CANCELED' })?.code).toBe('orders.not-credited')
  expect(whyNoCredit({ ...order, invoiceMode: 'red' })?.code).toBe('orders.not-credited')
  expect(whyNoCredit({ ...order, historic: true })?.code).toBe('orders.not-credited')
  expect(whyNoCredit({ ...order, documentUnderWay: true })?.code).toBe('orders.document-under-way')
  expect(whyNoCredit({ ...order, credited: true })?.code).toBe('orders.all-credited')
})
