import { expect, test } from 'vitest'
import { type Distances, routeLength, twoOptOrder } from './two-opt.ts'

type Point = readonly [east: number, north: number]

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

/** Returns places without a pattern in a square of 100 km. The remainders of the large factors look random. */
const scattered = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => [(index * 7_919 * 7_919) % 100_003, (index * 104_729 * 31) % 100_019])

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
