import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  averageCents,
  averagePrice,
  cents,
  discountFrom,
  lineTotal,
  parseDecimal,
  percentOf,
  priceDecimals,
  priceWithPercent,
  quantity,
  rate,
  roundDecimal,
  scaleDecimal,
  shareOfQuantity,
  splitPrice,
  toDecimal,
  unclearSignOf,
  unitPrice,
} from './money.ts'
import { Refused } from './refusal.ts'

/** Divides and rounds half away from zero, digit by digit. It is slow, but independent of the code under test. */
function roundedByHand(value: bigint, divisor: bigint): number {
  const negative = value < 0n
  const size = negative ? -value : value
  const down = size / divisor
  const rest = size % divisor
  const up = rest * 2n >= divisor ? down + 1n : down
  return Number(negative ? -up : up)
}

describe('rounding', () => {
  test('a line of 0.33 x 0.35 at 24 % is 0.12 and 0.03 VAT (C-47)', () => {
    const total = lineTotal(quantity(3300), unitPrice(3500))
    expect([total, percentOf(total, rate(2400))]).toEqual([12, 3])
  })

  test('is half away from zero for positive and negative values', () => {
    expect(lineTotal(quantity(10_000), unitPrice(50))).toBe(1)
    expect(lineTotal(quantity(-10_000), unitPrice(50))).toBe(-1)
    expect(percentOf(cents(50), rate(100))).toBe(1)
    expect(percentOf(cents(-50), rate(100))).toBe(-1)
    expect(priceWithPercent(unitPrice(1_0000), rate(-1000))).toBe(9000)
  })

  test('equals rounding digit by digit for any quantity, price and rate', () => {
    const anyQuantity = fc.integer({ min: -1_000_000_0000, max: 1_000_000_0000 })
    const anyPrice = fc.integer({ min: 0, max: 100_000_0000 })
    fc.assert(
      fc.property(anyQuantity, anyPrice, fc.integer({ min: 0, max: 10_000 }), (count, price, percent) => {
        const exact = BigInt(count) * BigInt(price)
        const byHand = roundedByHand(exact, 1_000_000n)
        fc.pre(Number.isSafeInteger(byHand))
        const total = lineTotal(quantity(count), unitPrice(price))
        expect(total).toBe(byHand === 0 ? 0 : byHand)
        const vat = roundedByHand(BigInt(total) * BigInt(percent), 10_000n)
        expect(percentOf(total, rate(percent))).toBe(vat === 0 ? 0 : vat)
      }),
    )
  })

  test('is exact where binary fractions are not', () => {
    expect(lineTotal(quantity(10_000_000_0000), unitPrice(1_0000))).toBe(10_000_000_00)
    expect(() => lineTotal(quantity(10_000_000_0000), unitPrice(10_000_000_0000))).toThrow(Refused)
    expect(() => cents(0.5)).toThrow(RangeError)
  })
})

