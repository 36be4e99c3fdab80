import { expect, test } from 'vitest'
import type { Column } from '#web/ui/table/table-columns.ts'
import { csvOf } from '#web/ui/table/export/table-export.ts'
import { sheetOf } from '#web/ui/table/export/table-sheet.ts'

type Row = { id: number; name: string; day: string | null; at: string; total: number; pieces: number; vat: number }

const columns: Column<Row>[] = [
  { key: 'id', header: 'Αριθμός', align: 'end' },
  { key: 'name', header: 'Όνομα' },
  { key: 'day', header: 'Ημ. παράδοσης', kind: 'day' },
  { key: 'at', header: 'Δημιουργία', kind: 'moment' },
  { key: 'total', header: 'Σύνολο', kind: 'money' },
  { key: 'pieces', header: 'Ποσότητα', kind: 'quantity' },
  { key: 'vat', header: 'ΦΠΑ %', kind: 'rate' },
]

test('the sheet has the titles of the page, and numbers, days and texts as such', () => {
  const row = {
    id: 7,
    name: '=1+1',
    day: '2026-12-24',
    at: '2026-07-01T21:30:00.000Z',
    total: -123_45,
    pieces: 15_000,
    vat: 2400,
  }
  const [titles, cells] = sheetOf(columns, [row])
  expect(titles?.map((cell) => (cell as { value: string }).value)).toEqual(columns.map((column) => column.header))
  expect(cells).toEqual([
    { type: Number, value: 7 },
    { type: String, value: '=1+1' },
    { type: Date, value: new Date('2026-12-24T00:00:00Z'), format: 'dd/mm/yyyy' },
    // Athens time: half past midnight of the next day.
    { type: Date, value: new Date('2026-07-02T00:30:00Z'), format: 'dd/mm/yyyy hh:mm' },
    { type: Number, value: -123.45, format: '#,##0.00' },
    { type: Number, value: 1.5, format: '#,##0.####' },
    { type: Number, value: 24, format: '0.00' },
  ])
})

test('a missing value is an empty cell and not a zero', () => {
  const [, cells] = sheetOf(columns, [{ id: 1, name: '', day: null, at: '', total: 0, pieces: 0, vat: 0 }])
  expect(cells?.slice(1, 4)).toEqual([null, null, null])
  expect(cells?.[4]).toMatchObject({ value: 0 })
})

test('a CSV file has its days as other programs read them, whatever the language of the page (C-96)', () => {
  const days = columns.slice(2, 4)
  const row = { id: 7, name: '', day: '2026-12-24', at: '2026-07-01T21:30:00.000Z', total: 0, pieces: 0, vat: 0 }
  document.documentElement.lang = 'sr'
  const lines = csvOf(days, [row, { ...row, day: null, at: '' }]).split('\r\n')
  document.documentElement.lang = 'en'
  expect(lines.slice(1)).toEqual(['2026-12-24;2026-07-02 00:30', ';', ''])
})
