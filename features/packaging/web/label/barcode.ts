/** Draws barcodes as SVG. Only the label page loads this file. */
import { code128, drawingSVG } from 'bwip-js/browser'

/** Returns a barcode in SVG (Code 128) for each parcel of an order: its id, and the parcel if there are several. */
export const parcelBarcodes = (orderId: number, parcels: number): string[] =>
  Array.from({ length: parcels }, (_, place) => barcode(parcels === 1 ? String(orderId) : `${orderId}-${place + 1}`))

const barcode = (text: string): string =>
  code128({ bcid: 'code128', text, height: 16, includetext: false, paddingwidth: 0 }, drawingSVG())
