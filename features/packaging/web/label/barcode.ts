/** Barcodes as pictures; loaded only where a label is printed. */
import { code128, drawingSVG } from 'bwip-js/browser'

/** The number of an order as Code 128, in SVG. */
export const orderBarcode = (orderId: number): string =>
  code128({ bcid: 'code128', text: String(orderId), height: 16, includetext: false, paddingwidth: 0 }, drawingSVG())
