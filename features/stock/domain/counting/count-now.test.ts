import { expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { CountSheet } from './contract.ts'
import { countView } from './count-now.ts'

const [FIRST, SECOND] = ['0b8f9d1e-3c55-4d7a-9c1c-2f6f0a2f6a01', '0b8f9d1e-3c55-4d7a-9c1c-2f6f0a2f6a02'] as const
const AT = '2026-11-20T08:00:00.000Z'
const line = (id: string, pieces: number, person: string) => ({
  id,
  productId: 7,
  quantity: quantity(pieces),
  countedAt: AT,
  firstAt: AT,
  way: 'ADD' as const,
  person,
  recountAt: null,
})
const sheet = { count: { id: 3 }, lines: [line(FIRST, 10_000, 'Άννα')] } as CountSheet
const enter = (countId: number, lineId: string, pieces: number | null) => ({
  key: lineId,
  command: 'stock.enter-line',
  input: { countId, line: lineId, productId: 7, quantity: pieces, countedAt: AT, way: 'ADD' },
  name: 'Κερί',
  at: AT,
})
const { now } = countView('Νίκος')

test('a line that waits on the device is on the sheet, by its person, and one that it removes is not', () => {
  const { lines, waiting } = now(sheet, [enter(3, SECOND, 20_000), enter(3, FIRST, null)])
  expect(lines).toEqual([expect.objectContaining(line(SECOND, 20_000, 'Νίκος'))])
  expect(waiting.map(({ id, quantity: pieces }) => [id, pieces])).toEqual([
    [SECOND, 20_000],
    [FIRST, null],
  ])
})

test('a line of another count changes nothing', () => {
  expect(now(sheet, [enter(4, SECOND, 20_000)])).toEqual({ ...sheet, waiting: [] })
})
