import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, quantity, rate, unitPrice } from '#kernel/money.ts'
import { isDeliveredInFull, type SplitLine, splitLines, splitLoans, whyNotDelivered } from './split.ts'
import { lineAmounts, orderTotals } from './totals.ts'

const line = (
  lineNo: number,
  pieces: number,
  price: number,
  vat = 2400,
  productId = lineNo,
  unit = 'KG',
): SplitLine => {
  const figures = { quantity: quantity(pieces), salesPrice: unitPrice(price), vat: rate(vat) }
  return { lineNo, productId, name: `προϊόν ${lineNo}`, unit, ...figures, ...lineAmounts(figures) }
}
const left = (lineNo: number, pieces: number) => ({ lineNo, quantity: quantity(pieces) })

/** Expects that both parts of each line together equal the line. */
function expectWhole(lines: readonly SplitLine[], kept: readonly SplitLine[], rest: readonly SplitLine[]): void {
  for (const { lineNo, quantity: pieces, total, vatAmount } of lines) {
    const parts = [...kept, ...rest].filter((one) => one.lineNo === lineNo)
    const sum = (of: (part: SplitLine) => number) => parts.reduce((all, part) => all + of(part), 0)
    expect([sum((one) => one.quantity), sum((one) => one.total), sum((one) => one.vatAmount)]).toEqual([
      pieces,
      total,
      vatAmount,
    ])
  }
  for (const part of [...kept, ...rest]) {
    expect(part.quantity).toBeGreaterThan(0)
    expect(part.total).toBeGreaterThanOrEqual(0)
    expect(part.vatAmount).toBeGreaterThanOrEqual(0)
  }
}

describe('a partly delivered order', () => {
  const lines = [line(1, 10_0000, 3_3500), line(2, 4_0000, 1_0000)]

  test('keeps eight of ten, and two follow', () => {
    const { kept, rest } = splitLines(lines, [left(1, 8_0000)])
    expect(kept).toMatchObject([
      { lineNo: 1, quantity: 8_0000, total: 26_80, vatAmount: 6_43 },
      { lineNo: 2, quantity: 4_0000 },
    ])
    expect(rest).toMatchObject([{ lineNo: 1, quantity: 2_0000, total: 6_70, vatAmount: 1_61 }])
  })

  test('of three lines of 0.33 at 0.35 with 24 % makes two parts that equal the invoice to the cent', () => {
    const three = [1, 2, 3].map((lineNo) => line(lineNo, 3300, 3500))
    expect(orderTotals(three)).toMatchObject({ products: 36, vat: 9, total: 45 })
    const { kept, rest } = splitLines(three, [left(1, 1100), left(2, 0)])
    expect(orderTotals(kept)).toMatchObject({ products: 16, vat: 4, total: 20 })
    expect(orderTotals(rest)).toMatchObject({ products: 20, vat: 5, total: 25 })
    expectWhole(three, kept, rest)
  })

  test('can be split again when its rest is worth less than its pieces, and is never negative', () => {
    // half a cent each: one piece alone rounds up to a cent
    let open: readonly SplitLine[] = [line(1, 4_0000, 50)]
    const totals: (number | undefined)[] = []
    for (let times = 0; times < 3; times += 1) {
      const { kept, rest } = splitLines(open, [left(1, 1_0000)])
      expectWhole(open, kept, rest)
      totals.push(kept[0]?.total)
      open = rest
    }
    expect([...totals, open[0]?.total]).toEqual([1, 1, 0, 0])
  })

  test('keeps each piece and each cent, however often it is split', () => {
    const anyLine = fc.record({
      pieces: fc.integer({ min: 1, max: 20_0000 }),
      price: fc.integer({ min: 0, max: 9_9999 }),
      vat: fc.constantFrom(0, 600, 1300, 2400),
    })
    const anyShares = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), anyShares, (given, deliveries) => {
        const all = given.map((one, index) => line(index + 1, one.pieces, one.price, one.vat))
        const keptBefore: SplitLine[] = []
        let open: readonly SplitLine[] = all
        for (const shares of deliveries) {
          const delivered = open.map((one) =>
            left(one.lineNo, Math.floor((one.quantity * (shares[one.lineNo - 1] ?? 0)) / 100)),
          )
          if (whyNotDelivered(open, delivered) || isDeliveredInFull(open, delivered)) continue
          const { kept, rest } = splitLines(open, delivered)
          expectWhole(open, kept, rest)
          // the follow-up order may need a credit note, whose VAT is checked line by line
          for (const one of rest) expect(one.vatAmount).toBe(percentOf(one.total, one.vat))
          keptBefore.push(...kept)
          open = rest
        }
        expectWhole(all, keptBefore, open)
      }),
    )
  })

  test('refuses a part of a piece where whole pieces were ordered', () => {
    const candles = (pieces: number) => [line(1, pieces, 1, 2400, 1, 'Item')]
    expect(whyNotDelivered(candles(4_0000), [left(1, 2_5000)])).toMatchObject({
      code: 'orders.whole-pieces',
      details: { name: 'προϊόν 1' },
    })
    expect(whyNotDelivered(candles(4_0000), [left(1, 2_0000)])).toBeNull()
    expect(whyNotDelivered(candles(4_0000), [left(1, 4_0000)])).toBeNull()
    expect(whyNotDelivered(candles(2_5000), [left(1, 5000)])).toBeNull()
    expect(whyNotDelivered([line(1, 4_0000, 1)], [left(1, 2_5000)])).toBeNull()
  })

  test('refuses a delivery of a service alone, unless the order has no goods', () => {
    const transport = { ...line(3, 2_0000, 12_5000), service: true }
    expect(whyNotDelivered([...lines, transport], [left(1, 0), left(2, 0)])?.code).toBe('orders.nothing-delivered')
    expect(whyNotDelivered([...lines, transport], [left(1, 0), left(3, 0)])).toBeNull()
    expect(whyNotDelivered([transport], [left(3, 1_0000)])).toBeNull()
    expect(whyNotDelivered([transport], [left(3, 0)])?.code).toBe('orders.nothing-delivered')
  })

  test('refuses impossible quantities, and a delivery of nothing', () => {
    const codeOf = (...delivered: ReturnType<typeof left>[]) => whyNotDelivered(lines, delivered)?.code
    expect(codeOf(left(1, 8_0000))).toBeUndefined()
    expect(codeOf(left(1, 0))).toBeUndefined()
    expect(codeOf(left(1, 11_0000))).toBe('orders.delivered-out-of-range')
    expect(codeOf(left(1, -1))).toBe('orders.delivered-out-of-range')
    expect(codeOf(left(3, 1))).toBe('orders.no-such-line')
    expect(codeOf(left(1, 1), left(1, 2))).toBe('orders.no-such-line')
    expect(codeOf(left(1, 0), left(2, 0))).toBe('orders.nothing-delivered')
    expect(isDeliveredInFull(lines, [left(1, 10_0000)])).toBe(true)
    expect(isDeliveredInFull(lines, [left(1, 9_0000)])).toBe(false)
  })
})

