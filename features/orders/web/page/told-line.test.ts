import { describe, expect, test } from 'vitest'
import { toldText } from './plain-text.ts'
import { changedLines, toldLine } from './told-line.ts'

const names = (id: number) => (id === 7 ? 'Κερί' : undefined)
const words = { gone: 'a removed line', leavesWith: (product: string) => `leaves with ${product}` }
const told = (line: unknown) => toldLine(line, names, words).replaceAll(/\s/g, ' ')

describe('a line of an order in its history', () => {
  test.each([
    ['a line', { name: 'Κερί', sku: 'K1', quantity: 2, price: 9.5 }, 'Κερί (K1): 2 × €9.50'],
    ['a line without an SKU', { name: 'Κερί', sku: '', quantity: 0.25, price: 10 }, 'Κερί: 0.25 × €10.00'],
    ['a lent piece', { name: 'Ποτήρι', sku: 'G', quantity: 4, leavesWith: 'Κερί' }, 'Ποτήρι (G), leaves with Κερί: 4'],
    ['an older line that is on the order', '7: 2 x 9.5', 'Κερί: 2 × €9.50'],
    ['an older line that is gone', '147: 2 x 9.5', 'a removed line: 2 × €9.50'],
    ['anything else as it is', 'x', 'x'],
  ])('%s', (_what, line, text) => {
    document.documentElement.lang = 'en'
    expect(told(line)).toBe(text)
  })

  test('of an older entry is left out if it is on both sides', () => {
    expect(changedLines(['7: 2 x 9.5', '8: 1 x 1'], ['7: 2 x 9.5'])).toEqual(['8: 1 x 1'])
    expect(changedLines(['7: 2 x 9.5'], null)).toEqual(['7: 2 x 9.5'])
  })
})

describe('a value of many parts in the history of an order', () => {
  const word = (text: string) => (text === 'Driver' ? 'Own driver' : text)

  test.each([
    [
      'a record by what it holds',
      { driver: 'Νίκος', type: 'Driver', car: 'ΙΚΑ-1', extra: '' },
      'Νίκος, Own driver, ΙΚΑ-1',
    ],
    ['an address without its point on the map', { address: 'Ερμού 1', lat: 37.9, lon: 23.7 }, 'Ερμού 1'],
    [
      'a list of records, none of them as JSON',
      [{ id: 3, name: 'Μεταφορά' }, { name: 'Χάραξη' }],
      '3, Μεταφορά · Χάραξη',
    ],
    ['nothing', {}, ''],
  ])('%s', (_what, value, text) => {
    expect(toldText(value, word)).toBe(text)
  })
})
