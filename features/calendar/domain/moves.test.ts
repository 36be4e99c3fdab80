import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import type { Cell, Entry } from './contract.ts'
import { dayAfterKey, withMoves } from './moves.ts'

const MONDAY = '2026-11-23' as Day
const TUESDAY = '2026-11-24' as Day

const entry = (id: number, time: string | null = null, kind = 'orders.deliveries'): Entry => ({
  kind,
  id,
  day: MONDAY,
  time,
  code: `#${id}`,
  title: 'Ταβέρνα',
  subtitle: '',
  status: null,
  figure: id * 10,
  version: 1,
  to: null,
  fixed: null,
  waits: false,
})

const cell = (day: Day, entries: readonly Entry[], more = 0): Cell => ({
  day,
  kind: 'orders.deliveries',
  count: entries.length + more,
  sum: entries.reduce((sum, one) => sum + one.figure, 0) + more,
  entries: entries.map((one) => ({ ...one, day })),
})

const idsOn = (cells: readonly Cell[], day: Day) =>
  cells.filter((one) => one.day === day).flatMap(({ entries }) => entries.map(({ id }) => id))

describe('an entry that is being moved', () => {
  test('leaves its day and stands on the other by its time, and count and sum follow', () => {
    const before = [cell(MONDAY, [entry(1), entry(2, '10:00')], 5), cell(TUESDAY, [entry(3), entry(4, '12:00')])]
    const after = withMoves(before, [{ entry: entry(2, '10:00'), day: TUESDAY }])
    expect([idsOn(after, MONDAY), idsOn(after, TUESDAY)]).toEqual([[1], [3, 2, 4]])
    expect(after.map(({ count, sum }) => [count, sum])).toEqual([
      [6, 15],
      [3, 90],
    ])
  })

  test('is shown on a day that was empty, and leaves its own day empty', () => {
    const after = withMoves([cell(MONDAY, [entry(1)])], [{ entry: entry(1), day: TUESDAY }])
    expect(after).toEqual([cell(TUESDAY, [entry(1)])])
  })

  test('is shown once when the answer of the server contains the move already', () => {
    const answer = [cell(TUESDAY, [entry(1)])]
    expect(withMoves(answer, [{ entry: entry(1), day: TUESDAY }])).toEqual(answer)
  })

  test('arrives from a day that is not shown, and a move to the same day changes nothing', () => {
    const shown = [cell(TUESDAY, [entry(3)])]
    expect(idsOn(withMoves(shown, [{ entry: entry(1), day: TUESDAY }]), TUESDAY)).toEqual([1, 3])
    expect(withMoves(shown, [{ entry: { ...entry(3), day: TUESDAY }, day: TUESDAY }])).toEqual(shown)
  })

  test('leaves the other kinds of its days unchanged', () => {
    const tasks: Cell = { ...cell(TUESDAY, [entry(1, null, 'production.tasks')]), kind: 'production.tasks' }
    const after = withMoves([cell(MONDAY, [entry(1)]), tasks], [{ entry: entry(1), day: TUESDAY }])
    expect(after).toEqual([tasks, cell(TUESDAY, [entry(1)])])
  })
})

test.each([
  ['ArrowLeft', '2026-11-22'],
  ['ArrowRight', '2026-11-24'],
  ['ArrowUp', '2026-11-16'],
  ['ArrowDown', '2026-11-30'],
  ['Enter', null],
])('%s leads from Monday to %s', (key, day) => {
  expect(dayAfterKey(MONDAY, key)).toBe(day)
})
