/** Links that hand the way to the maps app of the phone. */
import { type LinkPlace, MOST_BETWEEN, routeLinks } from '#features/shipping/domain/route-links.ts'
import type { Stop } from './day.ts'

type Place = Pick<Stop, 'address' | 'postcode' | 'city' | 'lat' | 'lon'>

/** Where an order goes, in one line. */
export const destinationOf = ({ address, postcode, city }: Pick<Stop, 'address' | 'postcode' | 'city'>): string =>
  [address, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

const placeOf = (stop: Place): LinkPlace => ({
  spot: stop.lat === null || stop.lon === null ? null : { lat: stop.lat, lon: stop.lon },
  address: destinationOf(stop),
})

export type Leg<S> = { readonly address: string; readonly stops: readonly S[] }

/** The way along all stops in parts that a phone takes, each from where the phone is then. */
export const legsOf = <S extends Place>(stops: readonly S[]): Leg<S>[] =>
  routeLinks(stops.map(placeOf), MOST_BETWEEN.phone, 'here').map(({ href, from, to }) => ({
    address: href,
    stops: stops.slice(from, to + 1),
  }))

/** The way to one stop, from where the phone is; null for a stop that no map finds. */
export const wayTo = (stop: Place): string | null => legsOf([stop])[0]?.address ?? null
