import { expect, test } from 'vitest'
import { createProduct } from './contract.ts'

test('a new product needs a name and nothing else', () => {
  expect([{ name: 'Κερί' }, { sku: 'K1' }].map((input) => createProduct.input.safeParse(input).success)).toEqual([
    true,
    false,
  ])
})
