/**
 * Connects the directions interface to an OSRM server: `/route` for a fixed order, `/trip` if it may choose the
 * order.
 */
import { z } from 'zod'
import {
  type Directions,
  type DirectionsAnswer,
  type DirectionsQuestion,
  fetchUnlessPaused,
  isCompleteRoute,
} from './directions.ts'
import { NO_PAUSE, type ServicePause } from '../service-pause.ts'
import { parseJson } from '../parse-json.ts'

export type OsrmAccess = {
  /** The address before `/route/v1` and `/trip/v1`. */
  readonly url: string
  readonly userAgent: string
  /** The pause that the service demands after too many questions; none by default. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one question; 10 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 10_000
/** The most points of a trip that a server with default settings accepts. */
const MOST_POINTS = 100

const zWay = z.object({
  geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }),
  legs: z.array(z.object({ distance: z.number().min(0), duration: z.number().min(0) })),
})
const zRoute = z.object({ code: z.literal('Ok'), routes: z.array(zWay).min(1) })
const zTrip = z.object({
  code: z.literal('Ok'),
  trips: z.array(zWay).min(1),
  waypoints: z.array(z.object({ waypoint_index: z.int().min(0), trips_index: z.int().min(0) })),
})
const zFailure = z.object({ code: z.string().max(100) })

/** The meaning of the codes of the service. */
const FAILURES: Readonly<Record<string, 'no-way' | 'too-many'>> = {
  NoSegment: 'no-way',
  NoRoute: 'no-way',
  NoTrips: 'no-way',
  TooBig: 'too-many',
}

function failed(status: number, body: unknown): DirectionsAnswer {
  const code = zFailure.safeParse(body).data?.code ?? ''
  const kind = FAILURES[code]
  if (kind) return { kind }
  return { kind: 'unavailable', reason: /^[A-Z]\w+$/.test(code) && code !== 'Ok' ? code : `http-${status}` }
}

function found(way: z.output<typeof zWay>, order: readonly number[], stops: number): DirectionsAnswer {
  const legs = way.legs.map(({ distance, duration }) => ({
    metres: Math.round(distance),
    seconds: Math.round(duration),
  }))
  if (!isCompleteRoute(stops, order, legs)) return { kind: 'unavailable', reason: 'unreadable' }
  const line = way.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }))
  return { kind: 'found', order, legs, line, estimated: false }
}

/** Reads the answer to a trip. Its points are in the order of the question, each with its position in the trip. */
function readTrip(body: unknown, stops: number): DirectionsAnswer {
  const trip = zTrip.safeParse(body).data
  if (!trip || trip.waypoints.length !== stops + 2) return { kind: 'unavailable', reason: 'unreadable' }
  // several trips mean that no road connects the parts
  if (trip.waypoints.some((point) => point.trips_index !== 0)) return { kind: 'no-way' }
  const order = trip.waypoints
    .slice(1, -1)
    .map(({ waypoint_index: at }, stop) => ({ at, stop }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ stop }) => stop)
  return found(trip.trips[0] as z.output<typeof zWay>, order, stops)
}

function readRoute(body: unknown, stops: number): DirectionsAnswer {
  const way = zRoute.safeParse(body).data?.routes[0]
  if (!way) return { kind: 'unavailable', reason: 'unreadable' }
  return found(way, [...Array(stops).keys()], stops)
}

/** Returns the directions service. */
export function openOsrm(access: OsrmAccess): Directions {
  const { userAgent, pause = NO_PAUSE, timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  const base = access.url.replace(/\/*$/, '')

  const route = async ({ start, end, stops, optimise }: DirectionsQuestion): Promise<DirectionsAnswer> => {
    const points = [start, ...stops, end]
    if (points.length > MOST_POINTS) return { kind: 'too-many' }
    const chosen = optimise && stops.length > 1
    // this service expects longitude first
    const where = points.map(({ lat, lon }) => `${lon.toFixed(6)},${lat.toFixed(6)}`).join(';')
    const how = `overview=simplified&geometries=geojson${chosen ? '&roundtrip=false&source=first&destination=last' : ''}`
    const reply = await fetchUnlessPaused(pause, `${base}/${chosen ? 'trip' : 'route'}/v1/driving/${where}?${how}`, {
      method: 'GET',
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal: timeLimit(),
    })
    if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
    const body = parseJson(reply.text)
    if (reply.status !== 200) return failed(reply.status, body)
    return chosen ? readTrip(body, stops.length) : readRoute(body, stops.length)
  }
  return { service: 'osrm', route }
}
