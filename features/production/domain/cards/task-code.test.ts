import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { parcelOf } from '#kernel/parcel-code.ts'
import {
  CARD_CODES,
  readTaskCode,
  SAME_CODE_MS,
  type ScannedTask,
  takeScan,
  taskCode,
  type TaskPlace,
  whyNotHere,
} from './task-code.ts'

const taskOf = (left: number, more: Partial<ScannedTask> = {}): ScannedTask => ({
  id: 1204,
  work: 'PRODUCTION',
  product: 'Κολώνα',
  unit: 'Item',
  quantity: quantity(40_0000),
  left: quantity(left),
  ...more,
})

describe('the text of a code', () => {
  test('every code is read again as what it says, in any case, and is no label of an order', () => {
    const arbitrary = fc.record({
      taskId: fc.integer({ min: 1, max: 999_999_999 }),
      does: fc.constantFrom(...CARD_CODES),
    })
    fc.assert(
      fc.property(arbitrary, (code) => {
        const text = taskCode(code)
        expect(readTaskCode([text])).toEqual(code)
        expect(readTaskCode([` ${text.toLowerCase()} `])).toEqual(code)
        expect(parcelOf(text)).toBeNull()
      }),
    )
  })

  test('a code that the keyboard layout typed in Greek letters is read from its keys', () => {
    expect(readTaskCode(['T1204P10', 'Τ1204Π10'])).toEqual({ taskId: 1204, does: 'TEN' })
  })

  test.each(['1204', '1204-2', 'T', 'T0', 'T1204P', 'T1204P100', 'T1204R1', '5201234567890', 'KOL-10', ''])(
    '%j is no code of a task card',
    (code) => expect(readTaskCode([code])).toBeNull(),
  )
})

describe('a scan', () => {
  test('finishes one piece, ten pieces or the rest', () => {
    const task = taskOf(12_5000)
    const finish = (pieces: number, left: number) => ({ kind: 'finish', task, pieces, left })
    expect(takeScan(task, { does: 'ONE' }, 0, null)).toEqual(finish(1_0000, 11_5000))
    expect(takeScan(task, { does: 'TEN' }, 0, null)).toEqual(finish(10_0000, 2_5000))
    expect(takeScan(task, { does: 'REST' }, 0, null)).toEqual(finish(12_5000, 0))
    expect(takeScan(task, { does: 'OPEN' }, 0, null)).toEqual({ kind: 'open', task })
  })

  test('never finishes more than what is left, nor nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_0000 }), fc.constantFrom(...CARD_CODES), (left, does) => {
        const result = takeScan(taskOf(left), { does }, 0, null)
        const [pieces, rest] = result.kind === 'finish' ? [result.pieces, result.left] : [0, left]
        expect(pieces + rest).toBe(left)
        expect(rest).toBeGreaterThanOrEqual(0)
        const finishes = left >= { OPEN: 41_0000, ONE: 1_0000, TEN: 10_0000, REST: 1 }[does]
        expect(result.kind).toBe(does === 'OPEN' ? 'open' : finishes ? 'finish' : 'too-many')
      }),
    )
  })

  test('asks if the same code came within three seconds, and not after another code or later', () => {
    const task = taskOf(20_0000)
    const kindAfter = (code: string, milliseconds: number) =>
      takeScan(task, { does: 'TEN' }, 10_000 + milliseconds, { code, at: 10_000 }).kind
    expect(kindAfter('T1204P10', SAME_CODE_MS - 1)).toBe('again')
    expect(kindAfter('T1204P10', SAME_CODE_MS)).toBe('finish')
    expect(kindAfter('T1204P1', 100)).toBe('finish')
    expect(kindAfter('T1205P10', 100)).toBe('finish')
  })

  test('finishes a task without pieces by its rest, and never a washing task', () => {
    expect(takeScan(taskOf(0, { quantity: quantity(0) }), { does: 'REST' }, 0, null).kind).toBe('finish')
    expect(takeScan(taskOf(5_0000, { work: 'LAUNDRY' }), { does: 'ONE' }, 0, null).kind).toBe('washing')
  })
})

test('a task of another section, a closed one and one that waits for a step are named as such', () => {
  const why = (more: Partial<TaskPlace>) =>
    whyNotHere({ section: 'ΧΥΤΑ', status: 'PENDING', before: null, ...more }, 'ΧΥΤΑ')
  expect(why({})).toBeNull()
  expect(why({ section: 'ΒΑΦΗ' })).toBe('elsewhere')
  expect(why({ section: 'ΒΑΦΗ', status: 'FINISHED' })).toBe('finished')
  expect(why({ status: 'CANCELED' })).toBe('canceled')
  expect(why({ before: 'ΒΑΦΗ' })).toBe('later')
})
