import { expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { Offline } from '#web/api.ts'
import { changedNothing, shortLinesOf } from './packing.ts'

const line = { productId: 3, name: 'Κερί κολώνα', sku: 'KOL', stock: 1, needed: 36, missing: 35 }

test('the short products are named when stock is why packing was refused', () => {
  const short = new Refused({ kind: 'refused', code: 'stock.not-enough', details: { lines: [line] } })
  expect(shortLinesOf(short)).toEqual([line])
  expect(
    shortLinesOf(new Refused({ kind: 'refused', code: 'orders.wrong-status', details: { lines: [line] } })),
  ).toEqual([])
  expect(shortLinesOf(new Offline('away'))).toEqual([])
})

test('only a clear no promises that nothing was changed', () => {
  expect(changedNothing(new Refused({ kind: 'refused', code: 'stock.not-enough' }))).toBe(true)
  expect(changedNothing(new Offline('away'))).toBe(false)
})
