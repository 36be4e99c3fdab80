/** Computes when the driver arrives at each open stop, from where the last one was closed or when the truck left. */
import {
  type Arrival,
  arrivalsAt,
  earliestOf,
  estimatedSeconds,
  factorOf,
  spotOf,
} from '#features/shipping/domain/arrivals.ts'
import type { Spot } from '#features/shipping/domain/route.ts'
import { type AddressStop, addressStopsOf } from '#features/shipping/domain/stops/address-stops.ts'
import { USUAL_STOP_MINUTES } from '#kernel/settings/company.ts'
import { type DayNow, isClosed, type OpenShipment, type Stop } from './day-now.ts'

/**
 * Returns the arrival at each open stop by its key. The driver comes from the stop that was closed last, or left the
 * company when the loading page says so, or leaves it now. The duration by the directions service is divided among the
 * legs, if the shipment has one.
 */
export function stopArrivals(
  shipment: Pick<OpenShipment, 'stops' | 'duration' | 'estimated' | 'departedAt'>,
  // a day that an earlier version of the page stored has no minutes
  { place, stopMinutes = USUAL_STOP_MINUTES }: Pick<DayNow['company'], 'place' | 'stopMinutes'>,
  now: string,
): Map<string, Arrival> {
  const home: Spot | null = place === null ? null : { lat: place[0], lon: place[1] }
  // a stop that was closed before the departure, at the company itself, is not where the truck comes from
  const departed = Date.parse(shipment.departedAt ?? '') || 0
  const open = addressStopsOf(shipment.stops.filter((stop) => !isClosed(stop)))
  const last = shipment.stops
    .filter((stop) => isClosed(stop) && Date.parse(stop.closedAt ?? '') >= departed)
    .toSorted((a, b) => Date.parse(a.closedAt ?? '') - Date.parse(b.closedAt ?? ''))
    .at(-1)
  const ways = [home, ...addressStopsOf(shipment.stops).map(({ first }) => spotOf(first)), home]
  const factor = factorOf(
    ways.filter((spot) => spot !== null),
    shipment.estimated ? null : shipment.duration,
  )
  const start = last ? (spotOf(last) ?? home) : home
  const arrivals = arrivalsAt(
    { spot: start, at: last?.closedAt ?? shipment.departedAt ?? now, now },
    open.map(awaited),
    estimatedSeconds(
      start,
      open.map(({ first }) => spotOf(first)),
      factor,
    ),
    stopMinutes,
  )
  return new Map(open.map(({ key }, at) => [key, arrivals[at] as Arrival]))
}

const awaited = ({ first, orders }: AddressStop<Stop>) => ({
  spot: spotOf(first),
  hours: first.hours ?? '',
  expected: earliestOf(orders.map(({ expectedDelivery }) => expectedDelivery)),
})
