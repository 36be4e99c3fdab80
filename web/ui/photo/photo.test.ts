import { expect, test } from 'vitest'
import { sizeWithin } from './photo.ts'

test('a large photo is reduced in proportion, and a small one keeps its size', () => {
  expect(sizeWithin(4000, 3000, 1600)).toEqual({ width: 1600, height: 1200 })
  expect(sizeWithin(3000, 4000, 1600)).toEqual({ width: 1200, height: 1600 })
  expect(sizeWithin(640, 480, 1600)).toEqual({ width: 640, height: 480 })
  expect(sizeWithin(9000, 2, 1600)).toEqual({ width: 1600, height: 1 })
})
