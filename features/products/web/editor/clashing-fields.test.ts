import { expect, test } from 'vitest'
import type { StoredProduct } from '../fields/product-values.ts'
import { clashingFields } from './clashing-fields.ts'

const product = { name: 'Κερί', reorderPoint: 5_0000, photos: [], steps: [], costComputed: true, costPrice: 1 }
const changed = (fields: object) =>
  clashingFields(product as unknown as StoredProduct, { ...product, ...fields } as unknown as StoredProduct)

test('a reorder point that another person changed clashes, and a new photo or a computed cost does not', () => {
  expect(changed({ reorderPoint: 7_0000 })).toEqual(['reorderPoint'])
  expect(changed({ photos: ['images/1.jpg'], costPrice: 2 })).toEqual([])
  expect(changed({ name: 'Φανάρι', steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [] }] })).toEqual(['name', 'steps'])
})
