/** Links that hand the way to the maps app of the phone. */
import type { Stop } from './driver-day.ts'

/** A link of the maps site takes so many stops on a phone: three on the way and the one it ends at. */
export const STOPS_A_LEG = 4

const MAPS = 'https://www.google.com/maps/dir/?api=1&travelmode=driving'

type Place = Pick<Stop, 'address' | 'postcode' | 'city' | 'lat' | 'lon'>

/** Where an order goes, in one line. */
export const destinationOf = ({ address, postcode, city }: Pick<Stop, 'address' | 'postcode' | 'city'>): string =>
  [address, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** What a map finds it by: the place when it is known, else the address; empty when there is neither. */
const foundBy = (stop: Place): string =>
  stop.lat !== null && stop.lon !== null ? `${stop.lat},${stop.lon}` : destinationOf(stop)

/** The way to one stop, from where the phone is; null for a stop that no map finds. */
export function wayTo(stop: Place): string | null {
  const target = foundBy(stop)
  return target === '' ? null : `${MAPS}&destination=${encodeURIComponent(target)}`
}

export type Leg<S> = { readonly address: string; readonly stops: readonly S[] }

/** The way along all stops in parts that a phone takes, each from where the phone is then. */
export function legsOf<S extends Place>(stops: readonly S[]): Leg<S>[] {
  const findable = stops.filter((stop) => foundBy(stop) !== '')
  const legs: Leg<S>[] = []
  for (let first = 0; first < findable.length; first += STOPS_A_LEG) {
    const part = findable.slice(first, first + STOPS_A_LEG)
    const places = part.map(foundBy)
    const on = places.slice(0, -1)
    const along = on.length === 0 ? '' : `&waypoints=${encodeURIComponent(on.join('|'))}`
    legs.push({ address: `${MAPS}&destination=${encodeURIComponent(places.at(-1) ?? '')}${along}`, stops: part })
  }
  return legs
}
