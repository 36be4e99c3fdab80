import { expect, test } from 'vitest'
import { readInBox } from './checked-lines.ts'

test('counts are read as they were kept, and a line ticked by an earlier version is whole', () => {
  expect([...readInBox('0:2,3:10')]).toEqual([
    [0, 2],
    [3, 10],
  ])
  expect(readInBox('2').get(2)).toBeGreaterThan(1_000)
  expect([...readInBox('')]).toEqual([])
  expect([...readInBox('x:1,-1,1:')]).toEqual([])
})
