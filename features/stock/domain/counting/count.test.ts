import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { bookCount, enterLine } from './contract.ts'
import {
  type CountLine,
  countDifference,
  countedProducts,
  type EnteredLine,
  openQuestion,
  placeOfCount,
  withChanges,
  withLine,
} from './count.ts'

const q = (pieces: number) => quantity(pieces * 10_000)
/** A moment of the morning of the count. */
const at = (minute: number) => `2026-11-28T08:${String(minute).padStart(2, '0')}:00.000Z`
const line = (id: string, minute: number, more: Partial<CountLine> = {}): CountLine => ({
  id,
  productId: 7,
  quantity: q(5),
  countedAt: at(minute),
  firstAt: at(minute),
  way: 'FIRST',
  person: 'Μαρία',
  recountAt: null,
  ...more,
})
const entered = (id: string, minute: number, more: Partial<EnteredLine> = {}): EnteredLine => ({
  id,
  productId: 7,
  quantity: q(3),
  countedAt: at(minute),
  way: 'FIRST',
  person: 'Νίκος',
  ...more,
})
const ids = (lines: readonly CountLine[]) => lines.map(({ id }) => id)

describe('a line that is entered', () => {
  test('stands beside the others, and begins with its only piece', () => {
    const lines = withLine([line('a', 1)], entered('b', 2, { way: 'ADD' }))
    expect(lines).toEqual([line('a', 1), { ...entered('b', 2, { way: 'ADD' }), firstAt: at(2), recountAt: null }])
  })

  test('takes the place of the line with its id, and keeps the moment of the first piece', () => {
    expect(withLine([line('a', 1)], entered('a', 4))).toMatchObject([
      { id: 'a', quantity: q(3), firstAt: at(1), countedAt: at(4) },
    ])
    expect(withLine([line('a', 4)], entered('a', 1))).toMatchObject([{ id: 'a', firstAt: at(1), countedAt: at(1) }])
  })

  test('without a quantity is removed, and replaces nothing', () => {
    const lines = [line('a', 1), line('b', 2)]
    expect(ids(withLine(lines, entered('b', 3, { quantity: null, way: 'REPLACE' })))).toEqual(['a'])
  })
})

describe('a line that replaces', () => {
  const replace = (lines: readonly CountLine[], minute: number) =>
    withLine(lines, entered('new', minute, { way: 'REPLACE' }))
  test.each([
    ['removes a line that was counted before it', line('a', 1), ['new']],
    ['removes a line that was counted at its moment', line('a', 5), ['new']],
    ['leaves a line that was counted after it', line('a', 6), ['a', 'new']],
    ['leaves a line of another product', line('a', 1, { productId: 8 }), ['a', 'new']],
  ])('%s', (_, stored, left) => {
    expect(ids(replace([stored], 5))).toEqual(left)
  })

  test('removes only what was counted before its first piece, if it is scanned piece by piece', () => {
    const lines = [line('a', 1), line('new', 2, { way: 'REPLACE' }), line('b', 3)]
    expect(ids(replace(lines, 5))).toEqual(['b', 'new'])
  })

  test.each([
    ['is answered by a piece that was counted after it', 3, null],
    ['stays open if it came after the piece', 6, at(6)],
    ['is answered by a piece of its moment', 5, null],
  ])('a request to count again %s', (_, asked, open) => {
    const stored = [line('a', 1, { recountAt: at(asked) }), line('b', 2)]
    expect(replace(stored, 5)).toMatchObject([{ id: 'new', recountAt: open }])
  })

  test('keeps the last of several requests that it does not answer, and that of its own line', () => {
    const stored = [line('a', 1, { recountAt: at(8) }), line('b', 2, { recountAt: at(9) })]
    expect(replace(stored, 5)).toMatchObject([{ recountAt: at(9) }])
    expect(replace([line('new', 1, { recountAt: at(2) })], 5)).toMatchObject([{ recountAt: at(2) }])
  })

  test('answers no request at a line that it does not replace', () => {
    expect(replace([line('a', 6, { recountAt: at(7) })], 5)).toMatchObject([{ recountAt: at(7) }, { recountAt: null }])
    expect(withLine([line('a', 1, { recountAt: at(7) })], entered('b', 5, { way: 'ADD' }))).toMatchObject([
      { recountAt: at(7) },
      { recountAt: null },
    ])
  })
})

test('an answer with changes has the lines without those that are gone, in the order of counting', () => {
  const lines = [line('a', 1), line('b', 3), line('c', 5)]
  const changed = [line('b', 6), line('e', 5), line('d', 5)]
  expect(ids(withChanges(lines, { changed, gone: ['a'] }))).toEqual(['c', 'd', 'e', 'b'])
})

describe('what was counted of a product', () => {
  test('is the sum of its lines from the first to the last piece, whatever their order', () => {
    const lines = [
      line('a', 5, { firstAt: at(4) }),
      line('b', 9, { productId: 8 }),
      line('c', 2, { firstAt: at(1), way: 'ADD' }),
    ]
    expect(countedProducts(lines)).toEqual([
      { productId: 7, quantity: q(10), first: at(1), last: at(5), question: null },
      { productId: 8, quantity: q(5), first: at(9), last: at(9), question: null },
    ])
  })

  test.each<[string, CountLine[], string | null]>([
    ['one first line', [line('a', 1)], null],
    ['a first line and one that adds', [line('a', 1), line('b', 2, { way: 'ADD' })], null],
    ['two first lines', [line('a', 1), line('b', 2)], 'TWICE'],
    ['a first line and one that replaces', [line('a', 6), line('b', 2, { way: 'REPLACE' })], 'TWICE'],
    ['a request to count again', [line('a', 1, { recountAt: at(3) }), line('b', 2)], 'RECOUNT'],
  ])('with %s asks %s', (_, lines, question) => {
    expect(countedProducts(lines)[0]?.question).toBe(question)
  })
})

test.each([
  ['nothing', null, false, false, null],
  ['a movement', null, true, false, 'MOVED'],
  ['a stock that was set', null, true, true, 'CORRECTED'],
  ['a stock that was set before two counts', 'TWICE', false, true, 'CORRECTED'],
  ['two counts before a movement', 'TWICE', true, false, 'TWICE'],
  ['a request to count again before all others', 'RECOUNT', true, true, 'RECOUNT'],
] as const)('before a product is booked, %s is asked', (_, question, moved, corrected, asked) => {
  const counted = { productId: 7, quantity: q(5), first: at(1), last: at(1), question }
  expect(openQuestion(counted, { moved, corrected })).toBe(asked)
})

test('the difference of a count is what was counted less what was expected', () => {
  expect(countDifference(q(3), q(5))).toBe(-q(2))
})

test('a count names its shelf with what is known of its place', () => {
  expect(placeOfCount({ place: 'Α3', storePart: 'Αποθήκη', storeFloor: null })).toBe('Αποθήκη · Α3')
  expect(placeOfCount({ place: 'Α3', storePart: null, storeFloor: '2' })).toBe('2 · Α3')
})

test('nothing can be counted as 0 and never as less, and a stock below zero is confirmed only if the request says so', () => {
  expect(bookCount.input.parse({ id: 1, version: 1, reason: 'απογραφή' }).belowZero).toBe(false)
  const { quantity: counted } = enterLine.input.shape
  expect([0, -1].map((given) => counted.safeParse(given).success)).toEqual([true, false])
})
