import { readShippingLists } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { lookup } from '#server/command.ts'
import { planRoute } from '../domain/planning-contract.ts'
import { MOST_BETWEEN, routeLinks } from '../domain/route-links.ts'
import { addressStopsOf, destinationOf } from '../domain/stops/address-stops.ts'
import { measureRoute } from './measure-route.ts'
import { lookUpStart, lookUpStops, readStops } from './stop-places.ts'

/** Returns the route of a shipment that is being planned, in the given or in the best order. */
export const planRouteLookup = lookup(planRoute, async (reach, input) => {
  const locked = new Map(input.stops.map((stop) => [stop.orderId, stop.locked]))
  const known = await readStops(reach.rows, [...locked.keys()])
  const missing = [...locked.keys()].find((orderId) => !known.some((stop) => stop.orderId === orderId))
  if (missing !== undefined) refuse('missing', 'orders.missing', { orderId: missing })
  if (known.every((stop) => destinationOf(stop) === '' && stop.spot === null))
    refuse('invalid', 'shipping.address-needed')

  const start = await lookUpStart(reach)
  const { stops, unasked } = await lookUpStops(reach, known)
  const routeStops = stops.map(({ orderId, spot }) => ({ spot, locked: locked.get(orderId) ?? false }))
  const spot = start.spot
  const way =
    spot && stops.some((stop) => stop.spot)
      ? await measureRoute(reach.outside.directions, { start: spot, stops: routeStops, optimise: input.optimise })
      : null

  const ordered = [...(way?.order ?? stops.keys())].map((at) => stops[at] as (typeof stops)[number])
  const home = { spot, address: start.address }
  const doors = addressStopsOf(ordered).map(({ first }) => ({ spot: first.spot, address: destinationOf(first) }))
  const links = routeLinks([home, ...doors, home], MOST_BETWEEN.desk)
  const { stopMinutes } = await readShippingLists(reach.rows)
  return {
    stops: ordered.map((stop) => ({
      orderId: stop.orderId,
      customerId: stop.customerId,
      address: destinationOf(stop),
      foundBy: stop.foundBy,
      hours: stop.hours,
      expected: stop.expected,
      lat: stop.spot?.lat ?? null,
      lon: stop.spot?.lon ?? null,
    })),
    start: { address: start.address, lat: spot?.lat ?? null, lon: spot?.lon ?? null },
    legs: [...(way?.legs ?? [])],
    whole: way?.whole ?? null,
    before: way?.before ?? null,
    estimated: way?.service == null,
    service: way?.service ?? null,
    fallback: way?.fallback ?? null,
    line: [...(way?.line ?? [])],
    stopMinutes,
    links,
    unasked,
  }
})
