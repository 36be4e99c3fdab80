import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { isWorkingDay } from '#kernel/days/working-day.ts'
import { MOST_SHOWN, quantity, type Quantity, sumQuantities } from '#kernel/money.ts'
import {
  dailyLoad,
  type DayLoad,
  loadOfWork,
  loadsOf,
  type SectionCapacity,
  type SectionWork,
  shownLoad,
} from './capacity.ts'

const pieces = (count: number): Quantity => quantity(count * 10_000)
const WEEK = { from: '2026-11-23' as Day, to: '2026-11-29' as Day }
const day = (date: number) => `2026-11-${date}` as Day

const planned = (of: Record<string, number>) =>
  new Map(Object.entries(of).map(([key, count]) => [key as Day, pieces(count)]))
const shown = (loads: readonly DayLoad[]) =>
  Object.fromEntries(loads.map((load) => [load.day.slice(8), shownLoad(load).percent]))

describe('the load of a section (C-82)', () => {
  test('with 240 a day and 300 planned is 125 %, and the day after takes the rest', () => {
    const loads = loadsOf(pieces(240), planned({ [day(24)]: 300, [day(25)]: 60 }), WEEK)
    expect(shown(loads)).toEqual({ 23: 0, 24: 125, 25: 50, 26: 0, 27: 0, 28: null, 29: null })
    expect(loads[1]).toMatchObject({ planned: pieces(300), carried: 0, rest: pieces(60) })
    expect(loads[2]).toMatchObject({ planned: pieces(60), carried: pieces(60), rest: 0 })
    expect(loads.map((load) => shownLoad(load).isOver)).toEqual([false, true, false, false, false, false, false])
  })

  test('of a Friday and a Saturday goes on the next Monday', () => {
    const loads = loadsOf(pieces(100), planned({ [day(27)]: 150, [day(28)]: 20 }), { from: day(27), to: day(30) })
    expect(shown(loads)).toEqual({ 27: 150, 28: null, 29: null, 30: 70 })
  })

  test('skips a holiday in the middle of the week', () => {
    const loads = loadsOf(pieces(100), new Map([['2026-10-27' as Day, pieces(130)]]), {
      from: '2026-10-27' as Day,
      to: '2026-10-29' as Day,
    })
    expect(loads.map((load) => shownLoad(load).percent)).toEqual([130, null, 30])
  })

  test('begins with what the days before could not take', () => {
    expect(shown(loadsOf(pieces(100), planned({}), WEEK, pieces(250)))).toMatchObject({
      23: 250,
      24: 150,
      25: 50,
      26: 0,
    })
  })

  test('has no percentage and no rest without a capacity', () => {
    const loads = loadsOf(null, planned({ [day(24)]: 300 }), WEEK)
    expect(loads.map((load) => shownLoad(load).percent)).toEqual(Array.from({ length: 7 }, () => null))
    expect(loads.filter((load) => shownLoad(load).isOver)).toEqual([])
    expect(loads[1]).toMatchObject({ planned: pieces(300), capacity: null })
  })

  test('loses no piece: what is planned is made within the capacities or is the rest of the last day', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 2_000_0000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), counts, (dailyPieces, wanted) => {
        const plan = new Map(wanted.map((count, index) => [addDays(WEEK.from, index), quantity(count)]))
        const loads = loadsOf(pieces(dailyPieces), plan, { from: WEEK.from, to: addDays(WEEK.from, wanted.length - 1) })
        const made = loads.map(({ planned: own, carried, rest }) => quantity(own + carried - rest))
        for (const [index, load] of loads.entries())
          expect(made[index]).toBeLessThanOrEqual(isWorkingDay(load.day) ? dailyPieces * 10_000 : 0)
        expect(sumQuantities(made) + (loads.at(-1)?.rest ?? 0)).toBe(sumQuantities(plan.values()))
      }),
    )
  })
})

describe('work takes of the day of a section (C-82)', () => {
  const both: SectionCapacity = { pieces: pieces(240), minutes: pieces(480) }
  const onlyPieces: SectionCapacity = { pieces: pieces(240), minutes: null }
  const onlyMinutes: SectionCapacity = { pieces: null, minutes: pieces(480) }
  const neither: SectionCapacity = { pieces: null, minutes: null }
  const candles: SectionWork = { quantity: pieces(10), unit: 'Item', minutes: null }
  const timed: SectionWork = { ...candles, minutes: pieces(3) }
  const wax: SectionWork = { ...candles, unit: 'KG' }

  test.each<[string, SectionWork, SectionCapacity, number | null]>([
    ['its minutes, if the section counts minutes', timed, both, 30],
    ['its minutes, also if the section has no pieces', timed, onlyMinutes, 30],
    ['its minutes, also of goods in kilograms', { ...timed, unit: 'KG' }, onlyMinutes, 30],
    ['the average of the section for pieces without minutes', candles, both, 20],
    ['nothing that can be counted for pieces without minutes, if there is no average', candles, onlyMinutes, null],
    ['nothing that can be counted for kilograms without minutes', wax, both, null],
    ['its pieces, if the section counts only pieces', timed, onlyPieces, 10],
    ['nothing that can be counted for kilograms, if the section counts only pieces', wax, onlyPieces, null],
    ['nothing that can be counted, if the capacity is not known', timed, neither, null],
  ])('%s', (_, work, capacity, expected) => {
    expect(loadOfWork(work, capacity)).toBe(expected === null ? null : pieces(expected))
  })

  test('which has minutes if they are known, otherwise pieces', () => {
    expect([both, onlyMinutes, onlyPieces, neither].map(dailyLoad)).toEqual([
      pieces(480),
      pieces(480),
      pieces(240),
      null,
    ])
  })
})

test('a period that ends before it begins has no loads, and one of a single day has one', () => {
  expect(loadsOf(pieces(240), planned({}), { from: day(25), to: day(24) })).toEqual([])
  expect(loadsOf(pieces(240), planned({}), { from: day(25), to: day(25) })).toHaveLength(1)
})

test('absurd quantities, minutes and capacities give a load and a percentage that stay finite', () => {
  const any = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(quantity)
  fc.assert(
    fc.property(any, any, any, any, (count, minutes, capacity, more) => {
      const works = [
        loadOfWork({ quantity: count, unit: 'Item', minutes }, { pieces: more, minutes: capacity }),
        loadOfWork({ quantity: count, unit: 'Item', minutes: null }, { pieces: more, minutes: capacity }),
      ]
      for (const work of works) {
        const every = new Map(loadsOf(capacity, new Map(), WEEK).map((load) => [load.day, work ?? MOST_SHOWN]))
        for (const load of loadsOf(capacity, every, WEEK, MOST_SHOWN)) {
          expect(load.rest).toBeLessThanOrEqual(MOST_SHOWN)
          const { percent } = shownLoad(load)
          expect(percent === null || Number.isSafeInteger(percent)).toBe(true)
        }
      }
    }),
  )
})
