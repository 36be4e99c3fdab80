import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  inOrderOf,
  lockSwitched,
  moved,
  movedAround,
  type PlannedStop,
  refreshed,
  stopMoved,
  stopMovedBy,
  toggled,
  withOrders,
} from './stop-order.ts'

test('a stop moves to its new position and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
})

test('a position outside the list moves nothing', () => {
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
})

test('each stop is in the result exactly once', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer()),
      fc.integer({ min: -3, max: 20 }),
      fc.integer({ min: -3, max: 20 }),
      (list, from, to) => {
        expect(new Set(moved(list, from, to))).toEqual(new Set(list))
      },
    ),
  )
})

const letters = (text: string) => text.split('')
const small = (letter: string) => letter === letter.toLowerCase()

test('a moved stop passes over a locked one', () => {
  expect(movedAround(letters('AbCD'), 0, 1, small).join('')).toBe('CbAD')
  expect(movedAround(letters('AbCD'), 3, 1, small).join('')).toBe('DbAC')
  expect(movedAround(letters('AbCD'), 3, 0, small).join('')).toBe('DbAC')
  expect(movedAround(letters('ABc'), 1, 2, small).join('')).toBe('ABc')
  // a person may move a locked stop by hand
  expect(movedAround(letters('AbC'), 1, 0, small).join('')).toBe('bAC')
})

test('moves keep each stop exactly once, and leave locked stops in place', () => {
  const member = fc.record({ id: fc.nat(), stays: fc.boolean() })
  fc.assert(
    fc.property(fc.array(member), fc.nat({ max: 12 }), fc.nat({ max: 12 }), (list, from, to) => {
      fc.pre(from < list.length)
      const next = movedAround(list, from, to, (one) => one.stays)
      expect(new Set(next)).toEqual(new Set(list))
      const kept = list.flatMap((one, place) => (one.stays && place !== from ? [place] : []))
      expect(kept.map((place) => next[place])).toEqual(kept.map((place) => list[place]))
    }),
  )
})

const stop = (id: number): PlannedStop => ({
  id,
  customerId: id,
  name: '',
  label: '',
  address: '',
  city: '',
  postcode: '',
  phone: '',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 0,
  total: 0,
  invoiceMode: null,
  locked: false,
})
const ids = (stops: readonly PlannedStop[]) => stops.map(({ id }) => id)

test('an area is added as a whole and removed as a whole', () => {
  const some = toggled([stop(1)], [stop(1), stop(2)])
  expect(ids(some)).toEqual([1, 2])
  expect(ids(toggled([...some, stop(3)], [stop(1), stop(2)]))).toEqual([3])
})

test('stops are sorted by the given order ids, and stops that are not named follow', () => {
  expect(ids(inOrderOf([stop(1), stop(2), stop(3)], [3, 1]))).toEqual([3, 1, 2])
})

// orders 1 and 3 go to one customer at one address, 2 and 4 elsewhere
const at = (id: number, customerId: number, more: Partial<PlannedStop> = {}): PlannedStop => ({
  ...stop(id),
  customerId,
  address: `Ερμού ${customerId}`,
  ...more,
})
const TRUCK = [at(1, 5), at(2, 6)]

test('an order that is added joins the orders of its stop', () => {
  expect(ids(withOrders(TRUCK, [at(3, 5), at(4, 7)]))).toEqual([1, 3, 2, 4])
})

test('an order whose address changes leaves its stop, or joins another one', () => {
  const truck = [at(1, 5), at(2, 6), at(3, 5, { address: 'Αθηνάς 3' })]
  expect(ids(refreshed(truck, []))).toEqual([1, 2, 3])
  expect(ids(refreshed(truck, [at(3, 5)]))).toEqual([1, 3, 2])
  expect(refreshed(TRUCK, [at(1, 5)])).toBe(TRUCK)
})

test('all orders of a stop move together, from whichever of them is moved', () => {
  const truck = [at(1, 5), at(3, 5), at(2, 6), at(4, 7)]
  expect(ids(stopMoved(truck, 0, 2))).toEqual([2, 1, 3, 4])
  expect(ids(stopMoved(truck, 3, 0))).toEqual([4, 1, 3, 2])
  expect(ids(stopMoved(truck, 1, 2))).toEqual([2, 1, 3, 4])
  expect(ids(stopMovedBy(truck, 0, 1))).toEqual([2, 1, 3, 4])
  expect(ids(stopMovedBy(truck, 1, 1))).toEqual([2, 1, 3, 4])
  expect(ids(stopMovedBy(truck, 3, -1))).toEqual([1, 3, 4, 2])
  // an order has no place of its own within its stop
  expect(stopMoved(truck, 0, 1)).toBe(truck)
  expect(stopMovedBy(truck, 1, -1)).toBe(truck)
  expect(stopMovedBy(truck, 3, 1)).toBe(truck)
})

test('a stop that is dragged over one of two orders of another stop waits until it is over both', () => {
  const down = [at(2, 6), at(1, 5), at(3, 5)]
  expect(stopMoved(down, 0, 1)).toBe(down)
  expect(ids(stopMoved(down, 0, 2))).toEqual([1, 3, 2])
  const up = [at(1, 5), at(3, 5), at(2, 6)]
  expect(stopMoved(up, 2, 1)).toBe(up)
  expect(ids(stopMoved(up, 2, 0))).toEqual([2, 1, 3])
})

test('a stop is locked with all its orders, also those that are added later, and keeps its position among the stops', () => {
  const truck = lockSwitched([at(2, 6), at(1, 5), at(4, 7)], 1)
  const joined = withOrders(truck, [at(3, 5)])
  expect(joined.map(({ id, locked }) => [id, locked])).toEqual([
    [2, false],
    [1, true],
    [3, true],
    [4, false],
  ])
  expect(ids(stopMovedBy(joined, 3, -1))).toEqual([4, 1, 3, 2])
  expect(lockSwitched(joined, 3).some(({ locked }) => locked)).toBe(false)
})

test('the best order keeps the orders of a stop together', () => {
  expect(ids(inOrderOf([at(1, 5), at(3, 5), at(2, 6)], [1, 2, 3]))).toEqual([1, 3, 2])
})
