/** Draws barcodes as SVG. Only the label page loads this file. */
import { parcelCodes } from '#kernel/parcel-code.ts'
import { code128, drawingSVG } from 'bwip-js/browser'

/** Returns a barcode in SVG (Code 128) for each parcel of an order: its id, and the parcel if there are several. */
export const parcelBarcodes = (orderId: number, parcels: number): string[] => parcelCodes(orderId, parcels).map(barcode)

const barcode = (text: string): string =>
  code128({ bcid: 'code128', text, height: 16, includetext: false, paddingwidth: 0 }, drawingSVG())
