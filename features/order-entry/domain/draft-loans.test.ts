import { describe, expect, it } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { loanGroups, toggleLending } from './draft-loans.ts'
import { candle, draftOf, lantern } from './draft-test-goods.ts'
import { addLine, changeLine } from './order-draft.ts'

const glass = candle.lendables[0] ?? expect.unreachable()
const box = { ...glass, materialId: 32, name: 'Κουτί', perUnit: quantity(2_0000) }
const boxed = { ...candle, lendables: [glass, box] }
const lent = ({ loans }: ReturnType<typeof draftOf>) => loans.map((loan) => [loan.productId, loan.quantity])

describe('lending with a line by one key', () => {
  const draft = draftOf([boxed, 3], [lantern, 1])

  it('lends what the pieces carry, and takes all of it out again', () => {
    const after = toggleLending(draft, boxed.id)
    expect(lent(after)).toEqual([
      [31, 3_0000],
      [32, 6_0000],
    ])
    expect(lent(toggleLending(after, boxed.id))).toEqual([])
  })

  it('concerns one material alone if it is named, and adds only what is not lent yet', () => {
    const one = toggleLending(draft, boxed.id, 32)
    expect(lent(one)).toEqual([[32, 6_0000]])
    expect(lent(toggleLending(one, boxed.id))).toEqual([
      [32, 6_0000],
      [31, 3_0000],
    ])
    expect(lent(toggleLending(one, boxed.id, 32))).toEqual([])
  })

  it('changes nothing without a lendable material or without a quantity', () => {
    expect(toggleLending(draft, lantern.id)).toBe(draft)
    const empty = changeLine(draft, 1, { quantity: null })
    expect(toggleLending(empty, boxed.id)).toBe(empty)
  })
})

describe('the loans of each product', () => {
  it('stay the same group while another product changes', () => {
    const other = { ...candle, id: 70 }
    const groupsOf = loanGroups()
    const draft = toggleLending(toggleLending(addLine(draftOf([candle, 1]), other), candle.id), other.id)
    const before = groupsOf(draft.loans)
    const after = groupsOf(changeLine(draft, 2, { quantity: quantity(9_0000) }).loans)
    expect(after.get(candle.id)).toBe(before.get(candle.id))
    expect(after.get(other.id)).not.toBe(before.get(other.id))
    expect(after.get(other.id)).toMatchObject([{ quantity: 9_0000 }])
  })
})
