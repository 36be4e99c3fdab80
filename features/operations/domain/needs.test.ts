import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsageType } from '#features/products/domain/product.ts'
import { type Quantity, quantity } from '#kernel/money.ts'
import { firstOf, materialTotals, missingMaterialTotals, productNeeds, type StockFigures } from './needs.ts'

const pieces = (count: number): Quantity => quantity(count * 10_000)
const inStock = (id: number, stock: number, usageType: UsageType = 'COMPLETE-PRODUCT'): [number, StockFigures] => [
  id,
  { id, name: `Είδος ${id}`, sku: '', unit: 'Item', usageType, stock: pieces(stock), inProduction: pieces(0) },
]
const want = (productId: number, count: number) => ({ productId, quantity: pieces(count) })
const needs = (count: number, materialId: number) => ({ materialId, quantity: pieces(count), unit: 'Item' as const })
const figures = (rows: readonly { productId: number; needed: number; available: number; short: boolean }[]) =>
  Object.fromEntries(rows.map((row) => [row.productId, [row.needed / 10_000, row.available / 10_000, row.short]]))

describe('the needs of products', () => {
  test('are the sum of the lines of each product, compared with the stock', () => {
    const stocks = new Map([inStock(1, 10), inStock(2, 3)])
    const rows = productNeeds([want(1, 4), want(2, 2), want(2, 2), want(9, 1)], stocks)
    expect(figures(rows)).toEqual({ 1: [4, 6, false], 2: [4, -1, true] })
  })
})

describe('the needs of materials', () => {
  // a candle (1) takes two bodies (2) and a glass (4); a body takes three wicks (3); a wick takes 0.5 of wax (5)
  const requirements = new Map([
    [1, [needs(2, 2), needs(1, 4)]],
    [2, [needs(3, 3)]],
    [3, [needs(0.5, 5)]],
  ])
  const stocks = new Map([
    inStock(1, 3),
    inStock(2, 100, 'MATERIAL'),
    inStock(3, 20, 'MATERIAL'),
    inStock(4, 0, 'PURCHASED-MATERIAL'),
    inStock(5, 15, 'PURCHASED-MATERIAL'),
  ])

  test('are multiplied through three levels', () => {
    expect(figures(materialTotals([want(1, 5)], stocks, requirements))).toEqual({
      2: [10, 90, false],
      3: [30, -10, true],
      4: [5, -5, true],
      5: [15, 0, false],
    })
  })

  test('are those of the missing pieces only, on request, and what is in stock of a material is not made again', () => {
    expect(figures(missingMaterialTotals([want(1, 5)], stocks, requirements))).toEqual({
      2: [4, 96, false],
      4: [2, -2, true],
    })
    // 60 candles lack: 120 bodies, of which 100 are there; 20 lack: 60 wicks, of which 20 are there; 40 lack: 20 of wax
    expect(figures(missingMaterialTotals([want(1, 63)], stocks, requirements))).toEqual({
      2: [120, -20, true],
      3: [60, -40, true],
      4: [60, -60, true],
      5: [20, -5, true],
    })
    expect(missingMaterialTotals([want(1, 3)], stocks, requirements)).toEqual([])
  })

  test('of the missing pieces are first taken by the orders that want the material itself', () => {
    const rows = missingMaterialTotals([want(1, 4), want(2, 99)], stocks, requirements)
    expect(figures(rows)).toEqual({ 2: [101, -1, true], 3: [3, 17, false], 4: [1, -1, true] })
  })

  test('of the missing pieces leave out what open tasks bring, and the materials that these tasks take', () => {
    // tasks make 6 candles, of which they still have to take 8 bodies and 6 glasses, and 30 wicks
    const planned = new Map(stocks)
    const plan = (id: number, inProduction: number, awaited: number) => {
      const known = stocks.get(id) as StockFigures
      planned.set(id, { ...known, inProduction: pieces(inProduction), awaited: pieces(awaited) })
    }
    plan(1, 6, 0)
    plan(2, 0, 8)
    plan(3, 30, 0)
    plan(4, 0, 6)
    expect(missingMaterialTotals([want(1, 9)], planned, requirements)).toEqual([])
    // 50 candles lack: 100 bodies, of which 92 are left; 8 lack: 24 wicks, of which 20 and 30 are there
    expect(figures(missingMaterialTotals([want(1, 59)], planned, requirements))).toEqual({
      2: [100, -8, true],
      3: [24, 26, false],
      4: [50, -56, true],
    })
  })

  test('include the pieces that are sold themselves, and purchased materials are not expanded', () => {
    const odd = new Map([...requirements, [4, [needs(9, 5)]]])
    const rows = materialTotals([want(1, 1), want(4, 2)], stocks, odd)
    expect(figures(rows)).toMatchObject({ 4: [3, -3, true], 5: [3, 12, false] })
  })

  test('end where a product would contain itself', () => {
    const cycle = new Map([
      [1, [needs(1, 2)]],
      [2, [needs(1, 1)]],
    ])
    expect(figures(materialTotals([want(1, 2)], stocks, cycle))).toEqual({ 2: [2, 98, false] })
  })
})

test('the first rows of a panel are those that sorting all rows gives, and equal rows keep their order', () => {
  type Row = { readonly key: number; readonly place: number }
  const compare = (a: Row, b: Row) => a.key - b.key
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(20), (keys, count) => {
      const rows = keys.map((key, place) => ({ key, place }))
      expect(firstOf(rows, count, compare)).toEqual(rows.toSorted(compare).slice(0, count))
    }),
  )
})
