/** An OSRM server behind the product's port: `/route` for a fixed order, `/trip` where it may choose. */
import { z } from 'zod'
import { type Directions, type DirectionsAnswer, type DirectionsQuestion, isWhole } from './directions.ts'
import { fetchText } from './fetch-text.ts'
import { parseJson } from './parse-json.ts'

export type OsrmAccess = {
  /** Where `/route/v1` and `/trip/v1` are. */
  readonly url: string
  readonly userAgent: string
  /** When one question is given up; 10 seconds unless told otherwise. */
  readonly patience?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 10_000
/** A server that is not told otherwise takes so many points in a trip. */
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

/** What the codes of the service mean to us. */
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
  if (!isWhole(stops, order, legs)) return { kind: 'unavailable', reason: 'unreadable' }
  const line = way.geometry.coordinates.map(([lon, lat]) => ({ lat, lon }))
  return { kind: 'found', order, legs, line, estimated: false }
}

/** The answer to a trip: its points are told in the order of the question, each with its place in the trip. */
function readTrip(body: unknown, stops: number): DirectionsAnswer {
  const trip = zTrip.safeParse(body).data
  if (!trip || trip.waypoints.length !== stops + 2) return { kind: 'unavailable', reason: 'unreadable' }
  // several trips: no road leads from one part to the other
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

/** Opens the way to the server. */
export function openOsrm(access: OsrmAccess): Directions {
  const { userAgent, patience = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  const base = access.url.replace(/\/*$/, '')

  const route = async ({ start, end, stops, optimise }: DirectionsQuestion): Promise<DirectionsAnswer> => {
    const points = [start, ...stops, end]
    if (points.length > MOST_POINTS) return { kind: 'too-many' }
    const chosen = optimise && stops.length > 1
    // longitude first, as everywhere in this service
    const where = points.map(({ lat, lon }) => `${lon.toFixed(6)},${lat.toFixed(6)}`).join(';')
    const how = `overview=simplified&geometries=geojson${chosen ? '&roundtrip=false&source=first&destination=last' : ''}`
    const reply = await fetchText(`${base}/${chosen ? 'trip' : 'route'}/v1/driving/${where}?${how}`, {
      method: 'GET',
      headers: { 'user-agent': userAgent, accept: 'application/json' },
      signal: patience(),
    })
    if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
    const body = parseJson(reply.text)
    if (reply.status !== 200) return failed(reply.status, body)
    return chosen ? readTrip(body, stops.length) : readRoute(body, stops.length)
  }
  return { service: 'osrm', route }
}
