import { describe, expect, test } from 'vitest'
import { estimateLegs, type Leg, sumOfLegs } from './route.ts'
import { stopToCheck } from './route-length.ts'

/** A day of driving, in metres. */
const LIMIT = 1_050_000

const ATHENS = { lat: 37.98, lon: 23.73 }
const PIRAEUS = { lat: 37.94, lon: 23.65 }
const MAROUSI = { lat: 38.05, lon: 23.81 }
/** Another Athens, in Georgia. */
const ATHENS_IN_GEORGIA = { lat: 33.96, lon: -83.38 }

const leg = (metres: number): Leg => ({ metres, seconds: 0 })

describe('a route that is too long to be right', () => {
  test('names the stop that was found in another place, wherever it is in the order', () => {
    const stops = [PIRAEUS, MAROUSI]
    for (const place of [0, 1, 2]) {
      const legs = estimateLegs([ATHENS, ...stops.toSpliced(place, 0, ATHENS_IN_GEORGIA), ATHENS])
      expect(stopToCheck(legs)).toBe(place)
    }
  })

  test('is none within a day of driving, and none without a place', () => {
    expect(stopToCheck(estimateLegs([ATHENS, PIRAEUS, MAROUSI, ATHENS]))).toBeNull()
    expect(stopToCheck([])).toBeNull()
  })

  test('begins one metre above the limit', () => {
    const limit = [leg(LIMIT / 2), leg(LIMIT / 2)]
    expect(sumOfLegs(limit).metres).toBe(LIMIT)
    expect(stopToCheck(limit)).toBeNull()
    expect(stopToCheck([...limit, leg(1)])).toBe(0)
  })
})
