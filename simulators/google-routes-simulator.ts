/**
 * Simulates the Routes API of Google on loopback. It returns only the requested fields, and refuses what the real
 * service refuses.
 */
import type { IncomingMessage } from 'node:http'
import { type HttpSimulator, jsonAnswer as json, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'
import { inGreece, legsOf, type LonLat, onIsland, shortestOrder } from './roads.ts'

export type GoogleRoutesSimulator = HttpSimulator & {
  /** Returns the bodies of the questions so far. */
  asked(): readonly Record<string, unknown>[]
  /** Sets the answer to the next question. */
  answerWith(answer: SimulatedAnswer): void
}

const MOST_BETWEEN = 25

type WayPoint = { via?: boolean; location?: { latLng?: { latitude?: number; longitude?: number } } }
type Question = {
  origin?: WayPoint
  destination?: WayPoint
  intermediates?: WayPoint[]
  optimizeWaypointOrder?: boolean
  routingPreference?: string
  trafficModel?: string
  polylineEncoding?: string
}

const no = (code: number, status: string, message: string) => json(code, { error: { code, message, status } })
const wrong = (message: string) => no(400, 'INVALID_ARGUMENT', message)

const pointOf = (point?: WayPoint): LonLat => {
  const { latitude = 0, longitude = 0 } = point?.location?.latLng ?? {}
  return [longitude, latitude]
}
/** Returns the figures of a leg; like the real service it omits a distance of zero. */
const figures = ({ distance, duration }: { distance: number; duration: number }) => ({
  ...(Math.round(distance) === 0 ? {} : { distanceMeters: Math.round(distance) }),
  duration: `${Math.round(duration)}s`,
})

function answerTo(question: Question, mask: readonly string[]): SimulatedAnswer {
  const { origin, destination, intermediates = [], optimizeWaypointOrder: chosen = false } = question
  if (!origin || !destination) return wrong('Origin and destination must be set.')
  if (intermediates.length > MOST_BETWEEN) return wrong('Too many intermediate waypoints')
  if (question.trafficModel && question.routingPreference !== 'TRAFFIC_AWARE_OPTIMAL')
    return wrong('traffic_model is only allowed with TRAFFIC_AWARE_OPTIMAL')
  if (chosen && question.routingPreference === 'TRAFFIC_AWARE_OPTIMAL')
    return wrong('optimize_waypoint_order is not allowed with TRAFFIC_AWARE_OPTIMAL')
  if (chosen && intermediates.some(({ via }) => via)) return wrong('optimize_waypoint_order is not allowed with via')
  if (chosen && !mask.includes('routes.optimizedIntermediateWaypointIndex'))
    return wrong('optimize_waypoint_order needs routes.optimizedIntermediateWaypointIndex in the field mask')
  const points = [origin, ...intermediates, destination].map(pointOf)
  // without a road between the points the answer is empty
  if (!points.every(inGreece) || (points.some(onIsland) && !points.every(onIsland))) return json(200, {})
  const [start, end] = [points[0] as LonLat, points.at(-1) as LonLat]
  const stops = points.slice(1, -1)
  const order = chosen ? shortestOrder(start, stops, end) : [...stops.keys()]
  const way = [start, ...order.map((at) => stops[at] as LonLat), end]
  const legs = legsOf(way).map(figures)
  const asks = (field: string) => mask.some((one) => one === '*' || one === field || one.startsWith(`${field}.`))
  const line =
    question.polylineEncoding === 'GEO_JSON_LINESTRING'
      ? { geoJsonLinestring: { type: 'LineString', coordinates: way } }
      : { encodedPolyline: '_p~iF~ps|U' }
  return json(200, {
    routes: [
      {
        ...(asks('routes.legs') ? { legs } : {}),
        ...(asks('routes.polyline') ? { polyline: line } : {}),
        ...(asks('routes.optimizedIntermediateWaypointIndex') ? { optimizedIntermediateWaypointIndex: order } : {}),
      },
    ],
  })
}

/** Starts the simulator for the tests on a free port of loopback; it accepts one key. */
export async function startGoogleRoutesSimulator(key: string): Promise<GoogleRoutesSimulator> {
  const asked: Record<string, unknown>[] = []
  const answers: SimulatedAnswer[] = []
  const server = await startHttpSimulator((request: IncomingMessage, body) => {
    const special = answers.shift()
    if (special) return special
    if (request.method !== 'POST' || request.url !== '/directions/v2:computeRoutes')
      return no(404, 'NOT_FOUND', 'Not found')
    if (request.headers['x-goog-api-key'] !== key) return no(403, 'PERMISSION_DENIED', 'The request is missing a key.')
    const mask = String(request.headers['x-goog-fieldmask'] ?? '')
    if (mask === '') return wrong('FieldMask is a required parameter.')
    const question = JSON.parse(body) as Question
    asked.push(question)
    return answerTo(question, mask.split(','))
  })
  return { ...server, asked: () => asked, answerWith: (special) => void answers.push(special) }
}
