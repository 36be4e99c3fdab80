import { expect, test } from 'vitest'
import { countMarks } from '../marks.ts'
import { changePrices, previewPrices } from './contract.ts'

const rule = (...prices: string[]) => ({ prices, way: { kind: 'percent', percent: 100 }, step: 100 })
const shown = { version: 1, shown: [1_0000] }

test('new prices are for each price and each product once', () => {
  const preview = (...prices: string[]) => previewPrices.input.safeParse({ ids: [1], rule: rule(...prices) }).success
  expect([preview('salesPrice'), preview('salesPrice', 'salesPrice')]).toEqual([true, false])
  const change = (...ids: number[]) =>
    changePrices.input.safeParse({ rule: rule('salesPrice'), products: ids.map((id) => ({ id, ...shown })) }).success
  expect([change(1, 2), change(1, 1)]).toEqual([true, false])
})

test('marks are counted of all products, unless only materials are asked for', () => {
  expect(countMarks.input.parse({}).materials).toBe(false)
})
