import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, type Quantity, quantity, type Rate, unitPrice } from '#kernel/money.ts'
import { computedCost } from './cost.ts'
import { type Unit, UNITS } from './product.ts'
import { expandRequirements, type Material } from './requirements.ts'
import {
  convert,
  exponentBetween,
  familyOf,
  sumMeasured,
  sumsByUnit,
  whyNotNeeded,
  whyNotOtherUnit,
  whyNotUnit,
} from './units.ts'

/** A fraction of whole numbers, with which the tests compute independently of the tested code. */
type Fraction = readonly [numerator: bigint, denominator: bigint]
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]]
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
const ofE4 = (value: number): Fraction => [BigInt(value), 10_000n]
/** Returns a fraction that is not negative in ten-thousandths, rounded half up. */
const rounded = ([numerator, denominator]: Fraction): number =>
  Number((numerator * 20_000n + denominator) / (2n * denominator))

/** How many of the smallest unit of its family one unit has, written out once more. */
const SMALLEST: Record<Unit, bigint> = {
  KG: 1000n,
  Gram: 1n,
  Meter: 1000n,
  CM: 10n,
  MM: 1n,
  CubicM: 1000n,
  Litter: 1n,
  Item: 1n,
}
const factor = (from: Unit, to: Unit): Fraction => [SMALLEST[from], SMALLEST[to]]

const like = (unit: Unit) => UNITS.filter((one) => familyOf(one) === familyOf(unit))
const pairOfUnits = fc
  .constantFrom(...UNITS)
  .chain((unit) => fc.record({ unit: fc.constant(unit), other: fc.constantFrom(...like(unit)) }))

describe('units', () => {
  test('of a family are weights, lengths, volumes or pieces, and no other unit is like an Item', () => {
    expect(UNITS.map((unit) => like(unit))).toEqual([
      ['KG', 'Gram'],
      ['KG', 'Gram'],
      ['Meter', 'CM', 'MM'],
      ['Meter', 'CM', 'MM'],
      ['Meter', 'CM', 'MM'],
      ['Litter', 'CubicM'],
      ['Litter', 'CubicM'],
      ['Item'],
    ])
  })

  // biome-ignore format: a table is read in columns
  test.each([
    [250_0000,   'Gram',   'KG',     2500],
    [1_0000,     'KG',     'Gram',   1000_0000],
    [1_5000,     'Meter',  'CM',     150_0000],
    [25_0000,    'MM',     'CM',     2_5000],
    [1_0000,     'MM',     'Meter',  10],
    [2_0000,     'CubicM', 'Litter', 2000_0000],
    [1_0000,     'Litter', 'CubicM', 10],
    [600,        'Gram',   'KG',     1], // 0.06 g are 0.00006 KG, rounded only because nothing follows
    [3_0000,     'Item',   'Item',   3_0000],
  ] as const)('%s ten-thousandths of %s are %s: %s', (amount, from, to, expected) => {
    expect(convert({ quantity: quantity(amount), unit: from }, to)).toBe(expected)
  })

  test('of unlike families are refused with both units and the name of the material', () => {
    expect(whyNotUnit('Gram', { name: 'Παραφίνη', unit: 'KG' })).toBeNull()
    expect(whyNotUnit('Litter', { name: 'Παραφίνη', unit: 'KG' })).toMatchObject({
      code: 'products.unlike-unit',
      details: { name: 'Παραφίνη', unit: 'Litter', materialUnit: 'KG' },
    })
    expect(() => convert({ quantity: quantity(1), unit: 'Item' }, 'KG')).toThrow(RangeError)
    expect(exponentBetween('Item', 'KG')).toBeNull()
  })

  test('of a material may change within the family, and to another one only while no recipe uses it', () => {
    const wax = { name: 'Παραφίνη', unit: 'KG' } as const
    expect(whyNotOtherUnit(wax, 'Gram', ['Κερί'])).toBeNull()
    expect(whyNotOtherUnit(wax, 'Item', [])).toBeNull()
    expect(whyNotOtherUnit(wax, 'Item', ['Κερί', 'Λαμπάδα'])?.details).toMatchObject({
      names: 'Κερί, Λαμπάδα',
      recipes: 2,
    })
    expect(whyNotOtherUnit(wax, 'Item', 'ABCDE'.split(''))?.details).toMatchObject({ names: 'A, B, C, D, E' })
    expect(whyNotOtherUnit(wax, 'Item', 'ABCDEFG'.split(''))?.details).toMatchObject({
      names: 'A, B, C, D, E, …',
      recipes: 7,
    })
  })
})

test('a quantity converted to the smallest unit of its family and back stays what it was', () => {
  fc.assert(
    fc.property(pairOfUnits, fc.integer({ min: 1, max: 1_000_0000 }), ({ unit, other }, amount) => {
      const [from, to] = SMALLEST[unit] >= SMALLEST[other] ? [unit, other] : [other, unit]
      const there = convert({ quantity: quantity(amount), unit: from }, to)
      expect(convert({ quantity: there, unit: to }, from)).toBe(amount)
    }),
  )
})

