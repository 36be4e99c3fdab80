import { describe, expect, test } from 'vitest'
import { changedLines, toldLine } from './told-line.ts'

const names = (id: number) => (id === 7 ? 'Κερί' : undefined)
const told = (line: unknown) => toldLine(line, names, 'a removed line').replaceAll(/\s/g, ' ')

describe('a line of an order in its history', () => {
  test.each([
    ['a line', { name: 'Κερί', sku: 'K1', quantity: 2, price: 9.5 }, 'Κερί (K1): 2 × €9.50'],
    ['a line without an SKU', { name: 'Κερί', sku: '', quantity: 0.25, price: 10 }, 'Κερί: 0.25 × €10.00'],
    ['a lent piece', { name: 'Ποτήρι', sku: 'G', quantity: 4, leavesWith: 'Κερί' }, 'Ποτήρι (G) – Κερί: 4'],
    ['an older line that is on the order', '7: 2 x 9.5', 'Κερί: 2 × €9.50'],
    ['an older line that is gone', '147: 2 x 9.5', 'a removed line: 2 × €9.50'],
    ['anything else as it is', 'x', 'x'],
  ])('%s', (_what, line, text) => {
    document.documentElement.lang = 'en'
    expect(told(line)).toBe(text)
  })

  test('of older entries, which keep all lines, those on both sides are left out', () => {
    expect(changedLines(['7: 2 x 9.5', '8: 1 x 1'], ['7: 2 x 9.5'])).toEqual(['8: 1 x 1'])
    expect(changedLines(['7: 2 x 9.5'], null)).toEqual(['7: 2 x 9.5'])
  })
})
