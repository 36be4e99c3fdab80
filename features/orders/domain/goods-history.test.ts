import { describe, expect, test } from 'vitest'
import { quantity, unitPrice } from '#kernel/money.ts'
import { goodsChanges } from './goods-history.ts'

const line = (productId: number, pieces: number, more: { note?: string; lost?: boolean } = {}) => ({
  productId,
  name: `Κερί ${productId}`,
  sku: `K-${productId}`,
  quantity: quantity(pieces * 10_000),
  salesPrice: unitPrice(1_5000),
  note: '',
  lost: false,
  ...more,
})
const loan = (originProductId: number | null, pieces: number) => ({
  name: 'Ποτήρι',
  sku: 'G-1',
  quantity: quantity(pieces * 10_000),
  originProductId,
})
const shown = (productId: number, count: number, more: object = {}) => ({
  name: `Κερί ${productId}`,
  sku: `K-${productId}`,
  quantity: count,
  price: 1.5,
  ...more,
})
const of = (lines: ReturnType<typeof line>[], loans: ReturnType<typeof loan>[] = []) => ({ lines, loans })

describe('the history of the goods of an order', () => {
  test('names the lines that were added, removed and changed, and not those that stayed', () => {
    expect(goodsChanges(of([line(1, 2), line(2, 3)]), of([line(1, 5), line(2, 3)]))).toEqual({
      lines: [[shown(1, 2)], [shown(1, 5)]],
    })
    expect(goodsChanges(of([line(1, 2)]), of([line(1, 2), line(2, 3)]))).toEqual({ lines: [[], [shown(2, 3)]] })
    expect(goodsChanges(of([line(1, 2), line(2, 3)]), of([line(1, 2)]))).toEqual({ lines: [[shown(2, 3)], []] })
    expect(goodsChanges(of([line(1, 2)]), of([line(1, 2)]))).toEqual({})
  })

  test('names one of two equal lines if only one was added or removed', () => {
    const [one, two] = [of([line(1, 2)]), of([line(1, 2), line(1, 2)])]
    expect(goodsChanges(one, two)).toEqual({ lines: [[], [shown(1, 2)]] })
    expect(goodsChanges(two, one)).toEqual({ lines: [[shown(1, 2)], []] })
  })

  test('shows the note of a line, and that it sells lent pieces, only where a line has them', () => {
    expect(goodsChanges(of([]), of([line(1, 2, { note: 'λευκό' }), line(2, 1, { lost: true })]))).toEqual({
      lines: [[], [shown(1, 2, { note: 'λευκό' }), shown(2, 1, { lost: true })]],
    })
  })

  test('names the lines that changed their position, if the lines are otherwise the same', () => {
    const before = of([line(1, 1), line(2, 2), line(3, 3)])
    expect(goodsChanges(before, of([line(1, 1), line(3, 3), line(2, 2)]))).toEqual({
      lineOrder: [
        [shown(2, 2), shown(3, 3)],
        [shown(3, 3), shown(2, 2)],
      ],
    })
    expect(goodsChanges(before, of([line(3, 3), line(1, 1)]))).toEqual({ lines: [[shown(2, 2)], []] })
  })

  test('names what is lent with the product that it leaves with, if the order has it', () => {
    const glass = { name: 'Ποτήρι', sku: 'G-1' }
    expect(goodsChanges(of([line(1, 2)], [loan(1, 2)]), of([line(1, 2)], [loan(1, 2), loan(null, 3)]))).toEqual({
      loans: [[], [{ ...glass, quantity: 3 }]],
    })
    expect(goodsChanges(of([line(1, 2)], [loan(1, 2)]), of([line(1, 2)]))).toEqual({
      loans: [[{ ...glass, quantity: 2, leavesWith: 'Κερί 1' }], []],
    })
  })
})
