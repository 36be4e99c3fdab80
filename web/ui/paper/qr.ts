/** QR codes as pictures; loaded only where one is shown. */
import { drawingSVG, qrcode } from 'bwip-js/browser'

/** A text as a QR code: the address of an SVG picture. */
export const qrPicture = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(qrcode({ bcid: 'qrcode', text, scale: 3, padding: 4, backgroundcolor: 'FFFFFF' }, drawingSVG()))}`
