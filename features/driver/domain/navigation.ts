/** Builds links that open the route in the maps app of the phone. */
import { type LinkPlace, MOST_BETWEEN, routeLinks } from '#features/shipping/domain/route-links.ts'
import type { Stop } from './day.ts'

type Place = Pick<Stop, 'address' | 'postcode' | 'city' | 'lat' | 'lon'>

/** Returns the destination of an order as one line of text. */
export const destinationOf = ({ address, postcode, city }: Pick<Stop, 'address' | 'postcode' | 'city'>): string =>
  [address, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const placeOf = (stop: Place): LinkPlace => ({
  spot: stop.lat === null || stop.lon === null ? null : { lat: stop.lat, lon: stop.lon },
  address: destinationOf(stop),
})

export type Leg<S> = { readonly address: string; readonly stops: readonly S[] }

/**
 * Returns links for the route through all stops, split because a maps app accepts few stops. Each part starts at the
 * current position of the phone.
 */
export const legsOf = <S extends Place>(stops: readonly S[]): Leg<S>[] =>
  routeLinks(stops.map(placeOf), MOST_BETWEEN.phone, 'here').map(({ href, from, to }) => ({
    address: href,
    stops: stops.slice(from, to + 1),
  }))

/** Returns a link from the current position of the phone to one stop, or null for a stop without place and address. */
export const wayTo = (stop: Place): string | null => legsOf([stop])[0]?.address ?? null
