import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  type Day,
  dayMonthText,
  dayOf,
  daysLeft,
  dayText,
  isDay,
  isWallClock,
  leftWords,
  parseDay,
  timeOf,
  wallClockOf,
  wallClockText,
} from './day.ts'
import { LANGUAGES } from './languages.ts'

describe('a moment has a day in Athens', () => {
  test('23:30 in London is the next day in Athens, in summer and in winter', () => {
    expect(dayOf('2026-07-01T22:30:00Z')).toBe('2026-07-02')
    expect(dayOf('2026-07-01T20:30:00Z')).toBe('2026-07-01')
    expect(dayOf('2026-01-01T22:30:00Z')).toBe('2026-01-02')
    expect(dayOf('2026-01-01T21:30:00Z')).toBe('2026-01-01')
    expect(wallClockOf('2026-03-29T01:00:00Z')).toBe('2026-03-29 04:00:00')
  })

  test('the local time is that of the time zone at any moment, also around a change of the clock', () => {
    const options = { timeZone: 'Europe/Athens', dateStyle: 'short', timeStyle: 'medium' } as const
    const shown = new Intl.DateTimeFormat('sv-SE', options)
    const changes = ['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z'].map((moment) => Date.parse(moment))
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -7_200_000, max: 7_200_000 }))
    const any = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const moments = fc.oneof(
      near.map(([change, later]) => new Date(change + later)),
      any,
    )
    fc.assert(
      fc.property(moments, (moment) => {
        expect(wallClockOf(moment.toISOString())).toBe(shown.format(moment))
      }),
    )
    expect(() => wallClockOf('no moment')).toThrow(RangeError)
  })
})

describe('a day', () => {
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-04-31',
    '0000-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-01-01',
    '2026-1-1',
    '20260101',
    '',
    '2026-01-01T00:00',
  ])('is not read from %s', (text) => {
    expect(isDay(text)).toBe(false)
  })

  test('exists in each of the years 1900 to 2199', () => {
    expect(['1900-01-01', '2199-12-31', '2028-02-29'].map(isDay)).toEqual([true, true, true])
  })

  test('is read in many written forms', () => {
    for (const text of ['24/12/2026', '24-12-26', '24.12.2026', '2026-12-24', ' 24/12/2026 '])
      expect(parseDay(text)).toBe('2026-12-24')
    expect(parseDay('05/12/2026')).toBe('2026-12-05')
    for (const text of ['31/02/2026', '12/24/2026', 'αύριο', '']) expect(parseDay(text)).toBeNull()
  })

  test('is counted over months, years and leap days', () => {
    expect(addDays('2028-02-28' as Day, 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31' as Day, 1)).toBe('2027-01-01')
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (count) => {
        expect(addDays(addDays('2026-06-10' as Day, count), -count)).toBe('2026-06-10')
      }),
    )
  })

  test('has one form in each language, and reads back in each of them', () => {
    const forms = LANGUAGES.map(({ tag }) => [dayText('2026-12-05', tag), dayMonthText('2026-12-05', tag)])
    expect(forms).toEqual([
      ...Array.from({ length: 4 }, () => ['05/12/2026', '05/12']),
      ['05.12.2026', '05.12'],
      ['05.12.2026', '05.12'],
    ])
    for (const { tag } of LANGUAGES) expect(parseDay(dayText('2026-12-05', tag))).toBe('2026-12-05')
  })

  test('with a time is a wall clock of hours, minutes and seconds', () => {
    expect(isWallClock('2026-12-05 23:59:59')).toBe(true)
    for (const text of ['2026-12-05 24:00:00', '2026-12-05', '2026-02-30 10:00:00'])
      expect(isWallClock(text)).toBe(false)
  })
})

// biome-ignore format: a table is read in columns
test.each([
  ['2026-12-05 10:30:00', '10:30', '05/12/2026 10:30', '05.12.2026 10:30'],
  ['2026-12-05 00:00:00', null,    '05/12/2026',       '05.12.2026'],
  ['2026-12-05',          null,    '05/12/2026',       '05.12.2026'],
])('a local time at midnight is a day without a time: %s', (clock, time, greek, serbian) => {
  expect([timeOf(clock), wallClockText(clock, 'el'), wallClockText(clock, 'sr')]).toEqual([time, greek, serbian])
})

test('days are left until a last day, none on it, and less than none after it', () => {
  const left = (today: string) => daysLeft('2026-12-31' as Day, today as Day)
  expect(['2026-11-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-10'].map(left)).toEqual([32, 1, 0, -1, -10])
  expect([32, 1, 0, -1, -10].map(leftWords)).toEqual([
    { when: 'left', count: 32 },
    { when: 'left', count: 1 },
    { when: 'last', count: 0 },
    { when: 'over', count: 1 },
    { when: 'over', count: 10 },
  ])
})
