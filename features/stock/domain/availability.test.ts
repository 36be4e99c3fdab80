import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quantity, quantity } from '#kernel/money.ts'
import { checkStock, isContested, isShort, nameShortage, shortages, stockRows, totalNeeds } from './availability.ts'

const need = (productId: number, pieces: number) => ({ productId, quantity: quantity(pieces) })
const stock = (...figures: [number, number][]) => new Map(figures.map(([id, pieces]) => [id, quantity(pieces)]))

describe('checkStock', () => {
  test('a line is in stock when nothing is left over', () => {
    expect(checkStock([need(1, 5_0000)], stock([1, 5_0000]))).toEqual([
      { ...need(1, 5_0000), stock: 5_0000, stockStatus: 'STOCK-OK', missing: 0 },
    ])
  })

  test('a line that lacks 0.0001 is in stock, one that lacks 0.0002 is short (C-52, C-77)', () => {
    expect([5_0001, 5_0002].map((pieces) => checkStock([need(1, pieces)], stock([1, 5_0000]))[0]?.stockStatus)).toEqual(
      ['STOCK-OK', 'STOCK-FAULT'],
    )
    expect([1, 0, -1, -2].map((left) => isShort(quantity(left)))).toEqual([false, false, false, true])
  })

  test('two lines of one product share its stock', () => {
    const lines = checkStock([need(1, 3_0000), need(2, 1_0000), need(1, 3_0000)], stock([1, 5_0000], [2, 1_0000]))
    expect(lines.map((line) => [line.stockStatus, line.missing])).toEqual([
      ['STOCK-FAULT', 1_0000],
      ['STOCK-OK', 0],
      ['STOCK-FAULT', 1_0000],
    ])
  })

  test('a product without a figure has no stock', () => {
    expect(checkStock([need(9, 2)], new Map())[0]).toMatchObject({ stock: 0, stockStatus: 'STOCK-FAULT', missing: 2 })
  })
})

const needs = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    quantity: fc.integer({ min: 1, max: 1_000_0000 }).map((pieces) => pieces as Quantity),
  }),
  { maxLength: 12 },
)
const figures = fc
  .array(fc.integer({ min: -100_0000, max: 2_000_0000 }), { minLength: 4, maxLength: 4 })
  .map((pieces) => new Map(pieces.map((count, index) => [index + 1, quantity(count)])))

test('exactly the products that would fall below zero by more than 0.0001 are short, by as much as they would', () => {
  fc.assert(
    fc.property(needs, figures, (lines, stockOf) => {
      const short = new Map(shortages(lines, stockOf).map((shortage) => [shortage.productId, shortage]))
      for (const [productId, needed] of totalNeeds(lines)) {
        const rest = (stockOf.get(productId) ?? 0) - needed
        expect(short.get(productId)?.missing ?? 0).toBe(rest < -1 ? -rest : 0)
      }
      expect(
        checkStock(lines, stockOf).every((line) => (line.stockStatus === 'STOCK-FAULT') === short.has(line.productId)),
      ).toBe(true)
    }),
  )
})

test('the order of the lines does not matter', () => {
  fc.assert(
    fc.property(needs, figures, (lines, stockOf) => {
      const ids = (all: typeof lines) =>
        shortages(all, stockOf)
          .map((one) => `${one.productId}:${one.missing}`)
          .toSorted()
      expect(ids(lines.toReversed())).toEqual(ids(lines))
    }),
  )
})

test('a line is contested when what is free does not cover it', () => {
  expect(isContested(quantity(1_0000), quantity(1_0002))).toBe(true)
  expect(isContested(quantity(1_0000), quantity(1_0001))).toBe(false)
})

describe('stockRows', () => {
  const figures = (...rows: [id: number, stock: number, free: number][]) =>
    new Map(rows.map(([id, pieces, free]) => [id, { stock: quantity(pieces), free: quantity(free) }]))

  test('one row for each product, its quantities added up', () => {
    expect(
      stockRows([need(1, 3_0000), need(2, 1_0000), need(1, 3_0000)], figures([1, 5_0000, 5_0000], [2, 1_0000, 1_0000])),
    ).toEqual([
      {
        productId: 1,
        ordered: 6_0000,
        stock: 5_0000,
        difference: -1_0000,
        free: 5_0000,
        stockStatus: 'STOCK-FAULT',
        missing: 1_0000,
        contested: false,
      },
      {
        productId: 2,
        ordered: 1_0000,
        stock: 1_0000,
        difference: 0,
        free: 1_0000,
        stockStatus: 'STOCK-OK',
        missing: 0,
        contested: false,
      },
    ])
  })

  test('a difference of -0.0001 is enough, one of -0.0002 is not', () => {
    const statusOf = (ordered: number) => stockRows([need(1, ordered)], figures([1, 5_0000, 5_0000]))[0]?.stockStatus
    expect([statusOf(5_0001), statusOf(5_0002)]).toEqual(['STOCK-OK', 'STOCK-FAULT'])
  })

  test('what is there but promised to others is contested; what is not there is short', () => {
    const rows = stockRows([need(1, 4_0000), need(2, 6_0000)], figures([1, 5_0000, 3_0000], [2, 5_0000, 3_0000]))
    expect(rows.map((row) => [row.stockStatus, row.contested])).toEqual([
      ['STOCK-OK', true],
      ['STOCK-FAULT', false],
    ])
  })
})

test('people read plain numbers', () => {
  const [short] = shortages([need(1, 2_5000)], stock([1, 1_0000]))
  expect(short && nameShortage(short, { name: 'Κερί', sku: 'K1' })).toEqual({
    productId: 1,
    name: 'Κερί',
    sku: 'K1',
    stock: 1,
    needed: 2.5,
    missing: 1.5,
  })
})
