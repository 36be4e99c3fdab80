import { expect, test } from 'vitest'
import { usualDays } from './terms.ts'

test('customers and providers have the days that the company sets for each of them', () => {
  const terms = { customerDays: 30, providerDays: 60 }
  expect([usualDays(terms, 'customers'), usualDays(terms, 'providers')]).toEqual([30, 60])
})
