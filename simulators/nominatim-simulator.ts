/** Simulates Nominatim on loopback. It contains some addresses, and refuses callers as the public service does. */
import type { IncomingMessage } from 'node:http'
import { fold } from '#kernel/fold.ts'
import { type HttpSimulator, jsonAnswer as json, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'
import { SIMULATED_PLACES, type SimulatedPlace } from './nominatim-places.ts'

export type NominatimSimulatorOptions = {
  readonly places?: readonly SimulatedPlace[]
  /** The shortest time between two calls, one second by default; an earlier call is refused. */
  readonly gapMilliseconds?: number
}

export type NominatimSimulator = HttpSimulator & {
  /** Returns the questions so far, as path and parameters, including refused ones. */
  asked(): readonly string[]
  /** Sets the answer to the next question. */
  answerWith(answer: SimulatedAnswer): void
}

/** A point this far from the next address is in the sea. */
const SEA_BEGINS_DEGREES = 0.15
/** Words of a question that match every place. */
const STOP_WORDS = new Set(['ελλαδα', 'ελλασ', 'greece', 'οδοσ', 'τκ', 'λεωφ', 'λεωφοροσ'])
/** User agents of libraries whose program has set none. */
const UNNAMED_AGENT = /^(node|undici|axios|python-requests|curl)\b/i

const badQuestion = (message: string) => json(400, { error: { code: 400, message } })

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Reports whether a place has every word of a question. An unknown house number matches the street. */
function fits(place: SimulatedPlace, words: readonly string[]): boolean {
  const { street, suburb, town, state, postcode } = place
  const known = wordsOf([street, suburb, town, state, postcode, postcode.replace(' ', '')].join(' '))
  return words.every((word) => /^\d{1,3}\p{L}?$/u.test(word) || known.includes(word))
}

function onWire(place: SimulatedPlace, id: number): object {
  const { street, houseNumber, suburb, town, kind, postcode, state, lat, lon } = place
  const line = [houseNumber, street, suburb, town, state, postcode, 'Ελλάς'].filter((part) => part !== '')
  return {
    place_id: 1000 + id,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
    osm_type: 'node',
    osm_id: 250_000_000 + id,
    lat: String(lat),
    lon: String(lon),
    category: 'building',
    type: 'yes',
    place_rank: 30,
    importance: 0.0000999,
    addresstype: 'building',
    name: '',
    display_name: line.join(', '),
    address: {
      house_number: houseNumber,
      road: street,
      ...(suburb === '' ? {} : { suburb }),
      [kind]: town,
      ...(kind === 'municipality' ? {} : { municipality: `Δήμος ${town}` }),
      state,
      postcode,
      country: 'Ελλάς',
      country_code: 'gr',
    },
    boundingbox: [lat - 0.0001, lat + 0.0001, lon - 0.0001, lon + 0.0001].map((edge) => edge.toFixed(7)),
  }
}

/** Starts the simulator on a free port of loopback. */
export async function startNominatimSimulator(options: NominatimSimulatorOptions = {}): Promise<NominatimSimulator> {
  const { places = SIMULATED_PLACES, gapMilliseconds = 1_000 } = options
  const asked: string[] = []
  const answers: SimulatedAnswer[] = []
  let lastAt = Number.NEGATIVE_INFINITY

  const search = (parameters: URLSearchParams): SimulatedAnswer => {
    const question = parameters.get('q') ?? ''
    const words = wordsOf(question).filter((word) => !STOP_WORDS.has(word))
    if (question.trim() === '') return badQuestion('Nothing to search for.')
    const country = parameters.get('countrycodes') ?? 'gr'
    const limit = Math.min(Number(parameters.get('limit') ?? 10), 40)
    // a number alone is no address
    const askable = country.split(',').includes('gr') && words.some((word) => !/^\d{1,3}$/.test(word))
    const hits = askable ? places.filter((place) => fits(place, words)) : []
    return json(200, hits.slice(0, limit).map(onWire))
  }

  const reverse = (parameters: URLSearchParams): SimulatedAnswer => {
    const [lat, lon] = [Number(parameters.get('lat') ?? Number.NaN), Number(parameters.get('lon') ?? Number.NaN)]
    if (Number.isNaN(lat) || Number.isNaN(lon)) return badQuestion("Parameter 'lat' missing.")
    const away = (place: SimulatedPlace) => Math.hypot(place.lat - lat, (place.lon - lon) * 0.79)
    const nearest = [...places].sort((a, b) => away(a) - away(b))[0]
    if (!nearest || away(nearest) > SEA_BEGINS_DEGREES) return json(200, { error: 'Unable to geocode' })
    return json(200, onWire(nearest, places.indexOf(nearest)))
  }

  const server = await startHttpSimulator((request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(`${url.pathname}${decodeURIComponent(url.search)}`)
    const agent = request.headers['user-agent'] ?? ''
    if (agent === '' || UNNAMED_AGENT.test(agent))
      return { status: 403, type: 'text/html', text: '<html>Blocked</html>' }
    const now = performance.now()
    const tooSoon = now - lastAt < gapMilliseconds
    lastAt = now
    if (tooSoon) return { status: 429, type: 'text/html', text: '<html>Too Many Requests</html>' }
    const special = answers.shift()
    if (special) return special
    // the simulator writes only this format
    if (url.searchParams.get('format') !== 'jsonv2') return badQuestion("Parameter 'format' must be jsonv2 here.")
    if (url.pathname === '/search') return search(url.searchParams)
    if (url.pathname === '/reverse') return reverse(url.searchParams)
    return { status: 404, type: 'text/html', text: '<html>Not Found</html>' }
  })
  return { ...server, asked: () => asked, answerWith: (special) => void answers.push(special) }
}
