/** Simulates OSRM on loopback for the tests, with the two questions that the product asks and every code of refusal. */
import type { IncomingMessage } from 'node:http'
import { type HttpSimulator, jsonAnswer as json, type SimulatedAnswer, startHttpSimulator } from './http-simulator.ts'
import { inGreece, legsOf, type LonLat, onIsland, shortestOrder } from './roads.ts'

export type OsrmSimulator = HttpSimulator & {
  /** Returns the questions so far, as path and parameters. */
  asked(): readonly string[]
  /** Sets the answer to the next question. */
  answerWith(answer: SimulatedAnswer): void
}

const MOST_POINTS = 100

const no = (code: string, message: string) => json(400, { code, message })

const wayOf = (points: readonly LonLat[]) => {
  const legs = legsOf(points)
  return {
    geometry: { type: 'LineString', coordinates: points },
    legs: legs.map((leg) => ({ ...leg, steps: [], summary: '', weight: leg.duration })),
    distance: legs.reduce((sum, leg) => sum + leg.distance, 0),
    duration: legs.reduce((sum, leg) => sum + leg.duration, 0),
    weight_name: 'routability',
  }
}
const wayPoint = (location: LonLat) => ({ location, name: '', hint: '', distance: 0 })

function pointsOf(text: string): LonLat[] | null {
  const points = text.split(';').map((pair) => pair.split(',').map(Number))
  const right = points.every(
    ([lon, lat, ...more]) =>
      more.length === 0 && Math.abs(lon ?? Number.NaN) <= 180 && Math.abs(lat ?? Number.NaN) <= 90,
  )
  return right ? points.map(([lon = 0, lat = 0]): LonLat => [lon, lat]) : null
}

function answerTo(url: URL): SimulatedAnswer {
  const parts = url.pathname.split('/').slice(1)
  const [service, version, , coordinates = ''] = parts
  if (parts.length !== 4) return no('InvalidUrl', 'URL string malformed close to position 1')
  if (service !== 'route' && service !== 'trip') return no('InvalidService', `Service ${service} not found!`)
  if (version !== 'v1') return no('InvalidVersion', `Service ${service} not found!`)
  const points = pointsOf(coordinates)
  if (points === null) return no('InvalidQuery', 'Query string malformed close to position 1')
  const option = (name: string, otherwise: string) => url.searchParams.get(name) ?? otherwise
  if (!/^(full|simplified|false)$/.test(option('overview', 'simplified'))) return no('InvalidValue', 'overview')
  // the product only reads this form of geometry
  if (option('geometries', 'polyline') !== 'geojson') return no('InvalidOptions', 'geometries')
  if (points.length < 2) return no('InvalidOptions', 'Number of coordinates needs to be at least two.')
  if (points.length > MOST_POINTS) return no('TooBig', 'Too many trip coordinates')
  const lost = points.findIndex((point) => !inGreece(point))
  if (lost >= 0) return no('NoSegment', `Could not find a matching segment for coordinate ${lost}`)
  const split = points.some(onIsland) && !points.every(onIsland)
  if (service === 'route')
    return split
      ? no('NoRoute', 'Impossible route between points')
      : json(200, { code: 'Ok', routes: [wayOf(points)], waypoints: points.map(wayPoint) })

  const fixedEnds = option('source', 'any') === 'first' && option('destination', 'any') === 'last'
  if (option('roundtrip', 'true') === 'false' && !fixedEnds)
    return no('NotImplemented', 'This request is not supported')
  if (split) return no('NoTrips', 'No trip visiting all destinations possible.')
  const [start, end] = [points[0] as LonLat, points.at(-1) as LonLat]
  const order = shortestOrder(start, points.slice(1, -1), end)
  const way = [0, ...order.map((at) => at + 1), points.length - 1]
  return json(200, {
    code: 'Ok',
    trips: [wayOf(way.map((at) => points[at] as LonLat))],
    waypoints: points.map((point, at) => ({ ...wayPoint(point), waypoint_index: way.indexOf(at), trips_index: 0 })),
  })
}

/** Starts the simulator on a free port of loopback. */
export async function startOsrmSimulator(): Promise<OsrmSimulator> {
  const asked: string[] = []
  const answers: SimulatedAnswer[] = []
  const server = await startHttpSimulator((request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(`${url.pathname}${url.search}`)
    return answers.shift() ?? answerTo(url)
  })
  return { ...server, asked: () => asked, answerWith: (special) => void answers.push(special) }
}
