import { describe, expect, test } from 'vitest'
import { LIMITS, quantity, rate, type UnitPrice, unitPrice } from '#kernel/money.ts'
import { computedCost, isCostComputed, whyNotSoLarge } from './cost.ts'
import { whyNotVatRate } from './goods-settings.ts'
import { MATERIAL_UNITS, typeOfNew, whyNotCost, whyNotService, whyNotSteps } from './product.ts'

const step = (seq: number) => ({ seq, section: 'GEMISMA', materials: [] })

describe('whyNotSteps', () => {
  test('the first step must have the number 1', () => {
    expect(whyNotSteps([step(2), step(1)])?.code).toBe('products.first-step')
    expect(whyNotSteps([step(0)])?.code).toBe('products.first-step')
    expect(whyNotSteps([step(1), step(3)])).toBeNull()
    expect(whyNotSteps([])).toBeNull()
  })

  test('a number used twice is refused', () => {
    expect(whyNotSteps([step(1), step(2), step(2)])).toMatchObject({ code: 'products.step-twice', details: { seq: 2 } })
  })
})

test.each([
  [
    'every field of a material',
    ['name', 'description', 'vat', 'costprice', 'vatClass', 'stock', 'unit'],
    'PURCHASED-MATERIAL',
  ],
  ['the same without the cost', ['unit', 'name', 'description', 'vat', 'vatClass', 'stock'], 'PURCHASED-MATERIAL'],
  ['only some of them', ['name', 'stock', 'unit', 'costprice'], 'COMPLETE-PRODUCT'],
  [
    'a price beside them',
    ['name', 'description', 'vat', 'costprice', 'vatClass', 'stock', 'unit', 'salesprice'],
    'COMPLETE-PRODUCT',
  ],
])('a new record with %s and no type is a certain type', (_title, fields, type) => {
  expect(typeOfNew(fields)).toBe(type)
})

describe('cost', () => {
  test('is the cost of the materials plus the margin', () => {
    const item = { unit: 'Item', materialUnit: 'Item' } as const
    const materials = [
      { quantity: quantity(2500), ...item, cost: unitPrice(3_2000) },
      { quantity: quantity(1_0000), ...item, cost: unitPrice(1005) },
    ]
    // 0.25 x 3.20 + 1 x 0.1005 = 0.9005; plus 10 % = 0.99055, rounded to 0.9906
    expect(computedCost([{ ...step(1), materials }], rate(1000))).toBe(9906)
  })

  test('is computed from the materials, except for purchased products and products without materials', () => {
    const made = [{ ...step(1), materials: [{}] }]
    expect(isCostComputed('COMPLETE-PRODUCT', made)).toBe(true)
    expect(isCostComputed('MATERIAL', made)).toBe(true)
    expect(isCostComputed('PURCHASED-MATERIAL', made)).toBe(false)
    expect(isCostComputed('COMPLETE-PRODUCT', [step(1)])).toBe(false)
  })

  test('is never negative, and required for a purchased material', () => {
    expect(whyNotCost('COMPLETE-PRODUCT', unitPrice(-1))?.code).toBe('products.wrong-cost')
    expect(whyNotCost('PURCHASED-MATERIAL', null)?.code).toBe('products.wrong-cost')
    expect(whyNotCost('PURCHASED-MATERIAL', unitPrice(0))).toBeNull()
    expect(whyNotCost('COMPLETE-PRODUCT', null)).toBeNull()
  })

  test('is at most the limit of prices', () => {
    expect(whyNotSoLarge('Κερί', unitPrice(LIMITS.unitPrice))).toBeNull()
    expect(whyNotSoLarge('Κερί', (LIMITS.unitPrice + 1) as UnitPrice)).toMatchObject({ details: { name: 'Κερί' } })
  })
})

test('grams are not offered as a unit of materials', () => {
  expect(MATERIAL_UNITS).toEqual(['KG', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'])
})

// biome-ignore format: a table is read in columns
test.each([
  // the case                                        before  after                                                     refusal
  ['goods stay goods',                               false, { service: false, lendable: true, used: true },   null],
  ['a service stays a service that orders name',     true,  { service: true, lendable: false, used: true },   null],
  ['unused goods become a service',                  false, { service: true, lendable: false, used: false },  null],
  ['goods that an order names become a service',     false, { service: true, lendable: false, used: true },   'products.service-used'],
  ['a service that an order names becomes goods',    true,  { service: false, lendable: false, used: true },  'products.service-used'],
  ['a service is lent',                              true,  { service: true, lendable: true, used: false },   'products.service-lent'],
])('whyNotService: %s', (_, service, after, code) => {
  expect(whyNotService(after, { service })?.code ?? null).toBe(code)
})

test('a VAT rate is one of those of the company', () => {
  const vatRates = [{ rate: rate(24_00) }, { rate: rate(13_00) }]
  expect(whyNotVatRate(rate(13_00), { vatRates })).toBeNull()
  expect(whyNotVatRate(rate(19_00), { vatRates })).toMatchObject({
    code: 'products.no-vat-rate',
    details: { rate: 19 },
  })
})
