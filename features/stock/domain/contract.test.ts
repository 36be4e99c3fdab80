import { expect, test } from 'vitest'
import { storedValues } from '#kernel/settings/form.ts'
import { COUNTING_SETTINGS } from './counting/settings.ts'
import { adjustMany } from './many-contract.ts'

test('people who count do not see the expected figure unless the company wants it', () => {
  expect(storedValues(COUNTING_SETTINGS, undefined)).toEqual({ showsExpected: false })
})

test('the stock of products is adjusted at once only if each is named once', () => {
  const product = (productId: number) => ({ productId, shown: 0, newStock: 1_0000 })
  const isAccepted = (...ids: number[]): boolean =>
    adjustMany.input.safeParse({ reason: 'απογραφή', products: ids.map(product) }).success
  expect([isAccepted(1, 2), isAccepted(1, 2, 1)]).toEqual([true, false])
})
