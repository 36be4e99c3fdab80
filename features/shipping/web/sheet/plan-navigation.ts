/** The stops of a driver's sheet, and the links that lead a phone from stop to stop. */
import type { OutputOf } from '#kernel/contract.ts'
import type { planSheet, SheetStop } from '../../domain/planning-contract.ts'
import { type LinkPlace, MOST_BETWEEN, type RouteLink, routeLinks } from '../../domain/route-links.ts'

type Sheet = OutputOf<typeof planSheet>

/** An order that went back to planning is not a stop of this shipment any more (C-28). */
export const stopsOf = ({ stops }: Sheet): SheetStop[] => stops.filter((stop) => stop.outcome !== 'INVOICED')

const placeOf = (of: { lat: number | null; lon: number | null }, address: string): LinkPlace => ({
  spot: of.lat === null || of.lon === null ? null : { lat: of.lat, lon: of.lon },
  address,
})

/** Returns links from the company through all stops and back, in parts that a phone accepts. */
export function navigationOf(sheet: Sheet): RouteLink[] {
  const home = placeOf(sheet.start, sheet.start.address)
  const stops = stopsOf(sheet)
  if (stops.length === 0) return []
  const places = stops.map((stop) => placeOf(stop, [stop.address, `${stop.postcode} ${stop.city}`.trim()].join(', ')))
  return routeLinks([home, ...places, home], MOST_BETWEEN.phone)
}
