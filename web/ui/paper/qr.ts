/** Draws QR codes. Only the components that show one load this file. */
import { drawingSVG, qrcode } from 'bwip-js/browser'

/** Returns a text as a QR code: the data address of an SVG picture. */
export const qrPicture = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(qrcode({ bcid: 'qrcode', text, scale: 3, padding: 4, backgroundcolor: 'FFFFFF' }, drawingSVG()))}`
