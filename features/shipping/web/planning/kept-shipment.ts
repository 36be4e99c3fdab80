/** Keeps the shipment that is being planned on this device for each person, until it is planned. */
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { zReadyRow } from '../../domain/contract.ts'
import { MOST_STOPS } from '../../domain/shipment.ts'
import { NO_DETAILS, type ShipmentDetails } from './DriverFields.tsx'
import type { PlannedStop } from './stop-order.ts'

const zKept = z.object({
  // an earlier version of the page kept no customer; the check of the orders fills it in
  stops: z.array(zReadyRow.extend({ locked: z.boolean(), customerId: z.int().default(0) })).max(MOST_STOPS),
  extra: z.string(),
  vouchers: z.array(z.tuple([z.int(), z.string()])),
  // an earlier version of the page kept no departure
  departure: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$|^$/)
    .default(''),
})

type KeptShipment = { readonly stops: readonly PlannedStop[]; readonly details: ShipmentDetails }

const EMPTY: KeptShipment = { stops: [], details: NO_DETAILS }

const keyOf = (personId: number): string => `shipment-draft:${personId}`

/** Returns the kept shipment of a person. It is empty if there is none or this version of the page cannot read it. */
export function readKeptShipment(personId: number): KeptShipment {
  try {
    const { stops, extra, vouchers, departure } = zKept.parse(
      JSON.parse(localStorage.getItem(keyOf(personId)) ?? 'null'),
    )
    return { stops, details: { extra, vouchers: new Map(vouchers), departure } }
  } catch {
    // Another value under this key is not a shipment.
    return EMPTY
  }
}

/** Keeps a shipment, or deletes the kept one if this one is empty. */
export function keepShipment(personId: number, { stops, details: { extra, vouchers, departure } }: KeptShipment): void {
  const key = keyOf(personId)
  const planned = new Set(stops.map(({ id }) => id))
  const typed = [...vouchers].filter(([id, voucher]) => voucher !== '' && planned.has(id))
  if (stops.length === 0 && extra === '') localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ stops, extra, vouchers: typed, departure }))
}

/** Returns stops and details of the shipment that is being planned, as this person left them on this device. */
export function useKeptShipment(personId: number) {
  const [found] = useState(() => readKeptShipment(personId))
  const [stops, setStops] = useState(found.stops)
  const [details, setDetails] = useState(found.details)
  useEffect(() => keepShipment(personId, { stops, details }), [personId, stops, details])
  return { stops, setStops, details, setDetails }
}
