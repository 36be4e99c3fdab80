import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayMonthText } from '../day.ts'
import { readTypedDay } from './typed-day.ts'

/** A Sunday. */
const TODAY = '2026-11-22' as Day

describe('a typed day', () => {
  test.each([
    ['5/1', '2027-01-05'],
    ['5-1', '2027-01-05'],
    ['5.1.', '2027-01-05'],
    ['0501', '2027-01-05'],
    ['20/11', '2026-11-20'],
    ['24/12', '2026-12-24'],
    ['28/5', '2026-05-28'],
    ['29/2', null],
    ['5/1/27', '2027-01-05'],
    ['050127', '2027-01-05'],
    ['05012027', '2027-01-05'],
    ['2027-01-05', '2027-01-05'],
    ['+3', '2026-11-25'],
    ['-1', '2026-11-21'],
    ['+40', '2027-01-01'],
    ['+9999', null],
    ['Δευ', '2026-11-23'],
    ['δευτερα', '2026-11-23'],
    ['Τρίτη', '2026-11-24'],
    ['τε', '2026-11-25'],
    ['Κυρ', '2026-11-29'],
    ['fri', '2026-11-27'],
    ['Sat.', '2026-11-28'],
    ['пт', '2026-11-27'],
    ['domenica', '2026-11-29'],
    ['Τ', null],
    ['s', null],
    ['tomorrow', null],
    ['αύριο', null],
    ['31/02/2027', null],
    ['010', null],
    ['320127', null],
    ['5/13', null],
    ['', null],
  ])('written as %s is read as %s', (text, day) => {
    expect(readTypedDay(text, TODAY)).toBe(day)
  })

  test('without a year lies within half a year of today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -181, max: 181 }), (start, away) => {
        const today = addDays('2000-01-01' as Day, start)
        const day = addDays(today, away)
        fc.pre(!day.endsWith('-02-29'))
        expect(readTypedDay(dayMonthText(day, 'en'), today)).toBe(day)
      }),
    )
  })

  test('without a year may be 29 February of a neighbouring year', () => {
    expect(readTypedDay('29/2', '2027-11-01' as Day)).toBe('2028-02-29')
  })

  test('named by its weekday comes within the next seven days', () => {
    const names = ['Κυριακή', 'Δευτέρα', 'Τρίτη', 'Τετάρτη', 'Πέμπτη', 'Παρασκευή', 'Σάββατο']
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 7 }), (start, ahead) => {
        const today = addDays('2000-01-01' as Day, start)
        const day = addDays(today, ahead)
        expect(readTypedDay(names[new Date(day).getUTCDay()] ?? '', today)).toBe(day)
      }),
    )
  })
})
