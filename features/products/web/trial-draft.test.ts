import { expect, test } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import { isStale, NO_TRIAL, NOTHING_SENT, toSend, tryCost, tryMargin } from './trial-draft.ts'

test('what was typed is sent, an emptied field is not', () => {
  let draft = tryCost(NO_TRIAL, 7, unitPrice(2_0000))
  draft = tryCost(draft, 3, unitPrice(1_0000))
  draft = tryMargin(tryCost(draft, 7, null), 1, rate(20_00))
  expect(toSend(draft)).toEqual({ costs: [{ productId: 3, cost: 1_0000 }], margins: [{ productId: 1, margin: 20_00 }] })
})

test('figures are stale from the typing until they are reckoned with it', () => {
  expect(isStale(NO_TRIAL, NOTHING_SENT)).toBe(false)
  const draft = tryCost(NO_TRIAL, 7, unitPrice(2_0000))
  expect(isStale(draft, NOTHING_SENT)).toBe(true)
  expect(isStale(draft, toSend(draft))).toBe(false)
  expect(isStale(tryCost(draft, 7, null), toSend(draft))).toBe(true)
})
