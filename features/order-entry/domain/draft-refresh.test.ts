import { describe, expect, it } from 'vitest'
import { rate, unitPrice } from '#kernel/money.ts'
import { costOfLine } from './draft-costs.ts'
import { refreshDraft, linesToRenew, newPriceOf, takeNewPrice } from './draft-refresh.ts'
import { candle, draftOf, lantern, wick } from './draft-test-goods.ts'
import { changeLine, type DraftProduct } from './order-draft.ts'

const dearer: DraftProduct = { ...candle, salesPrice: unitPrice(4_0000), costPrice: unitPrice(2_5000) }
const marks = (draft: ReturnType<typeof draftOf>) =>
  linesToRenew(draft).map((line) => [line.key, newPriceOf(line)?.before, newPriceOf(line)?.now])

describe('a draft from another day', () => {
  const typed = { kind: 'typed', rate: null } as const
  const draft = changeLine(
    changeLine(draftOf([candle, 1], [candle, 2], [candle, 3], [lantern, 1], [wick, 1]), 2, {
      salesPrice: unitPrice(3_1000),
      source: typed,
    }),
    3,
    { salesPrice: unitPrice(3_1500), source: { kind: 'customer', rate: rate(1000) } },
  )
  // the wick is no longer available
  const fresh = refreshDraft(draft, [dearer, lantern])

  it('keeps every price, and marks those that would differ today', () => {
    expect(fresh.lines.map((line) => line.salesPrice)).toEqual(draft.lines.map((line) => line.salesPrice))
    expect(fresh.lines.map((line) => line.source.kind)).toEqual(['saved', 'typed', 'saved', 'list', 'list'])
    expect(marks(fresh)).toEqual([
      [1, 3_5000, 4_0000],
      [2, 3_5000, 4_0000],
      [3, 3_1500, 3_6000],
    ])
  })

  it("has today's costs and list price", () => {
    expect(fresh.lines.map((line) => costOfLine(fresh, line))).toEqual([2_5000, 2_5000, 2_5000, 2_0000, 2_0000])
    expect(fresh.lines[1]?.product.salesPrice).toBe(4_0000)
  })

  it("takes today's price on a click, with its discount", () => {
    const taken = takeNewPrice(takeNewPrice(fresh, 1), 3)
    expect(taken.lines.map((line) => [line.salesPrice, line.source.kind, line.source.rate]).slice(0, 3)).toEqual([
      [4_0000, 'list', null],
      [3_1000, 'typed', null],
      [3_6000, 'customer', 1000],
    ])
    expect(marks(taken)).toEqual([[2, 3_5000, 4_0000]])
  })

  it('loses the mark after a person chooses a price', () => {
    expect(marks(changeLine(fresh, 2, { salesPrice: unitPrice(3_2000), source: typed })).map(([key]) => key)).toEqual([
      1, 3,
    ])
  })

  it('is marked again when it is opened a third time, with the first and the newest price', () => {
    expect(marks(refreshDraft(fresh, [dearer, lantern]))).toEqual(marks(fresh))
    const again = refreshDraft(fresh, [{ ...dearer, salesPrice: unitPrice(4_5000) }])
    expect(marks(again)[0]).toEqual([1, 3_5000, 4_5000])
    // the price is the first one again, so there is no mark
    const back = refreshDraft(fresh, [candle])
    expect(marks(back)).toEqual([])
    expect(back.lines.map((line) => line.source.kind)).toEqual(['list', 'typed', 'customer', 'list', 'list'])
  })

  it.each([
    ['b2b', null, 3_0000, { b2bSalesPrice: unitPrice(3_2000) }, 3_2000, 'b2b'],
    ['b2b', null, 3_0000, { b2bSalesPrice: unitPrice(0) }, 3_5000, 'list'],
    ['first', 1000, 3_1500, { salesPrice: unitPrice(4_0000) }, 3_6000, 'first'],
    ['normal', 1000, 3_1500, { salesPrice: unitPrice(4_0000) }, 3_6000, 'normal'],
    ['percent', 700, 3_2550, { salesPrice: unitPrice(4_0000) }, 3_7200, 'percent'],
    ['list', 0, 3_5000, { salesPrice: unitPrice(4_0000) }, 4_0000, 'list'],
    ['last', null, 3_3000, { salesPrice: unitPrice(4_0000) }, 4_0000, 'list'],
  ] as const)(
    'shows for the price %s with the rate %j of %i what it would be today',
    (kind, given, price, change, now, source) => {
      const line = { salesPrice: unitPrice(price), source: { kind, rate: given === null ? null : rate(given) } }
      const [only] = refreshDraft(changeLine(draftOf([candle, 1]), 1, line), [{ ...candle, ...change }]).lines
      expect(only?.changed).toMatchObject({ kept: price, now, source: { kind: source } })
    },
  )
})
