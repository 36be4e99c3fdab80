import { expect, test } from 'vitest'
import { seriesOf } from './series.ts'

const document = { type: '1.1', day: '2026-11-20', branch: 2 } as const

test.each([
  ['1.1', 'ΤΠ'],
  ['2.3', 'ΤΠ'],
  ['5.1', 'ΠΤ'],
  ['5.2', 'ΠΤ'],
  ['11.1', 'ΑΛΠ'],
  ['11.2', 'ΑΛΠ'],
  ['11.4', 'ΠΛΠ'],
] as const)('without a setting a document of type %s is counted in the series %s', (type, series) => {
  expect(seriesOf({ ...document, type }, [])).toEqual({ series, year: 2026, branch: 2, start: 1 })
})

const SETTINGS = [
  { document: 'receipt', series: 'Β', startYear: 2026, start: 7 },
  { document: 'invoice', series: ' Α ', startYear: 2026, start: 41 },
] as const

test('the settings name the series and, in the year of a move from another product, its first number', () => {
  expect(seriesOf(document, SETTINGS)).toMatchObject({ series: 'Α', start: 41 })
  expect(seriesOf({ ...document, day: '2027-01-02' }, SETTINGS)).toMatchObject({ series: 'Α', year: 2027, start: 1 })
})

test('a test document takes a number of a series of its own, which begins with 1', () => {
  expect(seriesOf({ ...document, test: true }, SETTINGS)).toMatchObject({ series: 'ΔΟΚ-Α', start: 1 })
})
