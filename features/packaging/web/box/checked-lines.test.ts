import { expect, test } from 'vitest'
import type { Box } from '../../domain/contract.ts'
import { readInBox, writeInBox } from './checked-lines.ts'

const line = (productId: number, quantity: number): Box['lines'][number] => ({
  lineNo: 1,
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

test('the ticked quantities are read as they were written, also for two identical lines', () => {
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

test('after a change of lines by the office, ticks stay with their products, and changed lines are open again', () => {
  const before = [CANDLE, LANTERN, GLASS]
  const kept = writeInBox(new Map(before.map((_, place) => [place, 1])), before)
  const more = { ...GLASS, quantity: 40_000 }
  expect([...readInBox(kept, [LANTERN, more, line(6, 10_000), CANDLE])]).toEqual([
    [0, 1],
    [3, 1],
  ])
})

test('values of an earlier version or of an unknown form are ignored', () => {
  for (const kept of ['0:2,1', '', 'x:1,-1,1:', '7x20000:1']) expect(readInBox(kept, [CANDLE]).size).toBe(0)
})
