import { afterEach, describe, expect, test } from 'vitest'
import type { Directions, DirectionsAnswer, RoadPoint } from './directions.ts'
import { openGoogleRoutes } from './google-routes.ts'
import { openOsrm } from './osrm.ts'
import { startGoogleRoutesSimulator } from '#simulators/google-routes-simulator.ts'
import type { SimulatedAnswer } from '#simulators/http-simulator.ts'
import { startOsrmSimulator } from '#simulators/osrm-simulator.ts'

const KEY = 'AIza-test_key'
const COMPANY: RoadPoint = { lat: 38, lon: 23.7 }
const NORTH: RoadPoint = { lat: 38.1, lon: 23.7 }
const FARTHER: RoadPoint = { lat: 38.2, lon: 23.7 }
const CRETE: RoadPoint = { lat: 35.34, lon: 25.13 }
const ROME: RoadPoint = { lat: 41.9, lon: 12.5 }

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Line = 'time-out' | 'html-502' | 'cut' | 'redirect' | 'endless'
type Simulator = { fail(...failures: Line[]): void; answerWith(answer: SimulatedAnswer): void; close(): Promise<void> }

async function osrm(timeLimit?: () => AbortSignal) {
  const simulator = await startOsrmSimulator()
  closings.push(() => simulator.close())
  const access = { url: `${simulator.url}/`, userAgent: 'Kerino' }
  return { simulator, directions: openOsrm(timeLimit ? { ...access, timeLimit } : access) }
}
async function google(timeLimit?: () => AbortSignal) {
  const simulator = await startGoogleRoutesSimulator(KEY)
  closings.push(() => simulator.close())
  const access = { url: simulator.url, key: KEY }
  return { simulator, directions: openGoogleRoutes(timeLimit ? { ...access, timeLimit } : access) }
}

const round = (directions: Directions, stops: readonly RoadPoint[], optimise = true): Promise<DirectionsAnswer> =>
  directions.route({ start: COMPANY, end: COMPANY, stops, optimise })

/** Eleven kilometres between neighbours, on a road that is a third longer than the straight line. */
const TENTH = 14_455

describe.each([
  ['OSRM', osrm],
  ['Google', google],
] as const)('%s', (_name, open) => {
  const opened = open as (timeLimit?: () => AbortSignal) => Promise<{ simulator: Simulator; directions: Directions }>

  test('returns the best order with distance and duration of each leg', async () => {
    const { directions } = await opened()
    const corner: RoadPoint = { lat: 38.1, lon: 23.9 }
    const stops = [corner, { lat: 38.1, lon: 23.7 }, { lat: 38, lon: 23.9 }]
    const [answer, asTheyCome] = [await round(directions, stops), await round(directions, stops, false)]
    expect(answer).toMatchObject({ kind: 'found', estimated: false })
    if (answer.kind !== 'found' || asTheyCome.kind !== 'found') return
    // a square has the same length in both directions
    expect(['1 0 2', '2 0 1']).toContain(answer.order.join(' '))
    const whole = (way: { legs: readonly { metres: number }[] }) => way.legs.reduce((sum, leg) => sum + leg.metres, 0)
    expect(whole(answer)).toBeLessThan(whole(asTheyCome))
    expect(answer.line).toHaveLength(5)
    expect(answer.line[0]).toEqual(COMPANY)
  })

  test('a fixed order is not changed', async () => {
    const { directions } = await opened()
    const answer = await round(directions, [FARTHER, NORTH], false)
    expect(answer).toMatchObject({
      kind: 'found',
      order: [0, 1],
      legs: [{ metres: 28_911 }, { metres: TENTH }, { metres: TENTH }],
      line: [COMPANY, FARTHER, NORTH, COMPANY],
    })
    expect(answer).toHaveProperty('legs.1', { metres: TENTH, seconds: 1041 })
  })

  test('accepts a single stop, and two stops at one address', async () => {
    const { directions } = await opened()
    expect(await round(directions, [NORTH])).toMatchObject({ order: [0], legs: [{ metres: TENTH }, { metres: TENTH }] })
    const twice = await round(directions, [NORTH, NORTH])
    expect(twice).toMatchObject({ kind: 'found', legs: [{}, { metres: 0, seconds: 0 }, {}] })
  })

  test.each([
    ['an island', CRETE],
    ['another country', ROME],
  ])('there is no route to %s', async (_what, far) => {
    const { directions } = await opened()
    expect(await round(directions, [NORTH, far])).toEqual({ kind: 'no-way' })
    expect(await round(directions, [NORTH, far], false)).toEqual({ kind: 'no-way' })
  })

  test('refuses more stops than the service accepts, without calling it', async () => {
    const { simulator, directions } = await opened()
    simulator.fail('html-502')
    expect(await round(directions, Array<RoadPoint>(99).fill(NORTH))).toEqual({ kind: 'too-many' })
  })

  test.each([
    ['html-502', 'http-502'],
    ['cut', 'cut'],
    ['redirect', 'redirected'],
    ['endless', 'too-long'],
  ] as const)('%s makes the service unavailable for one question only', async (failure, reason) => {
    const { simulator, directions } = await opened()
    simulator.fail(failure)
    expect(await round(directions, [NORTH])).toEqual({ kind: 'unavailable', reason })
    expect(await round(directions, [NORTH])).toMatchObject({ kind: 'found' })
  })

  test.each([
    ['an HTML page', '<html>'],
    ['an empty answer', ''],
    ['an incomplete answer', '{"code":"Ok","routes":[{"legs":[]}]}'],
    ['an answer without legs', '{"code":"Ok","routes":[{"legs":[],"geometry":{"coordinates":[]}}]}'],
  ])('%s makes the service unavailable', async (_what, text) => {
    const { simulator, directions } = await opened()
    simulator.answerWith({ status: 200, type: 'application/json', text })
    expect(await round(directions, [NORTH, FARTHER], false)).toEqual({ kind: 'unavailable', reason: 'unreadable' })
  })

  test('a service that never answers times out, and one that is not running is unreachable', async () => {
    const { simulator, directions } = await opened(() => AbortSignal.timeout(100))
    simulator.fail('time-out')
    expect(await round(directions, [NORTH])).toEqual({ kind: 'unavailable', reason: 'time-out' })
    await simulator.close()
    expect(await round(directions, [NORTH])).toEqual({ kind: 'unavailable', reason: 'unreachable' })
  })
})

