import { describe, expect, test } from 'vitest'
import type { UsageType } from '#features/products/domain/product.ts'
import { quantity, unitPrice } from '#kernel/money.ts'
import { materialNeeds, type StoredMaterial } from './material-needs.ts'

const PURCHASED = 'PURCHASED-MATERIAL'

/** The stock and cost of a product, in whole pieces and euros. */
const stored = (id: number, name: string, stock: number, usageType: UsageType = 'MATERIAL', cost = 1) =>
  [
    id,
    {
      id,
      name,
      sku: '',
      unit: 'Item' as const,
      usageType,
      stock: quantity(stock * 1_0000),
      cost: unitPrice(cost * 1_0000),
    },
  ] satisfies [number, StoredMaterial]

const takes = (...materials: [materialId: number, pieces: number, seq?: number][]) =>
  materials.map(([materialId, pieces, seq = 1]) => ({
    materialId,
    quantity: quantity(pieces * 1_0000),
    unit: 'Item' as const,
    seq,
    section: 'GEMISMA',
  }))
const line = (productId: number, pieces: number) => ({ productId, quantity: quantity(pieces * 1_0000) })

// A gift box takes 2 candles and, in its second step, 1 ribbon. A candle takes 0.25 of wax.
const BOX = 1
const CANDLE = 2
const WAX = 3
const RIBBON = 4
const products = new Map([
  stored(BOX, 'Κουτί', 2, 'COMPLETE-PRODUCT'),
  stored(CANDLE, 'Κερί', 5),
  stored(WAX, 'Παραφίνη', 1, PURCHASED, 3),
  stored(RIBBON, 'Κορδέλα', 100, PURCHASED),
])
const requirements = new Map([
  [BOX, takes([CANDLE, 2], [RIBBON, 1, 2])],
  [CANDLE, takes([WAX, 0.25])],
])

describe('materialNeeds', () => {
  test('the short quantity is expanded through all levels, and missing materials come first', () => {
    // Of 12 boxes, 2 are in stock. Making 10 takes 20 candles, 5 of wax (1 in stock) and 10 ribbons.
    const { short, materials, cycles } = materialNeeds([line(BOX, 7), line(BOX, 5)], products, requirements)
    expect(short).toMatchObject([{ productId: BOX, origin: 'made', needed: 12_0000, stock: 2_0000, missing: 10_0000 }])
    expect(materials.map((one) => [one.name, one.origin, one.needed, one.stock, one.available, one.short])).toEqual([
      ['Κερί', 'made', 20_0000, 5_0000, -15_0000, true],
      ['Παραφίνη', 'purchased', 5_0000, 1_0000, -4_0000, true],
      ['Κορδέλα', 'purchased', 10_0000, 100_0000, 90_0000, false],
    ])
    expect(cycles).toEqual([])
  })

  test('each use names the product and the step that takes the material', () => {
    const { materials } = materialNeeds([line(BOX, 12)], products, requirements)
    expect(materials.find((one) => one.productId === RIBBON)?.uses).toEqual([
      { productId: BOX, name: 'Κουτί', seq: 2, section: 'GEMISMA', quantity: 10_0000 },
    ])
  })

  test('the buying cost covers only purchased materials that are missing', () => {
    const { materials } = materialNeeds([line(BOX, 12)], products, requirements)
    expect(Object.fromEntries(materials.map((one) => [one.name, one.missingCost]))).toEqual({
      Κερί: null,
      Παραφίνη: 12_00,
      Κορδέλα: null,
    })
  })

  test('a material that the order also sells is needed for both', () => {
    // All 5 candles are sold as they are, so none is left for the 2 boxes to make.
    const { materials } = materialNeeds([line(BOX, 4), line(CANDLE, 5)], products, requirements)
    expect(materials.find((one) => one.productId === CANDLE)).toMatchObject({
      needed: 9_0000,
      available: -4_0000,
      uses: [
        { productId: null, quantity: 5_0000 },
        { productId: BOX, quantity: 4_0000 },
      ],
    })
  })

  test('a purchased product is needed itself, and a product without steps has an unknown origin', () => {
    const unwritten = new Map([...products, stored(9, 'Λαμπάδα', 0, 'COMPLETE-PRODUCT')])
    const { short, materials } = materialNeeds([line(WAX, 4), line(9, 1)], unwritten, requirements)
    expect(short.map((one) => [one.name, one.origin])).toEqual([
      ['Παραφίνη', 'purchased'],
      ['Λαμπάδα', 'unknown'],
    ])
    expect(materials.map((one) => [one.name, one.available, one.missingCost])).toEqual([
      ['Παραφίνη', -3_0000, 9_00],
      ['Λαμπάδα', -1_0000, null],
    ])
  })

  test('a cycle is named and not followed', () => {
    const round = new Map([...requirements, [WAX, takes([CANDLE, 1])]])
    const made = new Map([...products, stored(WAX, 'Παραφίνη', 1)])
    const { materials, cycles } = materialNeeds([line(CANDLE, 6)], made, round)
    expect(cycles).toEqual([['Κερί', 'Παραφίνη', 'Κερί']])
    expect(materials.map((one) => [one.name, one.needed])).toEqual([['Παραφίνη', 2500]])
  })

  test('without a shortage nothing is needed', () => {
    expect(materialNeeds([line(BOX, 2)], products, requirements)).toEqual({ short: [], materials: [], cycles: [] })
  })
})
