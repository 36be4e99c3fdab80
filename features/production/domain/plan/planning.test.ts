import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { meaningOf } from '../planning.ts'

const day = (date: number) => `2026-12-${String(date).padStart(2, '0')}` as Day
const task = { day: day(1), delivery: day(4), after: [{ section: 'ΒΑΦΗ', day: day(3) }] }

describe('planning a task for another day', () => {
  test.each([
    ['before the next step changes nothing', task, day(2), [], 0, 0],
    ['on the day of the next step changes nothing', task, day(3), [], 0, 0],
    ['after the next step makes that step wait', task, day(4), ['ΒΑΦΗ'], 0, 0],
    ['after the delivery makes the order late', task, day(6), ['ΒΑΦΗ'], 2, 0],
    ['leaves an order late that a later step delays', { ...task, delivery: day(2) }, day(2), [], 1, 1],
    ['without a delivery makes no order late', { ...task, delivery: null }, day(9), ['ΒΑΦΗ'], null, 0],
    ['without a day before is not late before', { ...task, day: null, after: [] }, day(5), [], 1, 0],
  ] as const)('%s', (_title, moved, to, waiting, lateDays, lateNow) => {
    const meaning = meaningOf(moved, to)
    expect(meaning.waiting.map(({ section }) => section)).toEqual(waiting)
    expect(meaning).toMatchObject({ lateDays, lateNow })
  })
})
