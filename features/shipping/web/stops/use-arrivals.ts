/** Computes when the planned shipment arrives at its stops, from its route and departure. */
import { useMemo } from 'react'
import { dayOf } from '#kernel/day.ts'
import { language } from '#web/format.ts'
import { useNow } from '#web/live/use-now.ts'
import { type Arrival, arrivalTime, departureAt, plannedArrivals, proposedDeparture } from '../../domain/arrivals.ts'
import type { Desk } from '../planning/use-planning.ts'
import type { Route, ShownRoute } from '../planning/use-route.ts'

/** The arrival at an order, and what it is compared with. */
export type StopArrival = Arrival & Pick<Route['stops'][number], 'hours' | 'expected'> & { readonly time: string }

export type Arrivals = {
  /** The departure as 'HH:MM': the typed one, or the proposed one. */
  readonly departure: string
  readonly setDeparture: (departure: string) => void
  /** True if the truck leaves on another day than today. */
  readonly tomorrow: boolean
  /** The arrivals by order id; empty without a route. */
  readonly byOrder: ReadonlyMap<number, StopArrival>
  /** True while the arrivals are those of stops that have changed since. */
  readonly stale: boolean
}

/** Returns the arrivals at the stops on the desk. Without a departure of its own the truck leaves soon. */
export function useArrivals({ details, setDetails }: Desk, { route, stale }: ShownRoute): Arrivals {
  const now = useNow()
  const departure = details.departure === '' ? proposedDeparture(now) : details.departure
  const leaves = departureAt(departure, now)
  const byOrder = useMemo(() => {
    const arrivals = route ? plannedArrivals(route, leaves) : new Map<number, Arrival>()
    return new Map(
      route?.stops.flatMap(({ orderId, hours, expected }) => {
        const arrival = arrivals.get(orderId)
        return arrival
          ? [[orderId, { ...arrival, hours, expected, time: arrivalTime(arrival.at, leaves, language()) }] as const]
          : []
      }),
    )
  }, [route, leaves])
  return {
    departure,
    setDeparture: (next) => setDetails((before) => ({ ...before, departure: next })),
    tomorrow: dayOf(leaves) !== dayOf(now),
    byOrder,
    stale,
  }
}
