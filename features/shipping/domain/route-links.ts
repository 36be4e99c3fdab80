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

function linkOf(places: readonly LinkPlace[], begins: Begins): string {
  const names = places.map((place) => encodeURIComponent(nameOf(place)))
  const origin = begins === 'here' ? '' : `&origin=${names[0] ?? ''}`
  const between = names.slice(begins === 'here' ? 0 : 1, -1)
  // the bar that separates the places must be encoded, too
  const middle = between.length === 0 ? '' : `&waypoints=${between.join('%7C')}`
  return `${SITE}${origin}&destination=${names.at(-1) ?? ''}${middle}&travelmode=driving`
}

/** One part of a round: its link, and the first and last place of the round that it leads to. */
export type RouteLink = { readonly href: string; readonly from: number; readonly to: number }

/** Where a way begins: at the first place of the round, or where the phone is when the link is pressed. */
export type Begins = 'first' | 'here'

/**
 * A round to its last place as links, each beginning where the one before ends. Places that nothing is known of are
 * left out; they count all the same.
 */
export function routeLinks(round: readonly LinkPlace[], mostBetween: number, begins: Begins = 'first'): RouteLink[] {
  const known = round.flatMap((place, at) => (nameOf(place).trim() === '' ? [] : [{ place, at }]))
  const links: RouteLink[] = []
  // the place where a link begins is written into it, unless the phone knows where it is
  const start = begins === 'here' ? 0 : 1
  for (let first = 0; first + start < known.length; ) {
    let last = Math.min(known.length - 1, first + mostBetween + start)
    const href = () =>
      linkOf(
        known.slice(first, last + 1).map(({ place }) => place),
        begins,
      )
    while (last > first + start && href().length > MOST_LINK_SIGNS) last -= 1
    links.push({ href: href(), from: known[first + start]?.at ?? 0, to: known[last]?.at ?? 0 })
    first = last + 1 - start
  }
  return links
}
