import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestOrder, estimateLegs, metresBetween, type RouteStop, type Spot, sumOfLegs } from './route.ts'

const COMPANY: Spot = { lat: 38.0, lon: 23.7 }
const spot = fc.record({
  lat: fc.double({ min: 35, max: 41, noNaN: true }),
  lon: fc.double({ min: 20, max: 28, noNaN: true }),
})
const free = (one: Spot | null): RouteStop => ({ spot: one, locked: false })
const lengthOf = (stops: readonly RouteStop[], order: readonly number[]): number => {
  const way = [COMPANY, ...order.flatMap((index) => stops[index]?.spot ?? []), COMPANY]
  return way.slice(1).reduce((sum, to, index) => sum + metresBetween(way[index] as Spot, to), 0)
}

function* permutations(list: readonly number[]): Generator<number[]> {
  if (list.length === 0) yield []
  for (const [index, head] of list.entries())
    for (const rest of permutations(list.toSpliced(index, 1))) yield [head, ...rest]
}

/** Returns the length of the shortest order that keeps the locked stops in place, by trying all orders. */
function bestOfAll(stops: readonly RouteStop[]): number {
  const slots = stops.flatMap((stop, index) => (stop.locked ? [] : [index]))
  let best = Number.POSITIVE_INFINITY
  for (const chosen of permutations(slots)) {
    const order = stops.map((_, index) => index)
    for (const [place, slot] of slots.entries()) order[slot] = chosen[place] as number
    best = Math.min(best, lengthOf(stops, order))
  }
  return best
}

/** Returns the locked stops that have moved. */
const movedLocked = (stops: readonly RouteStop[], order: readonly number[]): number[] =>
  stops.flatMap(({ locked }, index) => (locked && order[index] !== index ? [index] : []))

/** Returns the same pseudo-random numbers each time. */
function scattered(count: number): RouteStop[] {
  let seed = 7
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  return Array.from({ length: count }, () => free({ lat: 37.8 + next() * 0.4, lon: 23.5 + next() * 0.5 }))
}

describe('the distance between two places', () => {
  test('is 303 km in a straight line from Athens to Thessaloniki', () => {
    const metres = metresBetween({ lat: 37.9838, lon: 23.7275 }, { lat: 40.6401, lon: 22.9444 })
    expect(Math.round(metres / 1000)).toBe(303)
  })

  test('by road is longer than the straight line, and has a duration', () => {
    const legs = estimateLegs([
      { lat: 38, lon: 23 },
      { lat: 38.1, lon: 23 },
      { lat: 38.1, lon: 23 },
    ])
    expect(legs).toEqual([
      { metres: 14455, seconds: 1041 },
      { metres: 0, seconds: 0 },
    ])
    expect(sumOfLegs(legs)).toEqual({ metres: 14455, seconds: 1041 })
    expect(estimateLegs([])).toEqual([])
  })
})

