/** Connects the directions interface to the Routes API of Google. */
import { z } from 'zod'
import {
  type Directions,
  type DirectionsAnswer,
  type DirectionsQuestion,
  fetchUnlessPaused,
  isCompleteRoute,
  type RoadPoint,
} from './directions.ts'
import { NO_PAUSE, type ServicePause } from '../service-pause.ts'
import { parseJson } from '../parse-json.ts'

export type GoogleRoutesAccess = {
  readonly key: string
  /** The address before `/directions/v2:computeRoutes`. */
  readonly url: string
  /** The pause that the service demands after too many questions; none by default. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one question; 10 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 10_000
/** The most points that the service accepts between the two ends. */
const MOST_STOPS = 25
/** The service returns only the fields named here; without a list it returns nothing. */
const FIELDS = ['routes.legs.distanceMeters', 'routes.legs.duration', 'routes.polyline.geoJsonLinestring']
const ORDER_FIELD = 'routes.optimizedIntermediateWaypointIndex'

/** Reads "3600s". A leg of length zero has no figures. */
const zSeconds = z
  .string()
  .regex(/^\d+(\.\d+)?s$/)
  .transform((text) => Math.round(Number(text.slice(0, -1))))
const zAnswer = z.object({
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({ distanceMeters: z.int().min(0).default(0), duration: zSeconds.optional().default(0) }),
        ),
        polyline: z.object({
          geoJsonLinestring: z.object({ coordinates: z.array(z.array(z.number()).min(2)) }),
        }),
        optimizedIntermediateWaypointIndex: z.array(z.int()).optional(),
      }),
    )
    .default([]),
})

const wayPoint = ({ lat, lon }: RoadPoint) => ({ location: { latLng: { latitude: lat, longitude: lon } } })

function read(body: unknown, stops: number, chosen: boolean): DirectionsAnswer {
  const answer = zAnswer.safeParse(body).data
  if (!answer) return { kind: 'unavailable', reason: 'unreadable' }
  const [way] = answer.routes
  // an empty answer means that no road leads there
  if (!way) return { kind: 'no-way' }
  const legs = way.legs.map(({ distanceMeters, duration }) => ({ metres: distanceMeters, seconds: duration }))
  const order = chosen ? (way.optimizedIntermediateWaypointIndex ?? []) : [...Array(stops).keys()]
  if (!isCompleteRoute(stops, order, legs)) return { kind: 'unavailable', reason: 'unreadable' }
  const line = way.polyline.geoJsonLinestring.coordinates.map(([lon = 0, lat = 0]) => ({ lat, lon }))
  return { kind: 'found', order, legs, line, estimated: false }
}

/** Returns the directions service. */
export function openGoogleRoutes(access: GoogleRoutesAccess): Directions {
  const { key, pause = NO_PAUSE, timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  const address = `${access.url.replace(/\/*$/, '')}/directions/v2:computeRoutes`

  const route = async ({ start, end, stops, optimise }: DirectionsQuestion): Promise<DirectionsAnswer> => {
    if (stops.length > MOST_STOPS) return { kind: 'too-many' }
    const chosen = optimise && stops.length > 1
    const reply = await fetchUnlessPaused(pause, address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-goog-api-key': key,
        'x-goog-fieldmask': [...FIELDS, ...(chosen ? [ORDER_FIELD] : [])].join(','),
      },
      // the service cannot combine traffic and the best order; a plan is made the day before, so traffic is left out
      body: JSON.stringify({
        origin: wayPoint(start),
        destination: wayPoint(end),
        intermediates: stops.map(wayPoint),
        travelMode: 'DRIVE',
        routingPreference: 'TRAFFIC_UNAWARE',
        polylineQuality: 'OVERVIEW',
        polylineEncoding: 'GEO_JSON_LINESTRING',
        ...(chosen ? { optimizeWaypointOrder: true } : {}),
      }),
      signal: timeLimit(),
    })
    if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
    if (reply.status !== 200) return { kind: 'unavailable', reason: `http-${reply.status}` }
    return read(parseJson(reply.text), stops.length, chosen)
  }
  return { service: 'google', route }
}
