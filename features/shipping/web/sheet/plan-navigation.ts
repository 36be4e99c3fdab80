/** The stops of a driver's sheet, and the links that lead a phone from stop to stop. */
import type { OutputOf } from '#kernel/contract.ts'
import type { planSheet, SheetStop } from '../../domain/planning-contract.ts'
import { addressStopsOf, destinationOf, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import { type LinkPlace, MOST_BETWEEN, type RouteLink, routeLinks } from '../../domain/route-links.ts'

type Sheet = OutputOf<typeof planSheet>

/** A stop of the sheet, with the number that the driver's page shows for it. */
export type SheetDoor = { readonly number: number; readonly orders: readonly SheetStop[] }

/**
 * Returns the stops in driving order, each with its orders. An order that went back to planning is not in this shipment any
 * more (C-28), but its stop keeps its number, as on the driver's page.
 */
export function doorsOf({ stops }: Pick<Sheet, 'stops'>): SheetDoor[] {
  const numbers = stopNumbersOf(stops, ({ outcome }) => outcome !== null)
  return addressStopsOf(stops.filter(({ outcome }) => outcome !== 'INVOICED'))
    .map(({ first, orders }) => ({ number: numbers.get(first.id) ?? 0, orders }))
    .toSorted((a, b) => a.number - b.number)
}

const placeOf = (of: { lat: number | null; lon: number | null }, address: string): LinkPlace => ({
  spot: of.lat === null || of.lon === null ? null : { lat: of.lat, lon: of.lon },
  address,
})

/** Returns links from the company through all stops and back, in parts that a phone accepts. */
export function navigationOf(sheet: Sheet): RouteLink[] {
  const home = placeOf(sheet.start, sheet.start.address)
  const doors = doorsOf(sheet)
  if (doors.length === 0) return []
  const places = doors.flatMap(({ orders }) => orders.slice(0, 1).map((first) => placeOf(first, destinationOf(first))))
  return routeLinks([home, ...places, home], MOST_BETWEEN.phone)
}
