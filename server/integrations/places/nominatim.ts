/**
 * Connects the interface of places to a Nominatim service. Its terms demand at most one question a second and a user
 * agent.
 */
import { z } from 'zod'
import { fetchText } from '../fetch-text.ts'
import { oneAtATime, type Pace } from '../one-at-a-time.ts'
import { parseJson } from '../parse-json.ts'
import { cleanText } from '../clean-text.ts'
import { NO_PAUSE, type ServicePause, wantsPause } from '../service-pause.ts'
import type { Turn } from '../service-turns.ts'
import type { Place, Places, PlacesAnswer } from './places.ts'

export type NominatimAccess = {
  /** The address before `/search` and `/reverse`. */
  readonly url: string
  /** The user agent that identifies this installation. */
  readonly userAgent: string
  readonly pace?: Partial<Pace>
  /** Waits for a turn among all processes; false if that would take too long. Without it there is no wait. */
  readonly turn?: Turn
  /** Prevents questions to a service that asked for a pause. Without it there is no pause. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one question; 10 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 10_000
export const PACE: Pace = {
  gapMilliseconds: 1_000,
  longestWaitMilliseconds: 15_000,
  mostWaiting: 10,
  mostWaitingEach: 3,
}
const LIMIT = 10

const zWords = z.string().transform(cleanText).catch('')
const zAddress = z
  .object({
    house_number: zWords,
    road: zWords,
    pedestrian: zWords,
    footway: zWords,
    square: zWords,
    city: zWords,
    town: zWords,
    village: zWords,
    municipality: zWords,
    postcode: zWords,
    country: zWords,
  })
  .partial()
/** Reads degrees, which are sent as text. */
const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d+)?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))
const zHit = z.object({ lat: degrees(90), lon: degrees(180), display_name: zWords, address: zAddress.catch({}) })

function placeOf({ lat, lon, display_name, address }: z.output<typeof zHit>): Place {
  const street = address.road || address.pedestrian || address.footway || address.square || ''
  return {
    name: display_name,
    street: `${street} ${address.house_number ?? ''}`.trim(),
    city: address.city || address.town || address.village || address.municipality || '',
    // Greek postcodes are often written "105 63"
    postcode: (address.postcode ?? '').replace(/\s/g, ''),
    country: address.country ?? '',
    lat,
    lon,
  }
}

const NO_PLACE_THERE = z.object({ error: z.literal('Unable to geocode') })

/** Returns the places of an answer, without those that cannot be read; null if the answer cannot be read. */
function readPlaces(body: unknown): Place[] | null {
  if (Array.isArray(body)) {
    return body.flatMap((entry) => {
      const hit = zHit.safeParse(entry)
      return hit.success ? [placeOf(hit.data)] : []
    })
  }
  if (NO_PLACE_THERE.safeParse(body).success) return []
  const hit = zHit.safeParse(body)
  return hit.success ? [placeOf(hit.data)] : null
}

/**
 * Returns the geocoding service. The process sends its questions one after another, and `turn` spaces the questions
 * of all processes.
 */
export function openNominatim(access: NominatimAccess): Places {
  const { userAgent, pause = NO_PAUSE, timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  const base = access.url.replace(/\/*$/, '')
  const inTurn = oneAtATime({ ...PACE, ...access.pace })

  const ask = async (path: string, question: Record<string, string>, person?: string): Promise<PlacesAnswer> => {
    const parameters = new URLSearchParams({
      ...question,
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'el',
    })
    const reply = await inTurn(async () => {
      const paused = await pause.reason()
      if (paused !== null) return { failure: paused }
      if (access.turn && !(await access.turn())) return null
      return fetchText(`${base}${path}?${parameters.toString()}`, {
        method: 'GET',
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        signal: timeLimit(),
      })
    }, person)
    if (reply === null) return { kind: 'unavailable', reason: 'busy' }
    if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
    if (wantsPause(reply)) await pause.begin(`http-${reply.status}`, reply.retryAfter)
    else if (reply.status === 200) await pause.answered()
    if (reply.status !== 200) return { kind: 'unavailable', reason: `http-${reply.status}` }
    const places = readPlaces(parseJson(reply.text))
    return places === null ? { kind: 'unavailable', reason: 'unreadable' } : { kind: 'found', places }
  }

  return {
    search: (text, person) => ask('/search', { q: text, countrycodes: 'gr', limit: String(LIMIT) }, person),
    at: ({ lat, lon }, person) => ask('/reverse', { lat: String(lat), lon: String(lon), zoom: '18' }, person),
  }
}
