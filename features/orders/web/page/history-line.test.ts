import { describe, expect, test } from 'vitest'
import { valueText } from './value-text.ts'
import { changedLines, lineText } from './history-line.ts'

const names = (id: number) => (id === 7 ? 'Κερί' : undefined)
const words = {
  removed: 'a removed line',
  leavesWith: (product: string) => `leaves with ${product}`,
  lost: 'Not returned',
}
const shown = (line: unknown) => lineText(line, names, words).replaceAll(/\s/g, ' ')

describe('the history of an order shows', () => {
  test.each([
    [
      'a line with its SKU, quantity and price',
      { name: 'Κερί', sku: 'K1', quantity: 2, price: 9.5 },
      'Κερί (K1): 2 × €9.50',
    ],
    ['a line without an SKU', { name: 'Κερί', sku: '', quantity: 0.25, price: 10 }, 'Κερί: 0.25 × €10.00'],
    [
      'a lent item with its product',
      { name: 'Ποτήρι', sku: 'G', quantity: 4, leavesWith: 'Κερί' },
      'Ποτήρι (G), leaves with Κερί: 4',
    ],
    [
      'a line that sells pieces which were not returned, with its mark and note',
      { name: 'Ποτήρι', sku: 'G', quantity: 3, price: 2, lost: true, note: 'από πέρσι' },
      'Ποτήρι (G): 3 × €2.00 · Not returned · από πέρσι',
    ],
    ['a line of an older entry by its name in the order', '7: 2 x 9.5', 'Κερί: 2 × €9.50'],
    ['a line of an older entry that was removed from the order', '147: 2 x 9.5', 'a removed line: 2 × €9.50'],
    ['any other text unchanged', 'x', 'x'],
  ])('%s', (_what, line, text) => {
    document.documentElement.lang = 'en'
    expect(shown(line)).toBe(text)
  })

  test('only those lines of an older entry that changed', () => {
    expect(changedLines(['7: 2 x 9.5', '8: 1 x 1'], ['7: 2 x 9.5'])).toEqual(['8: 1 x 1'])
    expect(changedLines(['7: 2 x 9.5'], null)).toEqual(['7: 2 x 9.5'])
  })
})

describe('a value of several parts is shown in the history', () => {
  const word = (text: string) => (text === 'Driver' ? 'Own driver' : text)

  test.each([
    [
      'as its values, without the empty ones',
      { driver: 'Νίκος', type: 'Driver', car: 'ΙΚΑ-1', extra: '' },
      'Νίκος, Own driver, ΙΚΑ-1',
    ],
    ['without the coordinates of an address', { address: 'Ερμού 1', lat: 37.9, lon: 23.7 }, 'Ερμού 1'],
    [
      'as the values of each record in a list',
      [{ id: 3, name: 'Μεταφορά' }, { name: 'Χάραξη' }],
      '3, Μεταφορά · Χάραξη',
    ],
    ['as an empty text if it has no parts', {}, ''],
  ])('%s', (_what, value, text) => {
    expect(valueText(value, word)).toBe(text)
  })
})
