import { expect, test } from 'vitest'
import { named, namedLike } from './row-names.ts'

type Row = { readonly id: string; readonly count: number }
const row = (id: string, count: number): Row => ({ id, count })
const idOf = ({ id }: Row) => id
const isSame = (one: Row, other: Row) => one.count === other.count
const shown = (rows: ReadonlyMap<string, Row>) => [...rows].map(([name, { count }]) => `${name}: ${count}`)
const likeBefore = (before: Row[], rows: Row[]) => shown(namedLike(named(before, idOf), rows, idOf, isSame))

test('a row is named by its product and how often the product stood before', () => {
  expect(shown(named([row('7', 1), row('8', 2), row('7', 3), row('7', 4)], idOf))).toEqual([
    '7/1: 1',
    '8/1: 2',
    '7/2: 3',
    '7/3: 4',
  ])
})

test('a row that is still the same keeps its name wherever it stands, and the others take the free names', () => {
  const before = [row('7', 1), row('7', 2), row('8', 3)]
  expect(likeBefore(before, [row('8', 3), row('7', 2), row('7', 1)])).toEqual(['8/1: 3', '7/2: 2', '7/1: 1'])
  expect(likeBefore(before, [row('7', 2), row('7', 9)])).toEqual(['7/2: 2', '7/1: 9'])
  expect(likeBefore(before, [row('7', 9), row('7', 1)])).toEqual(['7/2: 9', '7/1: 1'])
  expect(likeBefore(before, [row('7', 9)])).toEqual(['7/1: 9'])
})

test('a further row of a product takes the next name, also after others were removed', () => {
  const before = [row('7', 1), row('7', 2)]
  expect(likeBefore(before, [row('7', 1), row('7', 2), row('7', 3), row('7', 4)])).toEqual([
    '7/1: 1',
    '7/2: 2',
    '7/3: 3',
    '7/4: 4',
  ])
  expect(likeBefore(before, [row('9', 5), row('9', 6)])).toEqual(['9/1: 5', '9/2: 6'])
})
