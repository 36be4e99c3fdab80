import { describe, expect, test } from 'vitest'
import { writtenAs } from './units.ts'

describe('a column of the export', () => {
  test.each([
    ['total_cents', 'bigint', { name: 'total', unit: 'EUR', factor: '0.01' }],
    ['cents', 'bigint', { name: 'amount', unit: 'EUR', factor: '0.01' }],
    ['vat_bp', 'integer', { name: 'vat_percent', unit: '%', factor: '0.01' }],
    ['sales_price_e4', 'bigint', { name: 'sales_price', unit: 'EUR', factor: '0.0001' }],
    ['average_cost_e8', 'bigint', { name: 'average_cost', unit: 'EUR', factor: '0.00000001' }],
    ['minutes_e4', 'bigint', { name: 'minutes', unit: 'minutes', factor: '0.0001' }],
    ['stock_e4', 'bigint', { name: 'stock', unit: 'units of the product', factor: '0.0001' }],
    ['shipped_on', 'date', { name: 'shipped_on', unit: 'day', factor: null }],
    ['done_at', 'timestamp with time zone', { name: 'done_at', unit: 'time in Athens', factor: null }],
    ['distance_m', 'integer', { name: 'distance_m', unit: 'metres', factor: null }],
    ['name', 'text', { name: 'name', unit: '', factor: null }],
  ])('%s is written in the unit of people', (stored, type, written) => {
    expect(writtenAs(stored, type)).toEqual(written)
  })
})
