/** Builds links that open the route in the maps app of the phone. */
import { type LinkPlace, MOST_BETWEEN, routeLinks } from '#features/shipping/domain/route-links.ts'
import { destinationOf } from '#features/shipping/domain/stops/address-stops.ts'
import type { Stop } from './day-now.ts'

type Place = Pick<Stop, 'address' | 'postcode' | 'city' | 'lat' | 'lon'>

const placeOf = (stop: Place): LinkPlace => ({
  spot: stop.lat === null || stop.lon === null ? null : { lat: stop.lat, lon: stop.lon },
  address: destinationOf(stop),
})

/** One part of the route: its link, and the stops that it leads to. */
export type RoutePart<S> = { readonly href: string; readonly stops: readonly S[] }

/**
 * Returns the parts of the route through all stops, because a maps app accepts only a few stops. Each part starts at
 * the position of the phone. Stops without a place and an address are left out.
 */
export const routePartsOf = <S extends Place>(stops: readonly S[]): RoutePart<S>[] =>
  routeLinks(stops.map(placeOf), MOST_BETWEEN.phone, 'here').map(({ href, from, to }) => ({
    href,
    stops: stops.slice(from, to + 1),
  }))

/** Returns a link from the current position of the phone to one stop, or null for a stop without place and address. */
export const linkTo = (stop: Place): string | null => routePartsOf([stop])[0]?.href ?? null
