import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { commission } from './commission.ts'
import { economics } from './economics.ts'
import { expenses } from './expenses.ts'
import { forecast } from './forecast.ts'
import { bucketSizeOf, lastDayOf, whyNotReport } from './frame.ts'
import { margins } from './margins.ts'
import { redInvoices, sales, vat } from './sales.ts'
import { topMaterials, topProducts } from './top.ts'

const REPORTS = [commission, economics, expenses, forecast, margins, redInvoices, sales, topMaterials, topProducts, vat]

describe('the reports', () => {
  test('sum every amount and count, except balances and what stands in several rows of a table', () => {
    const figures = ['money', 'number', 'quantity', 'rate']
    const unsummed = REPORTS.flatMap(({ name, tables }) =>
      tables.flatMap(({ name: table, columns }) => {
        const keys = columns.filter(({ kind, sum }) => figures.includes(kind) && !sum).map(({ key }) => key)
        return keys.length === 0 ? [] : [`${name}/${table}: ${keys.join(', ')}`]
      }),
    )
    expect(unsummed).toEqual([
      'commission/account: commission, paid, owed',
      'expenses/parties: spent, paid',
      'forecast/now: received, paid',
      'forecast/days: balance',
      'margins/products: amount, cost, margin, margin-rate',
      'margins/customers: amount, cost, margin, margin-rate',
      'margins/salespersons: amount, cost, margin, margin-rate, commission',
      'margins/categories: amount, cost, margin, margin-rate',
      'top-materials/top: quantity',
      'top-products/top: quantity',
    ])
  })

  test('can be asked as they were known at an earlier moment, except the one on coming days', () => {
    const period = { from: '2026-11-01', to: '2026-11-02', known: '2026-11-02' }
    const accepting = REPORTS.filter(({ query }) => query.input.safeParse(period).success)
    expect(REPORTS.filter((report) => !report.knows)).toEqual([forecast])
    expect(REPORTS.filter((report) => !accepting.includes(report))).toEqual([forecast])
  })

  test('are asked for one salesperson only where they are about them', () => {
    const period = { from: '2026-11-01', to: '2026-11-02', salespersonId: 3 }
    expect(REPORTS.filter(({ query }) => query.input.safeParse(period).success)).toEqual([commission])
  })

  test('let a person choose how long a bucket is where they show the course of time', () => {
    expect(REPORTS.filter(({ by }) => by === true)).toEqual([sales])
  })

  test('show only red invoices in their own report', () => {
    const red = REPORTS.filter(({ tables }) => tables.some(({ of }) => of !== undefined && 'red' in of && of.red))
    expect(red).toEqual([redInvoices])
  })

  test('draw a balance as a line over the bars of what came in and went out', () => {
    const lines = REPORTS.flatMap(({ chart }) => chart?.series.filter(({ line }) => line).map(({ key }) => key) ?? [])
    expect(lines).toEqual(['balance'])
  })

  test('draw only columns that their table has', () => {
    const missing = REPORTS.flatMap(({ name, chart, tables }) => {
      if (chart === undefined) return []
      const columns = tables.find((table) => table.name === chart.table)?.columns.map(({ key }) => key) ?? []
      return [chart.by, ...chart.series.map(({ key }) => key)]
        .filter((key) => !columns.includes(key))
        .map((key) => `${name} ${key}`)
    })
    expect(missing).toEqual([])
  })
})

describe('the period of a report', () => {
  const day = (text: string) => text as Day
  test('does not end before it begins', () => {
    expect(whyNotReport({ from: day('2026-11-02'), to: day('2026-11-02') })).toBeNull()
    expect(whyNotReport({ from: day('2026-11-02'), to: day('2026-11-01') })?.code).toBe('reports.period-backwards')
  })

  test.each([
    ['2026-02-15', undefined, 'day'],
    ['2026-02-16', undefined, 'week'],
    ['2026-07-20', undefined, 'week'],
    ['2026-07-21', undefined, 'month'],
    ['2026-01-02', 'year', 'year'],
  ] as const)('from 1 January to %s, asked for %j, is shown for each %s', (to, by, size) => {
    expect(bucketSizeOf({ from: day('2026-01-01'), to: day(to), by })).toBe(size)
  })

  test.each([
    ['2026-02-01', 'day', '2026-02-01'],
    ['2026-02-02', 'week', '2026-02-08'],
    ['2026-02-01', 'month', '2026-02-28'],
    ['2028-02-01', 'month', '2028-02-29'],
    ['2026-12-01', 'month', '2026-12-31'],
    ['2026-01-01', 'year', '2026-12-31'],
  ] as const)('the bucket that begins on %s with the length %s ends on %s', (first, size, last) => {
    expect(lastDayOf(day(first), size)).toBe(last)
  })
})