test('quantities of one family add up without a loss, in the smallest of their units', () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 100_0000 }), fc.nat(2)), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.constantFrom(...UNITS), amounts, (unit, parts) => {
      const units = like(unit)
      const measured = parts.map(([amount, pick]) => ({
        quantity: quantity(amount),
        unit: units[pick % units.length] as Unit,
      }))
      const [first, ...others] = measured
      if (first === undefined) throw new Error('there is no quantity')
      const sum = sumMeasured(first, others)
      const all = measured.map((one) => times(ofE4(one.quantity), factor(one.unit, unit)))
      const [n, d] = all.reduce(plus)
      const [m, e] = times(ofE4(sum.quantity), factor(sum.unit, unit))
      expect(n * e).toBe(m * d)
    }),
  )
})

/** A random recipe of several levels: the unit of each product, and its materials, which have lower numbers. */
const recipes = fc
  .record({
    units: fc.array(fc.constantFrom(...UNITS), { minLength: 7, maxLength: 7 }),
    edges: fc.array(
      fc.tuple(
        fc.nat(6),
        fc.nat(6),
        fc.nat(2),
        fc.oneof(fc.constantFrom(1, 600, 3333), fc.integer({ min: 1, max: 5_0000 })),
      ),
      { minLength: 1, maxLength: 16 },
    ),
  })
  .map(({ units, edges }) => {
    const all = new Map<number, Material[]>()
    for (const [a, b, pick, amount] of edges) {
      if (a === b) continue
      const [above, materialId] = [Math.max(a, b), Math.min(a, b)]
      const choices = like(units[materialId] as Unit)
      const unit = choices[pick % choices.length] as Unit
      all.set(above, [...(all.get(above) ?? []), { materialId, quantity: quantity(amount), unit }])
    }
    return { all, unitOf: (id: number) => units[id] as Unit }
  })

type Recipes = { readonly all: ReadonlyMap<number, readonly Material[]>; readonly unitOf: (id: number) => Unit }

/** Adds what a quantity takes along each single path, as fractions. */
function takenBy({ all, unitOf }: Recipes, id: number, count: Fraction, into: Map<number, Fraction>): void {
  for (const { materialId, quantity: amount, unit } of all.get(id) ?? []) {
    const taken = times(times(count, ofE4(amount)), factor(unit, unitOf(materialId)))
    into.set(materialId, plus(into.get(materialId) ?? [0n, 1n], taken))
    takenBy({ all, unitOf }, materialId, taken, into)
  }
}

test('conversion never loses a gram: expansion equals exact fractions over every path, rounded once', () => {
  fc.assert(
    fc.property(recipes, fc.integer({ min: 1, max: 10_000_0000 }), (recipe, pieces) => {
      const exact = new Map<number, Fraction>()
      takenBy(recipe, 6, ofE4(pieces), exact)
      const byHand = [...exact].map(([id, taken]): [number, number] => [id, rounded(taken)])
      // larger totals are refused
      fc.pre(byHand.every(([, amount]) => Number.isSafeInteger(amount)))
      const wanted = [{ productId: 6, quantity: quantity(pieces) }]
      const { totals } = expandRequirements(recipe.all, wanted, recipe.unitOf)
      const found = [...totals].map(([id, { quantity: amount }]): [number, Quantity] => [id, amount])
      expect(new Map(found)).toEqual(new Map(byHand))
    }),
  )
})

test('a cost with conversion equals exact fractions, rounded once after the margin', () => {
  const line = fc.record({
    units: pairOfUnits,
    amount: fc.integer({ min: 1, max: 1_000_0000 }),
    price: fc.integer({ min: 0, max: 100_0000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.integer({ min: 0, max: 1000_00 }), (lines, margin) => {
      const materials = lines.map(({ units, amount, price }) => ({
        quantity: quantity(amount),
        unit: units.unit,
        materialUnit: units.other,
        cost: unitPrice(price),
      }))
      const parts = materials.map((one) =>
        times(times(ofE4(one.quantity), factor(one.unit, one.materialUnit)), ofE4(one.cost)),
      )
      const sum = parts.reduce(plus, [0n, 1n])
      const exact = times(sum, [10_000n + BigInt(margin), 10_000n])
      expect(computedCost([{ materials }], margin as Rate)).toBe(rounded(exact))
    }),
  )
})

test('a task takes at most the limit of quantities of a material', () => {
  expect(whyNotNeeded(quantity(LIMITS.quantity), 'Παραφίνη')).toBeNull()
  expect(whyNotNeeded((LIMITS.quantity + 1) as Quantity, 'Παραφίνη')).toMatchObject({
    code: 'products.needs-too-much',
    details: { name: 'Παραφίνη', most: 10_000_000 },
  })
})

test('quantities are summed apart for each unit, in the order of the lines', () => {
  const line = (unit: Unit, count: number) => ({ unit, quantity: quantity(count * 1_0000) })
  expect(sumsByUnit([line('Meter', 3), line('KG', 2), line('Meter', 4)])).toEqual([line('Meter', 7), line('KG', 2)])
  expect(sumsByUnit([])).toEqual([])
})
