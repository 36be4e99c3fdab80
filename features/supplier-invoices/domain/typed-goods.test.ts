import { expect, test } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { EMPTY_INVOICE } from './invoice-draft.ts'
import { addTypedGoods, offeredGoods, readTypedGoods } from './typed-goods.ts'

const goods = (id: number, more: Partial<Goods> = {}) =>
  ({
    id,
    name: `Wax ${id}`,
    sku: `WAX-${id}`,
    providerSku: '',
    vat: rate(2400),
    cost: unitPrice(2_0000),
    lastPrice: null,
    lastDiscount: null,
    ...more,
  }) as Goods

test.each([
  ['WAX-1 500', 'WAX-1', 500_0000, null],
  ['white wax 500*1,42 ', 'white wax', 500_0000, 1_4200],
  ['wax 0,5', 'wax', 5000, null],
])('%j is a product with its figures', (text, name, quantity, price) => {
  expect(readTypedGoods(text, ',')).toEqual({ goods: name, amount: { quantity, price } })
})

test.each(['WAX-1', '500', 'wax white', 'wax 5 kg', 'wax 0', ''])('%j has no figures', (text) => {
  expect(readTypedGoods(text, ',')).toBeNull()
})

const TEXT = 'WAX-1 5*1,42'
const LINE = { goods: 'WAX-1', amount: { quantity: 5_0000, price: 1_4200 } } as never

test('what the whole text finds comes first, because a name may end with a number, unless exactly a code or a name stands before the figures', () => {
  const named = { ...(LINE as object), goods: 'wax' } as never
  const ids = (rows: readonly Goods[]) => rows.map(({ id }) => id)
  expect(ids(offeredGoods('wax 5*1,42', [goods(7)], [goods(1), goods(7)], named))).toEqual([7, 1])
  expect(ids(offeredGoods(TEXT, [goods(7)], [goods(1)], LINE))).toEqual([1, 7])
  expect(ids(offeredGoods(TEXT, [goods(7)], [goods(2, { providerSku: 'wax-1' })], LINE))).toEqual([2, 7])
  // "Resin 15" is fifteen of "Resin", and not one of "Resin 150"
  const [resin, longer] = [goods(3, { name: 'Ρητίνη' }), goods(4, { name: 'Ρητίνη 150' })]
  const fifteen = { goods: 'ρητινη', amount: { quantity: 15_0000, price: null } } as never
  expect(ids(offeredGoods('ρητινη 15', [longer], [resin, longer], fifteen))).toEqual([3, 4])
  expect(ids(offeredGoods('ρητινη 150', [longer], [resin, longer], fifteen))).toEqual([4, 3])
})

test('a typed line has its figures, and without a cost the last one', () => {
  const [both] = offeredGoods(TEXT, [], [goods(1)], LINE)
  const priced = { ...goods(1), typed: { quantity: 5_0000, price: null } } as never
  const after = addTypedGoods(addTypedGoods(addTypedGoods(EMPTY_INVOICE, both as never), priced), goods(1))
  expect(after.lines.map(({ quantity, price }) => [quantity, price])).toEqual([
    [5_0000, 1_4200],
    [5_0000, 2_0000],
    [1_0000, 2_0000],
  ])
  expect(after.lines[0]?.goods).not.toHaveProperty('typed')
})
