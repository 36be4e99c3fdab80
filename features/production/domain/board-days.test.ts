import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { boardPeriod, columnDays } from './board-days.ts'

test('the board begins on the Monday of its week and ends with the tenth working day from today', () => {
  const monday = '2027-02-01' as Day
  expect(boardPeriod(monday, monday)).toEqual({ from: '2027-02-01', to: '2027-02-12' })
  // on a Thursday two of the ten are in the third week
  expect(boardPeriod('2027-02-04' as Day, '2027-02-04' as Day)).toEqual({ from: '2027-02-01', to: '2027-02-17' })
  // a later week begins on its own Monday
  expect(boardPeriod('2027-02-10' as Day, monday)).toEqual({ from: '2027-02-08', to: '2027-02-19' })
})

test('a holiday is no working day, so the board ends one day later', () => {
  // 25 March 2027 is a holiday
  const monday = '2027-03-22' as Day
  expect(boardPeriod(monday, monday)).toEqual({ from: '2027-03-22', to: '2027-04-05' })
})

test('a weekend has a column only if a section has tasks for it', () => {
  const day = (date: string, count: number) => ({ day: date as Day, count })
  const friday = day('2027-02-05', 0)
  const quiet = { days: [friday, day('2027-02-06', 0), day('2027-02-07', 0), day('2027-02-08', 2)] }
  expect(columnDays([quiet])).toEqual(['2027-02-05', '2027-02-08'])
  const busy = { days: [friday, day('2027-02-06', 1), day('2027-02-07', 0), day('2027-02-08', 0)] }
  expect(columnDays([quiet, busy])).toEqual(['2027-02-05', '2027-02-06', '2027-02-08'])
})
