/** Finds the places of stops: those that people set, and those that the geocoding service finds by the address. */
import { ADDRESS, CITY, POSTCODE } from '#features/orders/server/delivery-place.ts'
import { readStoredPlaces, lookUpPlaces, questionAbout } from '#server/lookups/stored-places.ts'
import { readCompany } from '#server/company.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Place } from '#server/integrations/places/places.ts'
import type { PlaceSource } from '../domain/planning-contract.ts'
import type { Spot } from '../domain/route.ts'
import { destinationOf } from '../domain/stops/address-stops.ts'
import { HOURS, LAT, LON } from './read-shipments.ts'

type Address = { readonly address: string; readonly city: string; readonly postcode: string }
type Found = readonly Pick<Place, 'postcode' | 'lat' | 'lon'>[]

/** When goods may be delivered: the hours of the customer as text, and the expected delivery in local time. */
type Times = { readonly hours: string; readonly expected: string | null }

/** An order that is to be delivered, with its place if it is known. */
export type PlacedStop = Address &
  Times & {
    readonly orderId: number
    readonly customerId: number
    readonly spot: Spot | null
    readonly foundBy: PlaceSource | null
    /** The next text to ask the service about, or null if there is nothing to ask. */
    readonly ask: string | null
  }

/** The maximum number of requests in one call. The service allows one per second, and a person waits for the answer. */
const MOST_REQUESTS = 4

/**
 * Returns the texts to ask the service about, in this order: the whole address, and the address without the postcode,
 * which may not fit the street.
 */
const textsOf = (parts: Address): string[] => [
  ...new Set([destinationOf(parts), destinationOf({ ...parts, postcode: '' })].filter(Boolean)),
]

/**
 * Returns the first place in this postcode, or else the first place, or null if there are none. The service lists the
 * best match first.
 */
function bestOf(places: Found, postcode: string): Spot | null {
  const plain = postcode.replace(/\s/g, '')
  const best = places.find((place) => plain !== '' && place.postcode === plain) ?? places[0]
  return best ? { lat: best.lat, lon: best.lon } : null
}

/**
 * Returns the place of an address from stored answers. `ask` is the next text to ask the service about; it is null if
 * the place is found or the service knows none of the texts.
 */
function placeFromAnswers(
  answers: ReadonlyMap<string, Found>,
  parts: Address,
): { spot: Spot | null; ask: string | null } {
  for (const text of textsOf(parts)) {
    const answer = answers.get(questionAbout(text))
    if (answer === undefined) return { spot: null, ask: text }
    if (answer.length > 0) return { spot: bestOf(answer, parts.postcode), ask: null }
  }
  return { spot: null, ask: null }
}

type Placed = Address & { readonly lat: number | null; readonly lon: number | null }

/**
 * Returns each row with its place: its own, or the one in stored answers about its address. `byAddress` is true for a
 * row without a place of its own.
 */
export async function withPlaces<R extends Placed>(
  rows: Rows,
  stops: readonly R[],
): Promise<{ row: R; spot: Spot | null; ask: string | null; byAddress: boolean }[]> {
  const without = stops.filter((stop) => stop.lat === null)
  const answers = await readStoredPlaces(rows, without.flatMap(textsOf).map(questionAbout))
  return stops.map((row) => {
    const { lat, lon } = row
    if (lat !== null && lon !== null) return { row, spot: { lat, lon }, ask: null, byAddress: false }
    return { row, ...placeFromAnswers(answers, row), byAddress: true }
  })
}

/** Returns the stops of these orders in the given order. Orders that do not exist are left out. */
export async function readStops(rows: Rows, orderIds: readonly number[]): Promise<PlacedStop[]> {
  const found = await rows.many<Placed & Times & { orderId: number; customerId: number; own: boolean }>(sql`
    select o.id as "orderId", o.customer_id as "customerId", ${HOURS} as hours, o.expected_delivery_at as expected, ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, ${LAT} as lat, ${LON} as lon,
      coalesce(jsonb_typeof(o.delivery_address -> 'lat') = 'number', false) as own
    from orders o join customers c on c.id = o.customer_id
    where o.id = any(${[...orderIds]}::bigint[])
    order by array_position(${[...orderIds]}::bigint[], o.id)`)
  return (await withPlaces(rows, found)).map(({ row, spot, ask, byAddress }) => ({
    orderId: row.orderId,
    customerId: row.customerId,
    address: row.address,
    city: row.city,
    postcode: row.postcode,
    hours: row.hours,
    expected: row.expected,
    spot,
    foundBy: spot === null ? null : byAddress ? 'geocoder' : row.own ? 'order' : 'customer',
    ask,
  }))
}

/**
 * Asks the geocoding service about the addresses of some stops without a place. `unasked` is the number of stops that a
 * later call can ask about; it is 0 if there is no service or it fails.
 */
export async function lookUpStops(
  reach: Reach,
  stops: readonly PlacedStop[],
): Promise<{ stops: PlacedStop[]; unasked: number }> {
  const texts = stops.filter((stop) => stop.ask !== null).flatMap(textsOf)
  const answers = new Map(await readStoredPlaces(reach.rows, texts.map(questionAbout)))
  const next = () => stops.find((stop) => stop.ask !== null && placeFromAnswers(answers, stop).ask !== null)
  let reachable = reach.outside.places !== null
  for (let requests = 0; reachable && requests < MOST_REQUESTS; requests++) {
    const stop = next()
    if (!stop) break
    const text = placeFromAnswers(answers, stop).ask ?? ''
    const answer = await lookUpPlaces(reach, questionAbout(text), (places) => places.search(text))
    if (answer.kind === 'found') answers.set(questionAbout(text), [...answer.places])
    else reachable = false
  }
  const placed = stops.map((stop): PlacedStop => {
    if (stop.ask === null) return stop
    const { spot, ask } = placeFromAnswers(answers, stop)
    return { ...stop, spot, ask, foundBy: spot ? 'geocoder' : null }
  })
  return { stops: placed, unasked: reachable ? placed.filter((stop) => stop.ask !== null).length : 0 }
}

/**
 * Returns where routes start and end (C-60): the place of the company, or else the one in the stored answer about its
 * address. `spot` is null if neither is known.
 */
export async function readStart(rows: Rows): Promise<{ address: string; spot: Spot | null }> {
  const { address, place } = await readCompany(rows)
  if (place) return { address, spot: { lat: place[0], lon: place[1] } }
  const question = questionAbout(address)
  return { address, spot: bestOf((await readStoredPlaces(rows, [question])).get(question) ?? [], '') }
}

/** Returns the same as `readStart`, and asks the geocoding service about the address if no place is known. */
export async function lookUpStart(reach: Reach): Promise<{ address: string; spot: Spot | null }> {
  const start = await readStart(reach.rows)
  if (start.spot || start.address.trim() === '') return start
  const answer = await lookUpPlaces(reach, questionAbout(start.address), (places) => places.search(start.address))
  return answer.kind === 'found' ? { ...start, spot: bestOf(answer.places, '') } : start
}
