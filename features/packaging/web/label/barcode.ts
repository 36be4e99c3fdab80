/** Draws barcodes as SVG. Only the label page loads this file. */
import { code128, drawingSVG } from 'bwip-js/browser'

/** Returns an order id as a Code 128 barcode in SVG. */
export const orderBarcode = (orderId: number): string =>
  code128({ bcid: 'code128', text: String(orderId), height: 16, includetext: false, paddingwidth: 0 }, drawingSVG())
