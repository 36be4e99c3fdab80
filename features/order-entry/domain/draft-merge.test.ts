import { describe, expect, it } from 'vitest'
import { quantity, unitPrice } from '#kernel/money.ts'
import { changedFields, isTaken, mergeDrafts } from './draft-merge.ts'
import { candle, draftOf, lantern, wick } from './draft-test-goods.ts'
import { lend, lendingOffers } from './draft-loans.ts'
import { addLine, changeLine, moveLine, type OrderDraft, removeLine } from './order-draft.ts'

const base: OrderDraft = { ...draftOf([candle, 1], [lantern, 2]), description: 'old', driverNote: 'old' }
const linesOf = (draft: OrderDraft) => draft.lines.map((line) => [line.product.name, (line.quantity ?? 0) / 1_0000])

describe('the changes of a draft', () => {
  it('are its changed fields, and a newer stock figure is no change', () => {
    expect(changedFields(base, { ...base, description: 'mine' })).toEqual(['description'])
    const lines = base.lines.map((line) => ({ ...line, product: { ...line.product, stock: quantity(1) } }))
    expect(changedFields(base, { ...base, lines })).toEqual([])
  })
})

describe('two people who change one order', () => {
  it("keep their own changed fields and receive the other's", () => {
    const merged = mergeDrafts(
      base,
      { ...base, description: 'mine' },
      { ...base, description: 'theirs', driverNote: 'theirs' },
    )
    expect(merged.draft).toMatchObject({ description: 'mine', driverNote: 'theirs' })
  })

  it('see both values of a field that both changed, and may take either', () => {
    const mine = { ...base, description: 'mine', driverNote: 'same', expectedDelivery: '2027-03-01 00:00:00' }
    const theirs = { ...base, description: 'theirs', driverNote: 'same', validUntil: '2027-04-01' }
    const { draft, fields } = mergeDrafts(base, mine, theirs)
    expect(draft.description).toBe('mine')
    expect(fields).toEqual([{ field: 'description', mine: { description: 'mine' }, theirs: { description: 'theirs' } }])
    expect(fields.map((clash) => [isTaken(draft, clash.mine), isTaken(draft, clash.theirs)])).toEqual([[true, false]])
    const [clash = expect.unreachable()] = fields
    expect(isTaken({ ...draft, ...clash.theirs }, clash.theirs)).toBe(true)
  })

  it('keep both added lines and both changed quantities', () => {
    const mine = changeLine(addLine(base, wick), 1, { quantity: quantity(5_0000) })
    const theirs = changeLine(addLine(base, { ...wick, id: 10, name: 'Σπάγκος' }), 2, { quantity: quantity(7_0000) })
    const { draft, clashes } = mergeDrafts(base, mine, theirs)
    expect(linesOf(draft)).toEqual([
      [candle.name, 5],
      [lantern.name, 7],
      ['Σπάγκος', 1],
      [wick.name, 1],
    ])
    expect(new Set(draft.lines.map((line) => line.key)).size).toBe(4)
    expect(clashes).toEqual([])
  })

  it.each([
    ['price', { salesPrice: unitPrice(5_0000) }, { salesPrice: unitPrice(6_0000) }, 6_0000],
    ['note', { note: 'λευκό' }, { note: 'μαύρο' }, 'μαύρο'],
  ])(
    'clash over a %s that both changed, and not if one left it or both changed it alike',
    (figure, my, their, shown) => {
      const [mine, theirs] = [changeLine(base, 1, my), changeLine(base, 1, their)]
      expect(mergeDrafts(base, mine, theirs).clashes).toEqual([{ name: candle.name, figure, theirs: shown }])
      expect(mergeDrafts(base, mine, theirs).draft.lines[0]).toMatchObject(my)
      expect(mergeDrafts(base, mine, base)).toMatchObject({ clashes: [], draft: { lines: [my, {}] } })
      expect(mergeDrafts(base, base, theirs)).toMatchObject({ clashes: [], draft: { lines: [their, {}] } })
      expect(mergeDrafts(base, mine, mine)).toMatchObject({ clashes: [], draft: { lines: [my, {}] } })
    },
  )

  it('do not clash over a price that the other person emptied', () => {
    const mine = changeLine(base, 1, { salesPrice: unitPrice(5_0000) })
    expect(mergeDrafts(base, mine, changeLine(base, 1, { salesPrice: null })).clashes).toEqual([])
  })

  it('keep an earlier clash until the values agree, the line is gone, or a newer one replaces it', () => {
    const theirs = {
      clashes: [{ name: candle.name, figure: 'quantity' as const, theirs: quantity(9_0000) }],
      fields: [],
    }
    const mine = changeLine(base, 1, { quantity: quantity(5_0000) })
    expect(mergeDrafts(base, mine, base, theirs).clashes).toEqual(theirs.clashes)
    expect(mergeDrafts(base, changeLine(base, 1, { quantity: quantity(9_0000) }), base, theirs).clashes).toEqual([])
    expect(mergeDrafts(base, removeLine(base, 1), base, theirs).clashes).toEqual([])
    const newer = mergeDrafts(base, mine, changeLine(base, 1, { quantity: quantity(7_0000) }), theirs)
    expect(newer.clashes).toEqual([{ name: candle.name, figure: 'quantity', theirs: 7_0000 }])
    const other = mergeDrafts(
      base,
      changeLine(mine, 2, { quantity: quantity(3_0000) }),
      changeLine(base, 2, { quantity: quantity(4_0000) }),
      theirs,
    )
    expect(other.clashes).toEqual([...theirs.clashes, { name: lantern.name, figure: 'quantity', theirs: 4_0000 }])
    const removed = { clashes: [{ name: candle.name, figure: 'removed' as const, by: 'theirs' as const }], fields: [] }
    expect(mergeDrafts(base, mine, base, removed).clashes).toEqual(removed.clashes)
    expect(mergeDrafts(base, removeLine(base, 1), base, removed).clashes).toEqual([])
  })

  it('join price and quantity of one line, and clash only over the same figure, which is reported', () => {
    const mine = changeLine(base, 1, { quantity: quantity(5_0000) })
    const theirs = changeLine(base, 1, { quantity: quantity(9_0000), salesPrice: unitPrice(3_0000) })
    const { draft, clashes } = mergeDrafts(base, mine, theirs)
    expect(draft.lines[0]).toMatchObject({ quantity: 5_0000, salesPrice: 3_0000 })
    expect(clashes).toEqual([{ name: candle.name, figure: 'quantity', theirs: 9_0000 }])
  })

  it('keep the own note of a line that both changed, and read the other', () => {
    const mine = changeLine(base, 1, { note: 'mine' })
    const { draft, clashes } = mergeDrafts(base, mine, changeLine(base, 1, { note: 'theirs' }))
    expect(draft.lines[0]?.note).toBe('mine')
    expect(clashes).toEqual([{ name: candle.name, figure: 'note', theirs: 'theirs' }])
    expect(mergeDrafts(base, base, mine).draft.lines[0]?.note).toBe('mine')
  })

  it('lose a line that one of them removed, unless the other has just changed it', () => {
    const without = removeLine(base, 2)
    expect(linesOf(mergeDrafts(base, without, base).draft)).toEqual([[candle.name, 1]])
    expect(linesOf(mergeDrafts(base, base, without).draft)).toEqual([[candle.name, 1]])
    const changed = changeLine(base, 2, { quantity: quantity(3_0000) })
    expect(linesOf(mergeDrafts(base, without, changed).draft)).toContainEqual([lantern.name, 3])
    expect(linesOf(mergeDrafts(base, changed, without).draft)).toContainEqual([lantern.name, 3])
  })

  it('are told of a line that one removed and the other changed, and of no other removed line', () => {
    const without = removeLine(base, 2)
    const changed = changeLine(base, 2, { quantity: quantity(3_0000) })
    const told = (by: string) => [{ name: lantern.name, figure: 'removed', by }]
    expect(mergeDrafts(base, without, changed).clashes).toEqual(told('mine'))
    expect(mergeDrafts(base, changed, without).clashes).toEqual(told('theirs'))
    expect([mergeDrafts(base, without, base).clashes, mergeDrafts(base, base, without).clashes]).toEqual([[], []])
  })

  it('keep the open choice when a third person saves something else', () => {
    const mine = changeLine({ ...base, description: 'mine' }, 1, { quantity: quantity(5_0000) })
    const second = changeLine({ ...base, description: 'second' }, 1, { quantity: quantity(9_0000) })
    const first = mergeDrafts(base, mine, second)
    const third = { ...second, driverNote: 'third' }
    const next = mergeDrafts(second, first.draft, third, first)
    expect(next.draft).toMatchObject({ description: 'mine', driverNote: 'third' })
    expect([next.fields, next.clashes]).toEqual([first.fields, first.clashes])

    // what the third person writes replaces the earlier value, and what was decided is not asked again
    const replaced = mergeDrafts(second, first.draft, { ...third, description: 'third' }, first)
    expect(replaced.fields.map((clash) => clash.theirs)).toEqual([{ description: 'third' }])
    const decided = changeLine({ ...first.draft, description: 'second' }, 1, { quantity: quantity(9_0000) })
    expect(mergeDrafts(second, decided, third, first)).toMatchObject({ fields: [], clashes: [] })
  })

  it('keep the order of the lines that one of them moved', () => {
    const mine = moveLine(base, 2, 0)
    const theirs = addLine(base, wick)
    const names = (draft: OrderDraft) => draft.lines.map((line) => line.product.name)
    expect(names(mergeDrafts(base, mine, theirs).draft)).toEqual([lantern.name, candle.name, wick.name])
    expect(names(mergeDrafts(base, theirs, mine).draft)).toEqual([lantern.name, candle.name, wick.name])
  })

  it('keep the keys of their lines, and new lines get unused keys', () => {
    const mine = removeLine(addLine(base, wick), 1)
    const rope = { ...wick, id: 10, name: 'Σπάγκος' }
    const theirs: OrderDraft = {
      ...base,
      lines: [...draftOf([rope, 1]).lines, ...base.lines].map((line, index) => ({ ...line, key: index + 1 })),
    }
    expect(mergeDrafts(base, mine, theirs).draft.lines.map((line) => [line.product.name, line.key])).toEqual([
      ['Σπάγκος', 4],
      [lantern.name, 2],
      [wick.name, 3],
    ])
  })

  it('keep two lines of one product apart', () => {
    const twice = addLine(base, candle)
    const mine = changeLine(twice, 3, { quantity: quantity(4_0000) })
    expect(linesOf(mergeDrafts(twice, mine, { ...twice, description: 'theirs' }).draft)).toEqual([
      [candle.name, 1],
      [lantern.name, 2],
      [candle.name, 4],
    ])
  })

  it('recognise the lines of a product that stands twice when one of them is removed or moved', () => {
    const twice = changeLine(addLine(base, candle), 3, { quantity: quantity(4_0000), note: 'gift' })
    const mine = changeLine(twice, 1, { quantity: quantity(2_0000) })
    const removed = mergeDrafts(twice, mine, removeLine(twice, 1))
    expect(removed.draft.lines.map((line) => [line.product.name, line.quantity, line.note])).toEqual([
      [lantern.name, 2_0000, undefined],
      [candle.name, 4_0000, 'gift'],
      [candle.name, 2_0000, undefined],
    ])
    expect(removed.clashes).toEqual([{ name: candle.name, figure: 'removed', by: 'theirs' }])

    const moved = mergeDrafts(twice, mine, moveLine(twice, 3, 0))
    expect(moved.draft.lines.map((line) => [line.quantity, line.note])).toEqual([
      [4_0000, 'gift'],
      [2_0000, undefined],
      [2_0000, undefined],
    ])
    expect(moved.clashes).toEqual([])
  })

  it('keep a loan that either has added, and lose one whose line is gone', () => {
    const [offer = expect.unreachable()] = lendingOffers(base)
    const lent = lend(base, offer)
    expect(mergeDrafts(base, lent, { ...base, description: 'theirs' }).draft.loans).toHaveLength(1)
    expect(mergeDrafts(base, base, lent).draft.loans).toHaveLength(1)
    expect(mergeDrafts(lent, lent, removeLine(lent, 1)).draft.loans).toEqual([])
  })
})