describe('the loans of a partly delivered order', () => {
  const lines = [line(1, 10_0000, 1), line(2, 4_0000, 1)]
  const lent = (originProductId: number | null, pieces: number) => ({ originProductId, quantity: quantity(pieces) })
  const split = (loans: ReturnType<typeof lent>[], ...delivered: ReturnType<typeof left>[]) =>
    splitLoans(loans, lines, splitLines(lines, delivered).rest)

  test('follow their goods', () => {
    expect(split([lent(1, 10_0000), lent(2, 4_0000)], left(1, 8_0000))).toEqual({
      kept: [lent(1, 8_0000), lent(2, 4_0000)],
      rest: [lent(1, 2_0000)],
    })
    expect(split([lent(1, 10_0000)], left(1, 0))).toEqual({ kept: [], rest: [lent(1, 10_0000)] })
  })

  test('stay whole pieces, so a tray stays as long as one of its candles does', () => {
    expect(split([lent(1, 1_0000)], left(1, 8_0000)).rest).toEqual([])
    expect(split([lent(1, 1_0000)], left(1, 0)).rest).toEqual([lent(1, 1_0000)])
    expect(split([lent(1, 2_5000)], left(1, 8_0000)).rest).toEqual([lent(1, 5000)])
  })

  test('count all lines of a product, and a loan without a product stays', () => {
    const twice = [line(1, 6_0000, 1, 0, 7), line(2, 4_0000, 1, 0, 7)]
    const { rest } = splitLines(twice, [left(2, 0)])
    expect(splitLoans([lent(7, 10_0000), lent(null, 3_0000)], twice, rest)).toEqual({
      kept: [lent(7, 6_0000), lent(null, 3_0000)],
      rest: [lent(7, 4_0000)],
    })
  })
})
