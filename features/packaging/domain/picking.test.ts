import { expect, test } from 'vitest'
import { placeOf } from '#features/products/domain/product.ts'
import { inWalkingOrder } from './picking.ts'

const at = (name: string, storePart: string, storeFloor: string, shelf: string) => ({
  name,
  storePart,
  storeFloor,
  shelf,
})
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

test('products are in the order of the shelves, numbers by their value, and those without a shelf last', () => {
  const rows = [
    at('Αρωματικό', '', '', ''),
    at('Ποτήρι', '', '', 'Β1'),
    at('Φανάρι', '', '', 'Α10'),
    at('Κερί', '', '', 'α2'),
    at('Βάση', '', '', 'Α2'),
  ]
  expect(namesOf(inWalkingOrder(rows))).toEqual(['Βάση', 'Κερί', 'Φανάρι', 'Ποτήρι', 'Αρωματικό'])
})

test('a part of the store is finished before the next one, and a floor before the next one', () => {
  const rows = [
    at('χωρίς θέση', '', '', ''),
    at('άγνωστο μέρος', '', '1', 'Α1'),
    at('αυλή', 'Αυλή', '', ''),
    at('κάτω πίσω', 'Αποθήκη', '2', 'Α1'),
    at('πάνω', 'Αποθήκη', '10', 'Α1'),
    at('κάτω εμπρός', 'Αποθήκη', '2', 'Α0'),
  ]
  expect(namesOf(inWalkingOrder(rows))).toEqual([
    'κάτω εμπρός',
    'κάτω πίσω',
    'πάνω',
    'αυλή',
    'άγνωστο μέρος',
    'χωρίς θέση',
  ])
  expect(rows.map(placeOf)).toContainEqual(['Αποθήκη', '10', 'Α1'])
})
