/** Reduces a chosen picture until it fits into the letterhead. */
import { sizeWithin } from '#web/ui/photo/photo.ts'
import { MOST_LOGO_BYTES, MOST_LOGO_PIXELS } from '../domain/logo.ts'

/** Tried in this order, until the picture is small enough. */
const SIDES = [MOST_LOGO_PIXELS, 600, 400, 300, 200] as const
const BYTES_PER_CHARACTER = 3 / 4

/**
 * Returns the picture as base64, drawn again in a size that the server accepts: a PNG, whose background may be transparent. Null if
 * the file is no picture.
 */
export async function logoOf(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return null
  for (const side of SIDES) {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, sizeWithin(picture.width, picture.height, side))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const address = canvas.toDataURL('image/png')
    const base64 = address.slice(address.indexOf(',') + 1)
    if (base64.length * BYTES_PER_CHARACTER <= MOST_LOGO_BYTES) return base64
  }
  return null
}
