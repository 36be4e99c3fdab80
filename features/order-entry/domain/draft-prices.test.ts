import { describe, expect, it } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import {
  discountOf,
  withDiscount,
  discountedPrice,
  kindsForAll,
  priceAll,
  priceChoices,
  restorePrices,
  sourceOf,
} from './draft-prices.ts'
import { candle, draftOf, lantern } from './draft-test-goods.ts'
import { addLine, changeLine } from './order-draft.ts'

const discounts = { customer: rate(500), first: rate(1000), normal: rate(0) }
const pricesOf = (draft: ReturnType<typeof draftOf>) => draft.lines.map((line) => [line.salesPrice, line.source.kind])

describe('the prices of a line', () => {
  it('are the list price, the B2B price and the list price less each discount, rounded to four decimals', () => {
    expect(priceChoices(candle, discounts).map(({ source, price }) => [source.kind, source.rate, price])).toEqual([
      ['list', null, 3_5000],
      ['b2b', null, 3_0000],
      ['customer', 500, 3_3250],
      ['first', 1000, 3_1500],
    ])
    expect(discountedPrice({ salesPrice: unitPrice(1) }, rate(5000))).toBe(1)
  })

  it('leave out a missing B2B price and a missing discount', () => {
    expect(
      priceChoices(lantern, { customer: rate(0), first: rate(0), normal: rate(0) }).map(({ source }) => source.kind),
    ).toEqual(['list'])
  })

  it('begin with the list price for any discount (C-34)', () => {
    expect(pricesOf(draftOf([candle, 2]))).toEqual([[3_5000, 'list']])
  })

  it('show their source', () => {
    expect(sourceOf(unitPrice(3_5000), candle).kind).toBe('list')
    expect(sourceOf(unitPrice(3_4000), candle).kind).toBe('typed')
    expect(sourceOf(unitPrice(3_4000), candle, 'saved').kind).toBe('saved')
  })
})

describe('a typed discount', () => {
  it('gives the list price less the discount, and an empty one gives the list price', () => {
    expect(withDiscount(candle, rate(700))).toEqual({ salesPrice: 3_2550, source: { kind: 'percent', rate: 700 } })
    expect(withDiscount(candle, rate(10_000)).salesPrice).toBe(0)
    expect(withDiscount(candle, null)).toEqual({ salesPrice: 3_5000, source: { kind: 'list', rate: null } })
    expect(withDiscount(candle, rate(0))).toEqual({ salesPrice: 3_5000, source: { kind: 'list', rate: 0 } })
  })

  it('is read from a stored price only if it makes exactly that price', () => {
    const saved = (price: number) =>
      discountOf({ product: candle, salesPrice: unitPrice(price), source: { kind: 'saved', rate: null } })
    expect(saved(3_2550)).toBe(700)
    expect(saved(3_2551)).toBeNull()
    expect(saved(3_5000)).toBeNull()
    expect(saved(4_0000)).toBeNull()
  })
})

describe('one price for all lines', () => {
  const draft = changeLine(draftOf([candle, 1], [lantern, 1]), 2, {
    salesPrice: unitPrice(11_0000),
    source: { kind: 'typed', rate: null },
  })

  it('changes every line that has a price of this kind, and no other', () => {
    expect(kindsForAll(draft.lines, discounts).map(({ kind }) => kind)).toEqual(['list', 'b2b', 'customer', 'first'])
    expect(pricesOf(priceAll(draft, 'customer', discounts))).toEqual([
      [3_3250, 'customer'],
      [11_4000, 'customer'],
    ])
    expect(pricesOf(priceAll(draft, 'b2b', discounts))).toEqual([
      [3_0000, 'b2b'],
      [11_0000, 'typed'],
    ])
  })

  it('can be undone without changing what was entered since', () => {
    const later = addLine(priceAll(draft, 'first', discounts), candle)
    expect(pricesOf(restorePrices(later, draft.lines))).toEqual([
      [3_5000, 'list'],
      [11_0000, 'typed'],
      [3_5000, 'list'],
    ])
  })
})
