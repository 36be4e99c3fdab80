import { describe, expect, it } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { changeLoan, confirmLoan, lend, lendingOffers, removeLoan } from './draft-loans.ts'
import { mergeDrafts } from './draft-merge.ts'
import { candle, draftOf, lantern } from './draft-test-goods.ts'
import { changeLine, type OrderDraft, removeLine } from './order-draft.ts'

const goods = draftOf([candle, 2], [lantern, 1])
const [offer = expect.unreachable()] = lendingOffers(goods)
/** Two candles with two glasses, and a lantern. */
const base = lend(goods, offer)
const glass = { productId: 31, originProductId: candle.id }
const NAME = 'Ποτήρι (Κερί σε ποτήρι)'

const typed = (draft: OrderDraft, pieces: number): OrderDraft =>
  confirmLoan(changeLoan(draft, glass, quantity(pieces * 1_0000)), glass, true)
const morePieces = (draft: OrderDraft, pieces: number): OrderDraft =>
  changeLine(draft, 1, { quantity: quantity(pieces * 1_0000) })
const lentOf = (draft: OrderDraft) => draft.loans.map((loan) => (loan.quantity ?? 0) / 1_0000)

describe('the lent quantity of an order that two people change', () => {
  it('is a clash if both typed it: the own one stays and the other is told', () => {
    const { draft, clashes } = mergeDrafts(base, typed(base, 3), typed(base, 5))
    expect(lentOf(draft)).toEqual([3])
    expect(draft.loans[0]?.confirmed).toBe(true)
    expect(clashes).toEqual([{ name: NAME, figure: 'lent', theirs: 5_0000 }])
    expect(mergeDrafts(base, typed(base, 3), typed(base, 3)).clashes).toEqual([])
  })

  it('is the one that somebody typed, if it only follows its line in the other version', () => {
    const here = mergeDrafts(base, typed(base, 1), morePieces(base, 4))
    const there = mergeDrafts(base, morePieces(base, 4), typed(base, 1))
    // 1 of 2 pieces is 2 of 4
    expect([lentOf(here.draft), here.clashes]).toEqual([[2], []])
    expect([lentOf(there.draft), there.clashes]).toEqual([[2], []])
  })

  it('is told as 0 if the other person ended a loan whose quantity was typed here', () => {
    const { draft, clashes } = mergeDrafts(base, typed(base, 3), removeLoan(base, glass))
    expect(lentOf(draft)).toEqual([3])
    expect(clashes).toEqual([{ name: NAME, figure: 'lent', theirs: 0 }])
  })

  it('does not bring back a loan that was ended here, and is told if the other person typed it', () => {
    const ended = removeLoan(base, glass)
    const followed = mergeDrafts(base, ended, morePieces(base, 4))
    expect([followed.draft.loans, followed.clashes]).toEqual([[], []])
    const told = mergeDrafts(base, ended, typed(base, 5))
    expect(told.draft.loans).toEqual([])
    expect(told.clashes).toEqual([{ name: NAME, figure: 'lent', theirs: 5_0000 }])
  })

  it('keeps the line that the other person removed, and comes back with a line that was removed here', () => {
    const without = removeLine(base, 1)
    const kept = mergeDrafts(base, typed(base, 3), without)
    expect(lentOf(kept.draft)).toEqual([3])
    expect(kept.clashes).toEqual([{ name: candle.name, figure: 'removed', by: 'theirs' }])
    expect(lentOf(mergeDrafts(base, without, typed(base, 3)).draft)).toEqual([3])
    expect(lentOf(mergeDrafts(base, without, morePieces(base, 4)).draft)).toEqual([4])
    expect(lentOf(mergeDrafts(base, morePieces(base, 4), without).draft)).toEqual([4])
  })

  it('stays told when a third person saves something else, until both are the same', () => {
    const second = typed(base, 5)
    const first = mergeDrafts(base, typed(base, 3), second)
    const third = { ...second, driverNote: 'third' }
    expect(mergeDrafts(second, first.draft, third, first).clashes).toEqual(first.clashes)
    expect(mergeDrafts(second, typed(first.draft, 5), third, first).clashes).toEqual([])
  })
})
