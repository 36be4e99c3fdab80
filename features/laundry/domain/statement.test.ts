import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { quantity, sumQuantities } from '#kernel/money.ts'
import { closeLaundry } from './contract.ts'
import { type LentRecord, lentStatementOf } from './statement.ts'

const START = '2026-01-01' as Day
const PIECE = 1_0000

const record = (daysLater: number, pieces: number, more: Partial<LentRecord> = {}): LentRecord => ({
  day: addDays(START, daysLater),
  bound: pieces > 0 ? 'OUTBOUND' : 'INBOUND',
  origin: 'manual',
  orderId: null,
  productId: 1,
  product: 'Ποτήρι',
  quantity: quantity(Math.abs(pieces) * PIECE),
  ...more,
})
const within = (from: number, until: number) => ({ from: addDays(START, from), until: addDays(START, until) })

describe('the statement of lent items', () => {
  test('shows the balance before, the movements with their balance, and since when the oldest piece is away', () => {
    const records = [record(0, 5), record(20, 3), record(30, -4), record(60, 2)]
    expect(lentStatementOf(records, within(25, 50))).toMatchObject([
      {
        product: 'Ποτήρι',
        before: 8 * PIECE,
        movements: [{ returned: 4 * PIECE, lent: 0, balance: 4 * PIECE }],
        after: 4 * PIECE,
        // one of the first five has not come back
        since: START,
      },
    ])
    expect(lentStatementOf([...records.slice(0, 3), record(31, -1)], within(25, 50))[0]?.since).toBe(addDays(START, 20))
  })

  test('leaves out what the customer neither had nor moved, and names without a product are one item in any case', () => {
    const other = { productId: 2, product: 'Δίσκος' }
    const unknown = { productId: null }
    const records = [
      record(0, 5, other),
      record(1, -5, other),
      record(2, 1, { ...unknown, product: 'ΒΑΖΟ' }),
      record(3, 1, { ...unknown, product: 'Βάζο' }),
    ]
    expect(lentStatementOf(records, within(2, 9)).map(({ product, after }) => [product, after])).toEqual([
      ['Βάζο', 2 * PIECE],
    ])
    expect(lentStatementOf(records, within(1, 9))).toHaveLength(2)
  })

  test('has one item for each product, also of two with the same name, and for each name without a product', () => {
    const records = [
      record(1, 1),
      record(1, 1, { productId: 2 }),
      record(1, 2, { productId: null }),
      record(1, 3, { productId: null, product: 'Βάζο' }),
    ]
    expect(lentStatementOf(records, within(0, 9)).map(({ product, after }) => `${product} ${after / PIECE}`)).toEqual([
      'Βάζο 3',
      'Ποτήρι 1',
      'Ποτήρι 1',
      'Ποτήρι 2',
    ])
  })

  test('adds up, and one period continues where the one before it ended', () => {
    const moves = fc.array(
      fc.tuple(
        fc.nat(90),
        fc.integer({ min: -6, max: 6 }).filter((pieces) => pieces !== 0),
        fc.integer({ min: 1, max: 3 }),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(moves, fc.nat(90), (all, cut) => {
        const records = all
          .toSorted(([one], [other]) => one - other)
          .map(([day, pieces, productId]) => record(day, pieces, { productId, product: `Είδος ${productId}` }))
        const first = lentStatementOf(records, within(0, cut))
        const second = lentStatementOf(records, within(cut + 1, 100))
        for (const { before, lent, returned, after, movements, since } of [...first, ...second]) {
          expect(after).toBe(before + lent - returned)
          expect(movements.at(-1)?.balance ?? before).toBe(after)
          expect(since === null).toBe(after <= 0)
        }
        const carried = (item: { productId: number | null }) =>
          first.find(({ productId }) => productId === item.productId)?.after ?? 0
        for (const item of second) expect(item.before).toBe(carried(item))
        expect(sumQuantities(second.map(({ after }) => after))).toBe(
          sumQuantities(
            records.map(({ bound, quantity: pieces }) => quantity(pieces * (bound === 'OUTBOUND' ? 1 : -1))),
          ),
        )
      }),
    )
  })
})

test('all pieces of a washing task may be broken, and no number of pieces is below zero', () => {
  const isRight = (pieces: object) => closeLaundry.input.safeParse({ tasks: [{ taskId: 1, ...pieces }] }).success
  expect([{ clean: 0, broken: PIECE }, { clean: -PIECE }, { clean: 0, missing: -1 }].map(isRight)).toEqual([
    true,
    false,
    false,
  ])
})
