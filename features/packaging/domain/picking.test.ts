import { expect, test } from 'vitest'
import { inShelfOrder } from './picking.ts'

test('products are in the order of the shelves, numbers by their value, and those without a shelf last', () => {
  const rows = [
    { shelf: '', name: 'Αρωματικό' },
    { shelf: 'Β1', name: 'Ποτήρι' },
    { shelf: 'Α10', name: 'Φανάρι' },
    { shelf: 'α2', name: 'Κερί' },
    { shelf: 'Α2', name: 'Βάση' },
  ]
  expect(inShelfOrder(rows).map(({ name }) => name)).toEqual(['Βάση', 'Κερί', 'Φανάρι', 'Ποτήρι', 'Αρωματικό'])
})
