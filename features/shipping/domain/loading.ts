/** The rules of loading a vehicle: which parcel belongs into it, and which are missing. */
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** What is known about a scanned parcel. */
export type ParcelFacts = {
  readonly orderId: number
  readonly parcel: number
  /** The shipment that is loaded. */
  readonly shipmentId: number
  readonly status: string
  /** The number of parcels of the order. */
  readonly parcels: number
  /** The open shipment of the order with its driver, or null. */
  readonly goesWith: { readonly id: number; readonly driver: string } | null
  /** Who has loaded the parcel and when, or null. */
  readonly loaded: { readonly by: string; readonly at: string } | null
}

/** Returns why a parcel does not belong into the vehicle, or null if it does. */
export function whyNotLoaded(facts: ParcelFacts): Refusal | null {
  const { orderId, parcel, parcels, shipmentId, status, goesWith, loaded } = facts
  const no = (code: string, details: object) => refusal('refused', code, { orderId, parcel, ...details })
  if (status === 'CANCELED') return no('shipping.load-canceled', {})
  if (goesWith === null) return no('shipping.load-not-planned', { status })
  if (goesWith.id !== shipmentId)
    return no('shipping.load-other-shipment', { shipmentId: goesWith.id, driver: goesWith.driver })
  if (parcel > parcels) return no('shipping.load-no-such-parcel', { parcels })
  return loaded === null ? null : no('shipping.load-already', { by: loaded.by, at: loaded.at })
}

type LoadedStop = {
  readonly orderId: number
  readonly name: string
  readonly parcels: number
  readonly loaded: readonly { readonly parcel: number }[]
}

export type Missing = {
  readonly orderId: number
  readonly name: string
  /** The numbers of the missing parcels. */
  readonly missing: readonly number[]
  /** The number of parcels of the order. */
  readonly of: number
}

/** Returns the orders of which parcels are missing, in the given order. */
export const missingParcels = (stops: readonly LoadedStop[]): Missing[] =>
  stops
    .map(({ orderId, name, parcels, loaded }) => ({
      orderId,
      name,
      missing: Array.from({ length: parcels }, (_, place) => place + 1).filter(
        (parcel) => !loaded.some((one) => one.parcel === parcel),
      ),
      of: parcels,
    }))
    .filter(({ missing }) => missing.length > 0)

/** Returns the missing parcels as text: `1204 Papadopoulos (2, 3) · 1207 Ioannou (1)`. */
export const missingText = (missing: readonly Missing[]): string =>
  missing.map(({ orderId, name, missing: parcels }) => `${orderId} ${name} (${parcels.join(', ')})`).join(' · ')

/** A tick that the device has made and the answer of the server may not contain yet. */
export type Tick = {
  readonly orderId: number
  readonly parcel: number
  readonly loaded: boolean
  readonly by: string
  readonly at: string
}

type TickedStop = {
  readonly orderId: number
  readonly loaded: readonly { readonly parcel: number; readonly by: string; readonly at: string }[]
}

/** Returns the stops with the ticks of this device, the last one of each parcel. */
export const withTicks = <S extends TickedStop>(stops: readonly S[], ticks: readonly Tick[]): S[] =>
  stops.map((stop) => {
    const own = new Map(ticks.filter(({ orderId }) => orderId === stop.orderId).map((tick) => [tick.parcel, tick]))
    if (own.size === 0) return stop
    const others = stop.loaded.filter(({ parcel }) => !own.has(parcel))
    const ticked = [...own.values()].filter(({ loaded }) => loaded)
    return { ...stop, loaded: [...others, ...ticked.map(({ parcel, by, at }) => ({ parcel, by, at }))] }
  })