describe('the best order', () => {
  test('of eight stops equals the shortest of all orders', () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 8, maxLength: 8 }), (spots) => {
        const stops = spots.map(free)
        expect(lengthOf(stops, bestOrder(COMPANY, COMPANY, stops))).toBeCloseTo(bestOfAll(stops), 3)
      }),
      { numRuns: 12 },
    )
  })

  test('with locked stops equals the shortest order that keeps them in place', () => {
    const stop = fc.record({ spot, locked: fc.boolean() })
    fc.assert(
      fc.property(fc.array(stop, { minLength: 1, maxLength: 6 }), (stops) => {
        const order = bestOrder(COMPANY, COMPANY, stops)
        expect(movedLocked(stops, order)).toEqual([])
        expect(lengthOf(stops, order)).toBeCloseTo(bestOfAll(stops), 3)
      }),
    )
  })

  test('keeps each stop once, keeps locked stops in place, and puts stops without a place last', () => {
    const stop = fc.record({ spot: fc.option(spot), locked: fc.boolean() })
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 20 }), (stops) => {
        const order = bestOrder(COMPANY, COMPANY, stops)
        expect(order.toSorted((a, b) => a - b)).toEqual(stops.map((_, index) => index))
        expect(movedLocked(stops, order)).toEqual([])
        const unlocked = order.filter((index) => !stops[index]?.locked)
        const unplaced = unlocked.filter((index) => stops[index]?.spot === null)
        // the given order is returned if that would make the route longer
        const last = order.every((index, place) => index === place)
          ? unplaced
          : unlocked.slice(unlocked.length - unplaced.length)
        expect(last).toEqual(unplaced)
        expect(unplaced).toEqual(unplaced.toSorted((a, b) => a - b))
      }),
    )
  })

  test('is never longer than the given order, and equals it if none is shorter', () => {
    const stop = fc.record({ spot: fc.option(spot, { freq: 9 }), locked: fc.boolean() })
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 40 }), (stops) => {
        const order = bestOrder(COMPANY, COMPANY, stops)
        expect(lengthOf(stops, order)).toBeLessThanOrEqual(lengthOf(stops, [...order.keys()]) + 0.001)
      }),
    )
    // once around a ring is already the shortest order, in both directions
    const ring = Array.from({ length: 40 }, (_, at) => {
      const angle = (at / 40) * 2 * Math.PI
      return free({ lat: 38 + 0.1 * Math.sin(angle), lon: 23.8 - 0.1 * Math.cos(angle) })
    })
    for (const around of [ring, ring.toReversed(), ring.slice(0, 10), ring.slice(0, 10).toReversed()])
      expect(bestOrder(COMPANY, COMPANY, around)).toEqual([...around.keys()])
  })

  test('of sixty scattered stops keeps locked ones in place and is less than half as long as the given order', () => {
    const stops = scattered(60).map((stop, index) => ({ ...stop, locked: index % 20 === 10 }))
    const order = bestOrder(COMPANY, COMPANY, stops)
    expect(movedLocked(stops, order)).toEqual([])
    expect(lengthOf(stops, order)).toBeLessThan(lengthOf(stops, [...order.keys()]) * 0.5)
  })

  test('of twelve scattered stops is at least 30 % shorter than the given order', () => {
    const stops = scattered(12)
    const order = bestOrder(COMPANY, COMPANY, stops)
    expect(lengthOf(stops, order)).toBeLessThan(lengthOf(stops, [...order.keys()]) * 0.7)
  })

  test('of sixty stops on a ring is at most 3 % longer than once around', () => {
    const around = Array.from({ length: 60 }, (_, index) => {
      const angle = (((index * 37) % 60) / 60) * 2 * Math.PI
      return free({ lat: 38 + 0.1 * Math.sin(angle), lon: 23.7 + 0.1 * Math.cos(angle) })
    })
    const order = bestOrder(COMPANY, COMPANY, around)
    const ring = [...around.keys()].toSorted((a, b) => ((a * 37) % 60) - ((b * 37) % 60))
    const shortest = Math.min(...ring.map((_, turn) => lengthOf(around, [...ring.slice(turn), ...ring.slice(0, turn)])))
    expect(lengthOf(around, order)).toBeLessThan(shortest * 1.03)
  })

  test('of two hundred scattered stops is much shorter than the given order', () => {
    const stops = scattered(200)
    const order = bestOrder(COMPANY, COMPANY, stops)
    expect(new Set(order).size).toBe(200)
    expect(lengthOf(stops, order)).toBeLessThan(lengthOf(stops, [...order.keys()]) * 0.2)
  })

  test('of an empty list is empty, and one stop with a place goes before one without', () => {
    expect(bestOrder(COMPANY, COMPANY, [])).toEqual([])
    expect(bestOrder(COMPANY, COMPANY, [free(null), free(COMPANY)])).toEqual([1, 0])
  })
})
