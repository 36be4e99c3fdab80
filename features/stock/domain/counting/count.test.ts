import { describe, expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import {
  type CountedProduct,
  countedProducts,
  countDifference,
  type CountLine,
  type EnteredLine,
  openQuestion,
  placeOfCount,
  withChanges,
  withLine,
} from './count.ts'

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`
const line = (id: string, clock: string, more: Partial<CountLine> = {}): CountLine => ({
  id,
  productId: 1,
  quantity: quantity(2_0000),
  countedAt: at(clock),
  firstAt: at(clock),
  way: 'FIRST',
  person: 'Μαρία',
  recountAt: null,
  ...more,
})
const entered = (id: string, clock: string, more: Partial<EnteredLine> = {}): EnteredLine => {
  const { recountAt: _recountAt, firstAt: _firstAt, ...rest } = line(id, clock)
  return { ...rest, quantity: quantity(5_0000), ...more }
}

test.each([
  ['a shelf with its part of the store and its floor', 'Υπόγειο', '1', 'Υπόγειο · 1 · A3'],
  ['a shelf of that name everywhere', null, null, 'A3'],
])('the place of a count names %s', (_what, storePart, storeFloor, place) => {
  expect(placeOfCount({ place: 'A3', storePart, storeFloor })).toBe(place)
})

describe('a line that is entered', () => {
  const idsAfter = (lines: readonly CountLine[], one: EnteredLine) => withLine(lines, one).map(({ id }) => id)

  test('is added to the others, and its first piece is its only one', () => {
    const [a, b] = withLine([line('a', '08:00')], entered('b', '09:00', { way: 'ADD' }))
    expect(a).toEqual(line('a', '08:00'))
    expect(b).toEqual(line('b', '09:00', { way: 'ADD', quantity: quantity(5_0000) }))
  })

  test.each([
    ['later keeps the moment of its first piece', '08:00', '09:00', '08:00'],
    ['with an earlier clock begins at that moment', '08:00', '07:00', '07:00'],
  ])('again %s', (_what, before, clock, first) => {
    const [other, again, ...more] = withLine([line('a', before), line('b', '06:00')], entered('a', clock))
    expect(more).toEqual([])
    expect(other).toEqual(line('b', '06:00'))
    expect(again).toMatchObject({ id: 'a', quantity: 5_0000, firstAt: at(first), countedAt: at(clock) })
  })

  test('without a quantity removes the line, and no other', () => {
    const lines = [line('a', '08:00'), line('b', '08:00')]
    expect(idsAfter(lines, entered('a', '09:00', { quantity: null }))).toEqual(['b'])
    expect(idsAfter(lines, entered('a', '09:00', { quantity: null, way: 'REPLACE' }))).toEqual(['b'])
  })

  test('replaces the lines of its product that were counted before its first piece', () => {
    const lines = [line('a', '08:00'), line('b', '09:00'), line('c', '09:01'), line('d', '08:00', { productId: 2 })]
    expect(idsAfter(lines, entered('e', '09:00', { way: 'REPLACE' }))).toEqual(['c', 'd', 'e'])
    expect(idsAfter(lines, entered('e', '09:00', { way: 'ADD' }))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(idsAfter(lines, entered('b', '10:00', { way: 'REPLACE' }))).toEqual(['c', 'd', 'b'])
  })

  // biome-ignore format: a table is read in columns
  test.each<[what: string, lines: CountLine[], one: EnteredLine, recountAt: string | null]>([
    ['no request is open',
      [line('a', '08:00')], entered('b', '09:00', { way: 'REPLACE' }), null],
    ['its first piece was counted after the request',
      [line('a', '08:00', { recountAt: at('08:30') })], entered('b', '09:00', { way: 'REPLACE' }), null],
    ['its first piece was counted at the moment of the request',
      [line('a', '08:00', { recountAt: at('09:00') })], entered('b', '09:00', { way: 'REPLACE' }), null],
    ['its first piece was counted before the request, of which the last counts',
      [line('a', '08:00', { recountAt: at('09:30') }), line('c', '08:00', { recountAt: at('09:40') })],
      entered('b', '09:00', { way: 'REPLACE' }), at('09:40')],
    ['it adds to the line that is asked for',
      [line('a', '08:00', { recountAt: at('09:30') })], entered('b', '09:00', { way: 'ADD' }), null],
    ['another product is asked for',
      [line('a', '08:00', { productId: 2, recountAt: at('09:30') })], entered('b', '09:00', { way: 'REPLACE' }), null],
    ['it is the same line as before, which was asked for',
      [line('a', '08:00', { recountAt: at('08:30') })], entered('a', '09:00'), at('08:30')],
    ['it is the same line as before, which was asked for, and replaces',
      [line('a', '08:00', { recountAt: at('07:30') })], entered('a', '08:00', { way: 'REPLACE' }), at('07:30')],
  ])('answers a request to count again as it should if %s', (_what, lines, one, recountAt) => {
    expect(withLine(lines, one).at(-1)?.recountAt).toBe(recountAt)
  })
})

test('changed lines take the place of the earlier ones, those that are gone are left out, in the order of counting', () => {
  const lines = [line('a', '08:00'), line('b', '08:10'), line('c', '08:20'), line('d', '08:30')]
  const changed = [line('b', '08:25', { quantity: quantity(9_0000) }), line('e', '08:05')]
  const after = withChanges(lines, { changed, gone: ['d'] })
  expect(after.map(({ id }) => id)).toEqual(['a', 'e', 'c', 'b'])
  expect(after.at(-1)?.quantity).toBe(9_0000)
  // lines of one moment are in the order of their ids, which is the same on every device
  const atOnce = ['c', 'a', 'd', 'b'].map((id) => line(id, '08:00'))
  for (const some of [atOnce, atOnce.toReversed()])
    expect(withChanges([], { changed: some, gone: [] }).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

describe('what was counted of a product', () => {
  test('is the sum of its lines, from the first to the last piece, in the order of the first lines', () => {
    const lines = [
      line('a', '08:10', { firstAt: at('08:05') }),
      line('b', '08:00', { productId: 2 }),
      line('c', '09:00', { way: 'ADD' }),
      line('d', '08:20', { way: 'ADD', firstAt: at('08:01') }),
    ]
    expect(countedProducts(lines)).toEqual([
      { productId: 1, quantity: 6_0000, first: at('08:01'), last: at('09:00'), question: null },
      { productId: 2, quantity: 2_0000, first: at('08:00'), last: at('08:00'), question: null },
    ])
  })

  const asked = { recountAt: at('10:00') }
  test.each<[what: string, lines: CountLine[], question: string | null]>([
    ['no question with one line', [line('a', '08:00')], null],
    ['no question if a line adds to another', [line('a', '08:00'), line('b', '08:10', { way: 'ADD' })], null],
    ['whether two lines are one count', [line('a', '08:00'), line('b', '08:10')], 'TWICE'],
    ['to count it again', [line('a', '08:00'), line('b', '08:10', { way: 'ADD', ...asked })], 'RECOUNT'],
    ['to count it again before anything else', [line('a', '08:00', asked), line('b', '08:10')], 'RECOUNT'],
  ])('asks %s', (_what, lines, question) => {
    expect(countedProducts(lines)[0]?.question).toBe(question)
  })

  test('is compared with the stock at that moment', () => {
    expect(countDifference(quantity(3_0000), quantity(5_0000))).toBe(-2_0000)
  })
})

// biome-ignore format: a table is read in columns
test.each<[question: CountedProduct['question'], moved: boolean, corrected: boolean, open: string | null]>([
  // lines ask   moved  corrected  asked first
  [null,         false, false,     null],
  [null,         true,  false,     'MOVED'],
  [null,         true,  true,      'CORRECTED'],
  ['TWICE',      true,  false,     'TWICE'],
  ['TWICE',      false, true,      'CORRECTED'],
  ['RECOUNT',    true,  true,      'RECOUNT'],
])('if the lines ask %s, goods moved: %s and the stock was set: %s, the first question is %s', (question, moved, corrected, open) => {
  const [product] = countedProducts([line('a', '08:00')])
  expect(product && openQuestion({ ...product, question }, { moved, corrected })).toBe(open)
})
