import { expect, test } from 'vitest'
import { groupNear } from './near-pins.ts'

const pin = (key: string, lon: number, lat: number) => ({ key, lat, lon, title: key })
const keys = (pins: ReturnType<typeof pin>[], zoom = 1) =>
  groupNear(pins, ({ lat, lon }) => ({ x: lon * zoom, y: lat * zoom })).map((group) => group.map(({ key }) => key))

test('pins that would cover each other are one group, at the place of the first', () => {
  expect(keys([pin('a', 0, 0), pin('b', 20, 10), pin('c', 100, 0)])).toEqual([['a', 'b'], ['c']])
})

test('pins beside or above each other stay apart', () => {
  expect(keys([pin('a', 0, 0), pin('b', 36, 0), pin('c', 0, 46)])).toEqual([['a'], ['b'], ['c']])
})

test('a chain of pins is more than one group, and the places of the groups do not cover each other', () => {
  expect(keys([pin('a', 0, 0), pin('b', 30, 0), pin('c', 60, 0)])).toEqual([['a', 'b'], ['c']])
})

test('a nearer view separates them', () => {
  expect(keys([pin('a', 0, 0), pin('b', 20, 10)], 4)).toEqual([['a'], ['b']])
})
