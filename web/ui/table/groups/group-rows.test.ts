import { beforeAll, describe, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { groupsOf, isGroupable } from './group-rows.ts'

type Row = { city: string; at: string; total: number; note: string }

const city: Column<Row> = { key: 'city', header: 'City', sortable: true }
const at: Column<Row> = { key: 'at', header: 'Created', kind: 'moment', sortable: true }
const total: Column<Row> = { key: 'total', header: 'Total', kind: 'money', sortable: true, sum: true }
const note: Column<Row> = { key: 'note', header: 'Note' }
const COLUMNS = [city, at, total, note]

const row = (name: string, moment: string, cents: number): Row => ({ city: name, at: moment, total: cents, note: '' })
// the third moment is already the next day in Athens
const ROWS = [
  row('Βόλος', '2026-11-20T08:00:00Z', 100),
  row('Βόλος', '2026-11-20T12:00:00Z', 250),
  row('Λάρισα', '2026-11-20T23:00:00Z', 1_000),
  row('', '2026-11-21T09:00:00Z', 5),
]

beforeAll(startLanguages)

const shown = (sort: string, visible = COLUMNS, grouped = true) =>
  [...groupsOf(COLUMNS, visible, { sort, grouped }, ROWS)].map(([start, { text, count, sums }]) => [
    start,
    text,
    count,
    ...sums.map((sum) => sum.text),
  ])

describe('the rows of a page', () => {
  test('are divided where the value of the sorted column changes, each group with its number of rows and its sums', () => {
    expect(shown('city')).toEqual([
      [0, 'Βόλος', 2, '€3.50'],
      [2, 'Λάρισα', 1, '€10.00'],
      [3, '', 1, '€0.05'],
    ])
  })

  test('are grouped by the day of a moment in Athens', () => {
    expect(shown('at')).toEqual([
      [0, '20/11/2026', 2, '€3.50'],
      [2, '21/11/2026', 2, '€10.05'],
    ])
  })

  test('have no groups without grouping, without a sort, or by a figure', () => {
    expect(shown('city', COLUMNS, false)).toEqual([])
    expect(groupsOf(COLUMNS, COLUMNS, { sort: undefined, grouped: true }, ROWS).size).toBe(0)
    expect(shown('total')).toEqual([])
  })

  test('are summed for shown columns only', () => {
    expect(shown('city', [city, at])[0]).toEqual([0, 'Βόλος', 2])
  })
})

test('rows can be grouped by what the server sorts, except by figures', () => {
  expect((COLUMNS as Column<unknown>[]).map(isGroupable)).toEqual([true, true, false, false])
})
