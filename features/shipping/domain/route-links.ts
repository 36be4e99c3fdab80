/** Links that open a round on the maps site, cut into parts that it takes. */
import type { Spot } from './route.ts'

/** A place as the maps site is told it: its spot, or its address where the spot is not known. */
export type LinkPlace = { readonly spot: Spot | null; readonly address: string }

/** The maps site takes so many places between the two ends of a link, on a desk and on a phone. */
export const MOST_BETWEEN = { desk: 9, phone: 3 } as const
/** And no address that is longer. */
export const MOST_LINK_SIGNS = 2_048

const SITE = 'https://www.google.com/maps/dir/?api=1'

const SIX_DIGITS = 1e6
const nameOf = ({ spot, address }: LinkPlace): string =>
  spot ? `${Math.round(spot.lat * SIX_DIGITS) / SIX_DIGITS},${Math.round(spot.lon * SIX_DIGITS) / SIX_DIGITS}` : address

function linkOf(places: readonly LinkPlace[]): string {
  const names = places.map((place) => encodeURIComponent(nameOf(place)))
  const between = names.slice(1, -1)
  // the bar that separates the places must be encoded, too
  const middle = between.length === 0 ? '' : `&waypoints=${between.join('%7C')}`
  return `${SITE}&origin=${names[0] ?? ''}&destination=${names.at(-1) ?? ''}${middle}&travelmode=driving`
}

/** One part of a round: its link, and the first and last place of the round that it leads to. */
export type RouteLink = { readonly href: string; readonly from: number; readonly to: number }

/**
 * A round from its first place to its last as links, each beginning where the one before ends. Places that nothing is
 * known of are left out; they count all the same.
 */
export function routeLinks(round: readonly LinkPlace[], mostBetween: number): RouteLink[] {
  const known = round.flatMap((place, at) => (nameOf(place).trim() === '' ? [] : [{ place, at }]))
  const links: RouteLink[] = []
  for (let first = 0; first < known.length - 1; ) {
    let last = Math.min(known.length - 1, first + mostBetween + 1)
    const href = () => linkOf(known.slice(first, last + 1).map(({ place }) => place))
    while (last > first + 1 && href().length > MOST_LINK_SIGNS) last -= 1
    links.push({ href: href(), from: known[first + 1]?.at ?? 0, to: known[last]?.at ?? 0 })
    first = last
  }
  return links
}