describe('OSRM alone', () => {
  test('the request has longitude first and fixes both ends', async () => {
    const { simulator, directions } = await osrm()
    await round(directions, [NORTH, FARTHER])
    await round(directions, [NORTH], false)
    expect(simulator.asked()).toEqual([
      '/trip/v1/driving/23.700000,38.000000;23.700000,38.100000;23.700000,38.200000;23.700000,38.000000?overview=simplified&geometries=geojson&roundtrip=false&source=first&destination=last',
      '/route/v1/driving/23.700000,38.000000;23.700000,38.100000;23.700000,38.000000?overview=simplified&geometries=geojson',
    ])
  })

  test.each([
    ['NoSegment', { kind: 'no-way' }],
    ['NoRoute', { kind: 'no-way' }],
    ['NoTrips', { kind: 'no-way' }],
    ['TooBig', { kind: 'too-many' }],
    ['InvalidUrl', { kind: 'unavailable', reason: 'InvalidUrl' }],
    ['InvalidService', { kind: 'unavailable', reason: 'InvalidService' }],
    ['InvalidVersion', { kind: 'unavailable', reason: 'InvalidVersion' }],
    ['InvalidOptions', { kind: 'unavailable', reason: 'InvalidOptions' }],
    ['InvalidQuery', { kind: 'unavailable', reason: 'InvalidQuery' }],
    ['InvalidValue', { kind: 'unavailable', reason: 'InvalidValue' }],
    ['NotImplemented', { kind: 'unavailable', reason: 'NotImplemented' }],
    ['<script>', { kind: 'unavailable', reason: 'http-400' }],
  ])('the code %s is read', async (code, answer) => {
    const { simulator, directions } = await osrm()
    simulator.answerWith({ status: 400, type: 'application/json', text: JSON.stringify({ code, message: 'no' }) })
    expect(await round(directions, [NORTH])).toEqual(answer)
  })

  test('parts that no road connects have no route', async () => {
    const { simulator, directions } = await osrm()
    const way = { geometry: { coordinates: [] }, legs: [] }
    const at = (waypoint_index: number, trips_index: number) => ({ waypoint_index, trips_index })
    const text = JSON.stringify({ code: 'Ok', trips: [way, way], waypoints: [at(0, 0), at(1, 0), at(0, 1), at(2, 0)] })
    simulator.answerWith({ status: 200, type: 'application/json', text })
    expect(await round(directions, [NORTH, FARTHER])).toEqual({ kind: 'no-way' })
  })
})

describe('Google alone', () => {
  test('the request names only fields that are read, and asks for an order only if one is wanted', async () => {
    const { simulator, directions } = await google()
    await round(directions, [NORTH, FARTHER])
    await round(directions, [NORTH, FARTHER], false)
    const [chosen, fixed] = simulator.asked()
    expect(chosen).toMatchObject({ optimizeWaypointOrder: true, routingPreference: 'TRAFFIC_UNAWARE' })
    expect(fixed).not.toHaveProperty('optimizeWaypointOrder')
    expect(fixed).not.toHaveProperty('trafficModel')
  })

  test('a wrong key and an exhausted quota are unavailable, and no answer contains the key', async () => {
    const { simulator } = await google()
    const stranger = openGoogleRoutes({ key: 'other-key', url: simulator.url })
    const answer = await round(stranger, [NORTH])
    expect(answer).toEqual({ kind: 'unavailable', reason: 'http-403' })
    simulator.answerWith({ status: 429, type: 'application/json', text: '{"error":{"status":"RESOURCE_EXHAUSTED"}}' })
    expect(await round(stranger, [NORTH])).toEqual({ kind: 'unavailable', reason: 'http-429' })
  })
})
