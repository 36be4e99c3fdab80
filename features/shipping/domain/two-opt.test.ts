import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Distances, routeLength, twoOptOrder } from './two-opt.ts'

type Point = readonly [east: number, north: number]

/** Returns places without a pattern in a square of 100 km. The remainders of the large factors look random. */
const scattered = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => [(index * 7_919 * 7_919) % 100_003, (index * 104_729 * 31) % 100_019])

/** Locked stops before a slot: the places of the first and the last of them. */
type Locked = { readonly first: Point; readonly last: Point } | null

const metres = (from: Point, to: Point): number => Math.hypot(to[0] - from[0], to[1] - from[1])

/** Returns the distances between points in a plane, from one place to another and through the locked stops between. */
function distancesPast(points: readonly Point[], locked: readonly Locked[]): Distances {
  const at = (place: number): Point => points[place] as Point
  return {
    count: points.length,
    first: points.map((point) => metres([0, 0], point)),
    last: points.map((point) => metres(point, [50_000, 50_000])),
    gap: locked.map((one) => one !== null),
    step: (slot, from, to) => {
      const past = locked[slot]
      return past ? metres(at(from), past.first) + metres(past.last, at(to)) : metres(at(from), at(to))
    },
  }
}

/** Returns all orders with one part reversed, or with one stop moved to another place. */
function* changedOrders(order: readonly number[]): Generator<number[]> {
  for (const [from, moved] of order.entries()) {
    for (let to = from + 1; to < order.length; to++)
      yield [...order.slice(0, from), ...order.slice(from, to + 1).toReversed(), ...order.slice(to + 1)]
    for (const to of order.keys()) yield order.toSpliced(from, 1).toSpliced(to, 0, moved)
  }
}

/** Returns how many metres the best change of one part or one stop would still save. */
const savedByOneMore = (distances: Distances, order: readonly number[]): number =>
  Math.max(...[...changedOrders(order)].map((one) => routeLength(distances, order) - routeLength(distances, one)))

const point = fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 50_000 }))

test('in a short order no reversed part and no moved stop would save more than a metre, also around locked stops', () => {
  const slot = fc.record({ point, locked: fc.option(fc.record({ first: point, last: point })) })
  fc.assert(
    fc.property(fc.array(slot, { minLength: 2, maxLength: 9 }), fc.boolean(), (slots, isAnyLocked) => {
      const distances = distancesPast(
        slots.map((one) => one.point),
        slots.map(({ locked }) => (isAnyLocked ? locked : null)),
      )
      const order = twoOptOrder(distances, [...slots.keys()])
      expect(order.toSorted((a, b) => a - b)).toEqual([...slots.keys()])
      expect(savedByOneMore(distances, order)).toBeLessThanOrEqual(1.001)
    }),
  )
})

test.each([
  ['of forty stops without a locked one', () => null],
  [
    'of twenty stops with locked ones between',
    (at: number): Locked => (at % 4 === 3 ? { first: [at, 0], last: [0, at] } : null),
  ],
])('the order %s cannot be shortened by reversing a part, however long, or by moving a stop', (_what, lockedAt) => {
  const points = scattered(lockedAt(3) ? 20 : 40)
  const distances = distancesPast(
    points,
    points.map((_, at) => lockedAt(at)),
  )
  expect(savedByOneMore(distances, twoOptOrder(distances, [...points.keys()]))).toBeLessThanOrEqual(1.001)
})

test('the order is never longer than the one that always goes to the nearest place', () => {
  fc.assert(
    fc.property(fc.uniqueArray(point, { minLength: 2, maxLength: 30, selector: String }), (points) => {
      const distances = distancesPast(
        points,
        points.map(() => null),
      )
      const nearest: number[] = []
      let here: Point = [0, 0]
      while (nearest.length < points.length) {
        const left = [...points.keys()].filter((place) => !nearest.includes(place))
        const next = left.toSorted(
          (a, b) => metres(here, points[a] as Point) - metres(here, points[b] as Point),
        )[0] as number
        nearest.push(next)
        here = points[next] as Point
      }
      const order = twoOptOrder(distances, [...points.keys()])
      expect(routeLength(distances, order)).toBeLessThanOrEqual(routeLength(distances, nearest) + 0.001)
    }),
  )
})

/** Returns the distances between points in a plane, with the start and the end in its origin, and counts the look-ups. */
function countedDistances(points: readonly Point[]): { distances: Distances; lookUps: () => number } {
  let count = 0
  const home = points.map(([east, north]) => Math.hypot(east, north))
  const far = points.map(([east, north]) => points.map((to) => Math.hypot(to[0] - east, to[1] - north)))
  return {
    lookUps: () => count,
    distances: {
      count: points.length,
      first: home,
      last: home,
      gap: points.map(() => false),
      step: (_slot, from, to) => {
        count += 1
        return (far[from] as number[])[to] as number
      },
    },
  }
}

const ring = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = (((index * 37) % count) / count) * 2 * Math.PI
    return [10_000 * Math.cos(angle), 10_000 * Math.sin(angle)]
  })

test.each([
  ['sixty stops on a ring', ring(60), 200_000],
  ['two hundred scattered stops', scattered(200), 5_000_000],
])('a short order of %s needs few look-ups of distances', (_what, points, most) => {
  const { distances, lookUps } = countedDistances(points)
  const order = twoOptOrder(distances, [...points.keys()])
  expect(new Set(order).size).toBe(points.length)
  expect(lookUps()).toBeLessThan(most)
  expect(routeLength(distances, order)).toBeLessThan(routeLength(distances, [...points.keys()]) * 0.3)
})