describe('a typed number', () => {
  test.each([
    ['12,50', 1250],
    ['12.5', 1250],
    ['1.234,50', 123450],
    ['1,234.50', 123450],
    ['1.234.567', 123456700],
    [' 1 234,5 €', 123450],
    ['-0,05', -5],
    ['+7', 700],
    [',5', 50],
    ['5,', 500],
    ['0', 0],
    ['-0', 0],
    ['1 234', 123_400],
    ['1 234 567,89', 123_456_789],
    ['12\u00a0345,60\u00a0€', 1_234_560],
    ['1\u202f234.5', 123_450],
    ['−12,5', -1250],
    ['–12,5', -1250],
    ['- 12,5', -1250],
    ['-€1,234.50', -123_450],
    ['€ −5', -500],
    ['−8 %', -800],
  ])('is read from %s', (text, value) => {
    expect(parseDecimal(text, 2)).toBe(value)
  })

  test.each([
    '',
    '-',
    '.',
    ',',
    '1,2,3',
    '1.23.4',
    '12a',
    '1e5',
    '0x10',
    '1.2345',
    '٣',
    '1,23.456,7',
    '99999999999999999999',
    '1 2',
    '12 34',
    '1 2345',
    '1234 567',
    '0 600',
    '1  234',
    '1 234.567,5',
    '1,5 2',
    '1,234 567',
    '1 € 50',
    '--5',
    '−−5',
    '5−',
    '5-',
  ])('is not read from %s', (text) => {
    expect(parseDecimal(text, 2)).toBeNull()
  })

  test('with no digits, or with other signs than digits, is no plain decimal', () => {
    expect(['', '-', '.', 'x', '1x', '1.2.3'].map((text) => scaleDecimal(text, 2))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect(['', '-', '.', 'x', '1x', '1.2.3'].map((text) => roundDecimal(text, 2))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test.each([
    ['12.345', 1235],
    ['12.344', 1234],
    ['-12.345', -1235],
    ['.5', 50],
    ['7.', 700],
    ['7', 700],
    ['-0.001', 0],
    ['99999999999999999999', null],
  ])('with any number of decimals is rounded: %s', (text, value) => {
    expect(roundDecimal(text, 2)).toBe(value)
  })

  test('reads back as the same value after being shown, with a comma or a point', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(0, 2, 4), (value, places) => {
        const text = toDecimal(value, places)
        expect(scaleDecimal(text, places)).toBe(value)
        expect(parseDecimal(text.replace('.', ','), places)).toBe(value)
      }),
    )
  })
})

describe('a number whose sign may group or begin its decimals', () => {
  test.each([
    ['1.500', '.'],
    ['-12.500', '.'],
    ['1,500', ','],
    [' 1.500 €', '.'],
    ['100.000', '.'],
    ['0.125', null],
    ['1.5', null],
    ['1234.500', null],
    ['1.5000', null],
    ['1.500,00', null],
    ['1.500.000', null],
    ['1 234.500', null],
    ['1500', null],
    ['ένα', null],
  ])('is %j: %j', (text, sign) => {
    expect(unclearSignOf(text)).toBe(sign)
  })

  test.each([
    ['1.500', ',', 1500_00],
    ['-1.500 €', ',', -1500_00],
    ['1.500', '.', 1_50],
    ['1,500', '.', 1500_00],
    ['1,500', ',', 1_50],
    // these have one reading, whatever the decimal sign of the others
    ['12.5', ',', 12_50],
    ['0,25', '.', 25],
    ['1.234,5', '.', 1234_50],
  ] as const)('%s beside numbers with the decimal sign %s is %s hundredths', (text, sign, value) => {
    expect(parseDecimal(text, 2, sign)).toBe(value)
  })
})

test('a discount is the difference to the list price, to a hundredth of a percent', () => {
  expect(discountFrom(unitPrice(10_0000), unitPrice(9_2500))).toBe(7_50)
  expect(discountFrom(unitPrice(3_0000), unitPrice(2_0000))).toBe(33_33)
  expect(discountFrom(unitPrice(10_0000), unitPrice(11_0000))).toBe(-10_00)
  expect(discountFrom(unitPrice(0), unitPrice(1_0000))).toBeNull()
})

test('a column of prices needs the decimals of its longest price, from two to four', () => {
  expect(priceDecimals([])).toBe(2)
  expect(priceDecimals([5_0000, 3_2500, null, undefined])).toBe(2)
  expect(priceDecimals([5_0000, 3_2510])).toBe(3)
  expect(priceDecimals([3_2510, -3_2511])).toBe(4)
})

test('the average price weighs each piece equally', () => {
  // 2 pieces at 1.00 and 1 at 2.00
  expect(averagePrice(cents(400), quantity(3_0000))).toBe(1_3333)
  expect(averagePrice(cents(0), quantity(0))).toBeNull()
})

test('a share of whole pieces is whole, a share of a fraction may be a fraction, and neither is rounded up', () => {
  const share = (count: number, part: number, all: number) =>
    shareOfQuantity(quantity(count), quantity(part), quantity(all))
  expect(share(10_0000, 2_0000, 10_0000)).toBe(2_0000)
  expect(share(10_0000, 2_9999, 10_0000)).toBe(2_0000)
  expect(share(2_5000, 1_0000, 3_0000)).toBe(8333)
  expect([share(7_0000, 0, 3_0000), share(7_0000, 3_0000, 3_0000)]).toEqual([0, 7_0000])
})

test('the mean of amounts is rounded, and of no amount there is none', () => {
  expect([averageCents(cents(100), 3), averageCents(cents(-5), 2), averageCents(cents(100), 0)]).toEqual([33, -3, null])
})

test('a total that no single price gives is divided among units at two neighbouring prices, in whole pieces if they are whole', () => {
  expect(splitPrice(cents(100), quantity(3_0000))).toEqual([{ count: 3_0000, price: 3333 }])
  expect(splitPrice(cents(100_00), quantity(30_000_0000))).toEqual([
    { count: 20_000_0000, price: 33 },
    { count: 10_000_0000, price: 34 },
  ])
  expect(splitPrice(cents(0), quantity(0))).toEqual([{ count: 0, price: 0 }])
  // returned goods keep one price
  expect(splitPrice(cents(-100_00), quantity(30_000_0000))).toHaveLength(1)
})
