import { expect, test } from 'vitest'
import { quantity, unitPrice } from '#kernel/money.ts'
import { costOfLine, losesMoney } from './draft-costs.ts'
import { lostDraft } from './draft-lost.ts'
import { candle, lantern } from './draft-test-goods.ts'
import { EMPTY_DRAFT, LIST_PRICE } from './order-draft.ts'

const loan = (productId: number, originProductId: number) => ({
  productId,
  originProductId,
  name: '',
  sku: '',
  unit: 'Item' as const,
  quantity: quantity(1_0000),
})

test('the cost of a candle is without its glass only if this glass is lent with this candle', () => {
  const costWith = (...loans: ReturnType<typeof loan>[]) => costOfLine({ loans }, { product: candle })
  expect(costWith(loan(31, candle.id))).toBe(1_5000)
  expect([costWith(), costWith(loan(31, lantern.id)), costWith(loan(32, candle.id))]).toEqual([2_0000, 2_0000, 2_0000])
  expect(costOfLine({ loans: [loan(31, lantern.id)] }, { product: lantern })).toBe(lantern.costPrice)
})

test('a cost that the person may not see is not computed', () => {
  const [glass] = candle.lendables
  if (glass === undefined) throw new Error('the candle has a glass')
  const hidden = { ...candle, lendables: [{ ...glass, cost: null }] }
  expect(costOfLine({ loans: [loan(31, candle.id)] }, { product: hidden })).toBe(2_0000)
  expect(costOfLine({ loans: [] }, { product: { ...candle, costPrice: null } })).toBeNull()
})

test('a line loses money only below a known cost at a known price', () => {
  expect(losesMoney(unitPrice(2), { salesPrice: unitPrice(1) })).toBe(true)
  expect(losesMoney(unitPrice(1), { salesPrice: unitPrice(1) })).toBe(false)
  expect([losesMoney(null, { salesPrice: unitPrice(1) }), losesMoney(unitPrice(1), { salesPrice: null })]).toEqual([
    false,
    false,
  ])
})

test('an order of lost pieces sells each item at its list price and marks it, without products that are gone', () => {
  const customer = { id: 3, name: 'Ταβέρνα', label: '', phone: '', vat: '' }
  const items = [99, candle.id, lantern.id].map((productId) => ({ productId, quantity: quantity(2_0000) }))
  const draft = lostDraft(customer, items, [candle, lantern])
  const line = { quantity: quantity(2_0000), source: LIST_PRICE, lost: true }
  expect(draft).toEqual({
    ...EMPTY_DRAFT,
    customer,
    lines: [
      { ...line, key: 2, product: candle, salesPrice: candle.salesPrice },
      { ...line, key: 3, product: lantern, salesPrice: lantern.salesPrice },
    ],
  })
})
