import { expect, test } from 'vitest'
import { LONGEST, nameOfCopy, skusOfCopies } from './product-copy.ts'

test('a copy has the name of its product with an ending, and its number with another one', () => {
  expect(nameOfCopy('Κερί')).toBe('Κερί (Copy)')
  expect(skusOfCopies('K-1').slice(0, 3)).toEqual(['K-1-copy', 'K-1-copy-2', 'K-1-copy-3'])
})

test.each([
  ['that just fits stays whole', 'α'.repeat(293), `${'α'.repeat(293)} (Copy)`],
  ['that is too long loses its last letters', 'α'.repeat(294), `${'α'.repeat(293)} (Copy)`],
  ['loses no half of a sign', `${'α'.repeat(292)}🕯🕯`, `${'α'.repeat(292)} (Copy)`],
  ['leaves no space before the ending', `${'α'.repeat(292)} αα`, `${'α'.repeat(292)} (Copy)`],
])('the name of a copy is at most as long as a name may be, and one %s', (_, name, copy) => {
  expect(nameOfCopy(name)).toBe(copy)
})

test('the number of every copy is different and at most as long as a number may be', () => {
  const skus = skusOfCopies('K'.repeat(LONGEST.sku))
  expect(new Set(skus).size).toBe(skus.length)
  expect(skus.filter((sku) => sku.length !== LONGEST.sku)).toEqual([])
})
