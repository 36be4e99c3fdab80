import { expect, test } from 'vitest'
import type { Box } from '../../domain/contract.ts'
import { readInBox, writeInBox } from './checked-lines.ts'

const line = (productId: number, quantity: number): Box['lines'][number] => ({
  productId,
  name: 'Κερί κολώνα',
  sku: '',
  barcode: '',
  unit: 'Item',
  quantity,
  stock: 0,
})
const CANDLE = line(7, 20_000)
const LANTERN = line(8, 10_000)
const GLASS = line(9, 30_000)

test('what was counted is read again as it was kept, also for two lines that are alike', () => {
  const lines = [CANDLE, LANTERN, CANDLE]
  const kept = writeInBox(
    new Map([
      [0, 2],
      [2, 1],
    ]),
    lines,
  )
  expect([...readInBox(kept, lines)]).toEqual([
    [0, 2],
    [2, 1],
  ])
})

test('when the office changes the lines, ticks stay with their products and what differs is open again', () => {
  const before = [CANDLE, LANTERN, GLASS]
  const kept = writeInBox(new Map(before.map((_, place) => [place, 1])), before)
  const more = { ...GLASS, quantity: 40_000 }
  expect([...readInBox(kept, [LANTERN, more, line(6, 10_000), CANDLE])]).toEqual([
    [0, 1],
    [3, 1],
  ])
})

test('what an earlier version kept by places, and anything else, counts for nothing', () => {
  for (const kept of ['0:2,1', '', 'x:1,-1,1:', '7x20000:1']) expect(readInBox(kept, [CANDLE]).size).toBe(0)
})
