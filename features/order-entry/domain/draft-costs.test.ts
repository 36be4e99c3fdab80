import { describe, expect, it } from 'vitest'
import { unitPrice } from '#kernel/money.ts'
import { costBefore } from './draft-costs.ts'
import { candle } from './draft-test-goods.ts'

describe('a product whose materials have another cost since', () => {
  it('shows the stored cost beside the present one', () => {
    expect(costBefore({ ...candle, costPrice: unitPrice(4_0000), storedCost: unitPrice(2_0000) })).toBe(2_0000)
  })

  it('shows nothing while both are equal, for people who may not see costs, and in a draft stored before', () => {
    expect(costBefore({ ...candle, storedCost: candle.costPrice })).toBeNull()
    expect(costBefore({ ...candle, costPrice: null, storedCost: null })).toBeNull()
    expect(costBefore(candle)).toBeNull()
  })
})
