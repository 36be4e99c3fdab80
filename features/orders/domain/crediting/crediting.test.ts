import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, lineTotal, percentOf, quantity, rate, unitPrice } from '#kernel/money.ts'
import {
  type CreditableLine,
  type CreditedPart,
  boundsOfKept,
  creditedOfKept,
  creditOfLine,
  divideCredit,
  divideCredits,
  NOTHING,
  restOfLine,
  subtractParts,
  sumOfParts,
  whyNoCredit,
  whyNotCredited,
} from './crediting.ts'
import { ORDER_STATUSES } from '../order.ts'
import { type SplitLine, splitLines } from '../split.ts'

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
    credited: NOTHING,
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

/** A line of an order that is credited and delivered in parts, with its credit notes in order. */
type Credited = { readonly line: SplitLine; readonly credits: readonly CreditedPart[] }

const creditableOf = ({ line, credits }: Credited): CreditableLine => ({
  lineNo: line.lineNo,
  name: line.name,
  unit: line.unit,
  price: line.salesPrice,
  vatRate: line.vat,
  quantity: line.quantity,
  net: line.total,
  vat: line.vatAmount,
  credited: sumOf(credits),
})

/** Splits a credited line. The part that stays is null if all of it goes. */
function split({ line, credits }: Credited, pieces: number): { kept: Credited | null; rest: Credited } {
  const delivered = [{ lineNo: line.lineNo, quantity: quantity(pieces) }]
  const { kept, rest } = splitLines([line], delivered, new Map([[line.lineNo, credits]]))
  const stays = kept[0]
  let room = stays ? { quantity: stays.quantity, net: stays.total, vat: stays.vatAmount } : NOTHING
  const parts = credits.map((part) => {
    const divided = divideCredit(part, room)
    room = subtractParts(room, divided.kept)
    return divided
  })
  const some = (all: CreditedPart[]) => all.filter((part) => part.quantity > 0)
  return {
    kept: stays ? { line: stays, credits: some(parts.map((part) => part.kept)) } : null,
    rest: { line: rest[0]!, credits: some(parts.map((part) => part.rest)) },
  }
}

const splitLineOf = ({ price, vatRate, net, vat, ...line }: CreditableLine): SplitLine => ({
  ...line,
  productId: 1,
  salesPrice: price,
  vat: vatRate,
  total: net,
  vatAmount: vat,
})

test('two of eleven pieces that were credited and then delivered are worth what was credited of them', () => {
  // 2.00 at 3.35 have 1.61 of VAT, and 1.60 as the rest of the VAT of eleven less nine
  const line = splitLineOf(lineOf(11_0000, 3_3500, 2400))
  const credits = [creditOfLine(creditableOf({ line, credits: [] }), quantity(2_0000))]
  const { kept, rest } = split({ line, credits }, 2_0000)
  expect(kept).toMatchObject({ line: { total: 6_70, vatAmount: 1_61 }, credits: [{ net: 6_70, vat: 1_61 }] })
  expect(rest).toMatchObject({ line: { total: 30_15, vatAmount: 7_23 }, credits: [] })
})

test('no part of a line is credited beyond its worth, however often it is credited and delivered in part', () => {
  const anySteps = fc.array(fc.record({ credits: fc.boolean(), share: fc.integer({ min: 1, max: 100 }) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(anyLine, anySteps, (given, steps) => {
      let open: Credited = { line: splitLineOf(given), credits: [] }
      const all: Credited[] = []
      let issued: CreditedPart = NOTHING
      for (const { credits, share } of steps) {
        const line = creditableOf(open)
        const of = credits ? restOfLine(line).quantity : line.quantity
        const pieces = Math.ceil((of * share) / 1_000_000) * 10_000
        if (pieces === 0 || (!credits && pieces >= of)) continue
        if (credits) {
          const part = creditOfLine(line, quantity(pieces))
          open = { ...open, credits: [...open.credits, part] }
          issued = sumOf([issued, part])
        } else {
          const { kept, rest } = split(open, pieces)
          if (kept) all.push(kept)
          open = rest
        }
      }
      all.push(open)
      const lines = all.map(creditableOf)
      expect(sumOf(lines)).toEqual({ quantity: given.quantity, net: given.net, vat: given.vat })
      expect(sumOf(lines.map(({ credited }) => credited))).toEqual(issued)
      for (const { quantity: pieces, net, vat, credited } of lines) {
        expect(Math.min(net, vat, credited.net, credited.vat)).toBeGreaterThanOrEqual(0)
        expect([net - credited.net, vat - credited.vat].every((left) => left >= 0)).toBe(true)
        const isAllCredited = credited.quantity === pieces
        expect(isAllCredited ? credited : { quantity: pieces, net, vat }).toEqual({ quantity: pieces, net, vat })
      }
    }),
  )
})

const part = (pieces: number, net: number, vat: number): CreditedPart => ({
  quantity: quantity(pieces * 10_000),
  net: cents(net),
  vat: cents(vat),
})
const kept = { lineNo: 1, quantity: quantity(5_0000), total: cents(500), vatAmount: cents(120) }
const credit = (refused: boolean, pieces: number) => ({
  refused,
  lines: [{ lineNo: 1, ...part(pieces, pieces * 100, pieces * 24) }],
})

test('the pieces that stay are credited first, and a refused credit note took back nothing of them', () => {
  const pieces = (some: readonly CreditedPart[]) => some.map((one) => one.quantity / 10_000)
  const divided = divideCredits([kept], [credit(false, 3), credit(true, 2), credit(false, 4), credit(false, 1)])
  expect(divided.map(({ stays, goes }) => [pieces(stays), pieces(goes)])).toEqual([
    [[3], []],
    [[2], []],
    [[2], [2]],
    [[], [1]],
  ])
  expect(creditedOfKept([kept], [...credit(false, 3).lines, ...credit(false, 4).lines])).toBe(620)
})

test('the pieces that stay are worth what was credited of exactly them, or lie between two credit notes', () => {
  const line = part(10, 1000, 240)
  const credits = [part(2, 201, 49), part(3, 301, 73)]
  const least = part(2, 201, 49)
  const both = part(5, 502, 122)
  expect(boundsOfKept(line, credits, quantity(2_0000))).toEqual({ least, most: least })
  expect(boundsOfKept(line, credits, quantity(3_0000))).toEqual({ least, most: both })
  expect(boundsOfKept(line, credits, quantity(5_0000))).toEqual({ least: both, most: both })
  expect(boundsOfKept(line, credits, quantity(6_0000))).toEqual({ least: both, most: line })
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
    invoiceAccepted: true,
    documentUnderWay: false,
    credited: false,
    historic: false,
  } as const
  expect(whyNoCredit(order)).toBeNull()
  // an earlier system issued the invoice
  expect(whyNoCredit({ ...order, invoiceAccepted: false })?.code).toBe('orders.not-credited')
  expect(ORDER_STATUSES.filter((status) => whyNoCredit({ ...order, status }) === null)).toEqual([
    'INVOICED',
    'ON SHIPPING',
    'SHIPPED',
    'RETURNED',
  ])
  expect(whyNoCredit({ ...order, invoiceMode: 'red' })?.code).toBe('orders.not-credited')
  expect(whyNoCredit({ ...order, historic: true })?.code).toBe('orders.not-credited')
  expect(whyNoCredit({ ...order, documentUnderWay: true })?.code).toBe('orders.document-under-way')
  expect(whyNoCredit({ ...order, credited: true })?.code).toBe('orders.all-credited')
})
