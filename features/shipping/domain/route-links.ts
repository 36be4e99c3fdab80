/** Builds links that open a route on the maps site, split into parts that it accepts. */
import type { Spot } from './route.ts'

/** A place for the maps site: its coordinates, or its address if they are not known. */
export type LinkPlace = { readonly spot: Spot | null; readonly address: string }

/** The number of places that the maps site accepts between both ends of a link, on a computer and on a phone. */
export const MOST_BETWEEN = { desk: 9, phone: 3 } as const
/** The longest link that the maps site accepts, in characters. */
const MOST_LINK_CHARACTERS = 2_048

const SITE = 'https://www.google.com/maps/dir/?api=1'

const SIX_DIGITS = 1e6
const nameOf = ({ spot, address }: LinkPlace): string =>
  spot ? `${Math.round(spot.lat * SIX_DIGITS) / SIX_DIGITS},${Math.round(spot.lon * SIX_DIGITS) / SIX_DIGITS}` : address

function linkOf(places: readonly LinkPlace[], begins: Begins): string {
  const names = places.map((place) => encodeURIComponent(nameOf(place)))
  const origin = begins === 'here' ? '' : `&origin=${names[0] ?? ''}`
  const between = names.slice(begins === 'here' ? 0 : 1, -1)
  // the vertical bar between the places must be encoded, too
  const middle = between.length === 0 ? '' : `&waypoints=${between.join('%7C')}`
  return `${SITE}${origin}&destination=${names.at(-1) ?? ''}${middle}&travelmode=driving`
}

/** One part of a route: its link, and the positions of the first and the last place that it leads to. */
export type RouteLink = { readonly href: string; readonly from: number; readonly to: number }

/** A place that the maps site finds, with its position in the route. */
type Known = { readonly place: LinkPlace; readonly at: number }

/** Where a route begins: at its first place, or at the position of the phone when the link is opened. */
export type Begins = 'first' | 'here'

/**
 * Returns the links for a route through these places. Each link begins where the one before ends, or at the position of
 * the phone. Places without coordinates and address are left out, but count in the positions.
 */
export function routeLinks(places: readonly LinkPlace[], mostBetween: number, begins: Begins = 'first'): RouteLink[] {
  const known = places.flatMap((place, at) => (nameOf(place).trim() === '' ? [] : [{ place, at }]))
  const links: RouteLink[] = []
  // a link contains the place where it begins, unless that is the position of the phone
  const start = begins === 'here' ? 0 : 1
  for (let first = 0; first + start < known.length; ) {
    let last = Math.min(known.length - 1, first + mostBetween + start)
    const href = () =>
      linkOf(
        known.slice(first, last + 1).map(({ place }) => place),
        begins,
      )
    while (last > first + start && href().length > MOST_LINK_CHARACTERS) last -= 1
    links.push({ href: href(), from: (known[first + start] as Known).at, to: (known[last] as Known).at })
    first = last + 1 - start
  }
  return links
}
