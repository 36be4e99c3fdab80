import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { Unit } from './product.ts'
import { carriedLine, carriedSteps, type StoredLine } from './update-all.ts'

const line = (materialId: number, count: number, unit: Unit = 'Item'): StoredLine => ({
  materialId,
  quantity: quantity(count * 10_000),
  unit,
})
const WICK = line(1, 2)
const OTHER_WICK = line(9, 2)

describe('a line of another recipe', () => {
  test.each<[string, StoredLine, StoredLine, StoredLine | null]>([
    ['with the same material and quantity becomes the changed one', WICK, line(9, 5), line(9, 5)],
    ['with another quantity keeps it if only the material was replaced', line(1, 3), OTHER_WICK, line(9, 3)],
    ['with another unit keeps it if only the material was replaced', line(1, 2, 'KG'), OTHER_WICK, line(9, 2, 'KG')],
    ['with another quantity gets the new one if the quantity was changed', line(1, 3), line(9, 5), line(9, 5)],
    ['with another quantity gets the new one if the unit was changed', line(1, 3), line(9, 2, 'KG'), line(9, 2, 'KG')],
    ['that is as changed already stays', line(1, 5), line(1, 5), null],
    ['of another material stays', line(4, 2), line(9, 5), null],
  ])('%s', (_, stored, to, expected) => {
    expect(carriedLine(stored, [{ from: WICK, to }])).toEqual(expected)
  })

  test('follows the change of exactly its own quantity, if the material was changed twice', () => {
    const replacements = [
      { from: line(1, 7), to: line(8, 7) },
      { from: WICK, to: OTHER_WICK },
    ]
    expect(carriedLine(WICK, replacements)).toEqual(OTHER_WICK)
    expect(carriedLine(line(1, 3), replacements)).toEqual(line(8, 3))
  })
})

test('the steps keep their lines that nothing is carried into', () => {
  const steps = [{ seq: 1, section: 'ΧΥΤΑ', materials: [WICK, line(4, 1)] }]
  expect(carriedSteps(steps, [{ from: WICK, to: OTHER_WICK }])).toEqual([
    { seq: 1, section: 'ΧΥΤΑ', materials: [OTHER_WICK, line(4, 1)] },
  ])
})
