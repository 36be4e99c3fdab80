/** Finds the places of stops: those that people set, and those that the geocoding service finds by the address. */
import { readStoredPlaces, lookUpPlaces, questionAbout } from '#server/lookups/stored-places.ts'
import { readCompany } from '#features/settings/server/company.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Place } from '#server/integrations/places/places.ts'
import type { PlaceSource } from '../domain/planning-contract.ts'
import type { Spot } from '../domain/route.ts'
import { ADDRESS, CITY, LAT, LON, POSTCODE } from './rounds.ts'

type Address = { readonly address: string; readonly city: string; readonly postcode: string }
type Found = readonly Pick<Place, 'postcode' | 'lat' | 'lon'>[]

/** A stop with its whole address in one line of text. */
export type PlacedStop = Address & {
  readonly orderId: number
  readonly line: string
  readonly spot: Spot | null
  readonly foundBy: PlaceSource | null
  /** The next text to ask the service about, or null if no request is needed. */
  readonly ask: string | null
}

/** The service answers one request per second, so this is the number that a person waits for at once. */
const MOST_ASKED = 4

/** Returns an address in one line of text. */
export const addressLine = (parts: Address): string =>
  [parts.address, `${parts.postcode} ${parts.city}`]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')

/**
 * Returns the texts to ask the service about: the whole address, and then without a postcode, which may not fit the
 * street.
 */
const textsOf = (parts: Address): string[] => [
  ...new Set([addressLine(parts), addressLine({ ...parts, postcode: '' })].filter(Boolean)),
]

/** Returns the first place in the postcode of the address. The service lists the best match first. */
function bestOf(places: Found, postcode: string): Spot | null {
  const plain = postcode.replace(/\s/g, '')
  const best = places.find((place) => plain !== '' && place.postcode === plain) ?? places[0]
  return best ? { lat: best.lat, lon: best.lon } : null
}

/** Returns what earlier answers say about an address, or the next text to ask about. */
function fromKept(kept: ReadonlyMap<string, Found>, parts: Address): { spot: Spot | null; ask: string | null } {
  for (const text of textsOf(parts)) {
    const answer = kept.get(questionAbout(text))
    if (answer === undefined) return { spot: null, ask: text }
    if (answer.length > 0) return { spot: bestOf(answer, parts.postcode), ask: null }
  }
  return { spot: null, ask: null }
}

type Placed = Address & { readonly lat: number | null; readonly lon: number | null }

/** Returns rows with their places: their own, or those from stored answers about their addresses. */
export async function withKeptPlaces<R extends Placed>(
  rows: Rows,
  stops: readonly R[],
): Promise<{ row: R; spot: Spot | null; ask: string | null; kept: boolean }[]> {
  const without = stops.filter((stop) => stop.lat === null)
  const kept = await readStoredPlaces(rows, without.flatMap(textsOf).map(questionAbout))
  return stops.map((row) => {
    const { lat, lon } = row
    if (lat !== null && lon !== null) return { row, spot: { lat, lon }, ask: null, kept: false }
    return { row, ...fromKept(kept, row), kept: true }
  })
}

/** Returns the stops of these orders in the given order. Orders that do not exist are left out. */
export async function readStops(rows: Rows, orderIds: readonly number[]): Promise<PlacedStop[]> {
  const found = await rows.many<Placed & { orderId: number; own: boolean }>(sql`
    select o.id as "orderId", ${ADDRESS} as address, ${CITY} as city, ${POSTCODE} as postcode, ${LAT} as lat, ${LON} as lon,
      coalesce(jsonb_typeof(o.delivery_address -> 'lat') = 'number', false) as own
    from orders o join customers c on c.id = o.customer_id
    where o.id = any(${[...orderIds]}::bigint[])
    order by array_position(${[...orderIds]}::bigint[], o.id)`)
  return (await withKeptPlaces(rows, found)).map(({ row, spot, ask, kept }) => ({
    orderId: row.orderId,
    address: row.address,
    city: row.city,
    postcode: row.postcode,
    line: addressLine(row),
    spot,
    foundBy: spot === null ? null : kept ? 'geocoder' : row.own ? 'order' : 'customer',
    ask,
  }))
}

/** Asks the geocoding service about some stops without a place. `unasked` is the number of stops that remain. */
export async function lookUpStops(
  reach: Reach,
  stops: readonly PlacedStop[],
): Promise<{ stops: PlacedStop[]; unasked: number }> {
  const texts = stops.filter((stop) => stop.ask !== null).flatMap(textsOf)
  const kept = new Map(await readStoredPlaces(reach.rows, texts.map(questionAbout)))
  const next = () => stops.find((stop) => stop.ask !== null && fromKept(kept, stop).ask !== null)
  let reachable = reach.outside.places !== null
  for (let questions = 0; reachable && questions < MOST_ASKED; questions++) {
    const stop = next()
    if (!stop) break
    const text = fromKept(kept, stop).ask ?? ''
    const answer = await lookUpPlaces(reach, questionAbout(text), (places) => places.search(text))
    if (answer.kind === 'found') kept.set(questionAbout(text), [...answer.places])
    else reachable = false
  }
  const placed = stops.map((stop): PlacedStop => {
    if (stop.ask === null) return stop
    const { spot, ask } = fromKept(kept, stop)
    return { ...stop, spot, ask, foundBy: spot ? 'geocoder' : null }
  })
  return { stops: placed, unasked: reachable ? placed.filter((stop) => stop.ask !== null).length : 0 }
}

/** Returns where routes start and end: the place of the company, or the stored answer about its address (C-60). */
export async function readStart(rows: Rows): Promise<{ address: string; spot: Spot | null }> {
  const { address, place } = await readCompany(rows)
  if (place) return { address, spot: { lat: place[0], lon: place[1] } }
  const question = questionAbout(address)
  return { address, spot: bestOf((await readStoredPlaces(rows, [question])).get(question) ?? [], '') }
}

/** Returns the same, and asks the geocoding service if nothing is stored. */
export async function lookUpStart(reach: Reach): Promise<{ address: string; spot: Spot | null }> {
  const start = await readStart(reach.rows)
  if (start.spot || start.address.trim() === '') return start
  const answer = await lookUpPlaces(reach, questionAbout(start.address), (places) => places.search(start.address))
  return answer.kind === 'found' ? { ...start, spot: bestOf(answer.places, '') } : start
}
