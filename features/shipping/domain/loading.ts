/** The rules of loading a vehicle: which parcel belongs into it, which are missing, and what a press changes on the device. */
import { offlineView, press } from '#kernel/offline/offline-view.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { departShipment, loadParcel, type Loading, shipmentLoading } from './loading-contract.ts'

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

/** What the page shows beside the vehicle. */
export type LoadingNow = Loading & {
  /** True if the vehicle has left and the server does not know that yet. */
  readonly departing: boolean
}

/** The loading of a vehicle with the ticks of the person `by` on this device. */
export const loadingView = (by: string) =>
  offlineView(shipmentLoading, (loading: Loading): LoadingNow => ({ ...loading, departing: false }), [
    press(
      loadParcel,
      (loading, { shipmentId, orderId, parcel, loaded }, { at }) => ({
        ...loading,
        stops: loading.stops.map((stop) => {
          if (shipmentId !== loading.id || stop.orderId !== orderId) return stop
          const others = stop.loaded.filter((one) => one.parcel !== parcel)
          return { ...stop, loaded: loaded ? [...others, { parcel, by, at }] : others }
        }),
      }),
      { word: 'parcel' },
    ),
    press(departShipment, (loading, { id }) => (id === loading.id ? { ...loading, departing: true } : loading), {
      word: 'depart',
    }),
  ])
