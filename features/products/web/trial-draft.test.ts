import { expect, test } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import { isStale, NO_TRIAL, NOTHING_SENT, toSend, tryCost, tryMargin } from './trial-draft.ts'

test('typed values are sent, and emptied fields are not', () => {
  let draft = tryCost(NO_TRIAL, 7, unitPrice(2_0000))
  draft = tryCost(draft, 3, unitPrice(1_0000))
  draft = tryMargin(tryCost(draft, 7, null), 1, rate(20_00))
  expect(toSend(draft)).toEqual({ costs: [{ productId: 3, cost: 1_0000 }], margins: [{ productId: 1, margin: 20_00 }] })
})

test('figures are outdated from the typing until the next calculation', () => {
  expect(isStale(NO_TRIAL, NOTHING_SENT)).toBe(false)
  const draft = tryCost(NO_TRIAL, 7, unitPrice(2_0000))
  expect(isStale(draft, NOTHING_SENT)).toBe(true)
  expect(isStale(draft, toSend(draft))).toBe(false)
  expect(isStale(tryCost(draft, 7, null), toSend(draft))).toBe(true)
})
