/** The code on the label of a parcel. It names the order, and the parcel if the order has several. */

/** The highest number of parcels of one order. */
export const MOST_PARCELS = 99

/** Order ids have at most this many digits. The codes of products have more. */
const MOST_DIGITS = 9

export type Parcel = { readonly orderId: number; readonly parcel: number }

/** Returns the code of each parcel of an order: `1204` for a single one, `1204-1`, `1204-2` and so on for several. */
export const parcelCodes = (orderId: number, parcels: number): string[] =>
  parcels === 1 ? [String(orderId)] : Array.from({ length: parcels }, (_, place) => `${orderId}-${place + 1}`)

/** Returns the parcel that a scanned code names, or null. A code without a parcel names the first one. */
export function parcelOf(code: string): Parcel | null {
  const [, order = '', parcel = '1'] = /^(\d+)(?:-(\d{1,2}))?$/.exec(code.trim()) ?? []
  const named = { orderId: Number(order), parcel: Number(parcel) }
  return order.length <= MOST_DIGITS && named.orderId > 0 && named.parcel > 0 ? named : null
}
