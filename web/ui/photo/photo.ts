/** Reduces a photo to a JPEG of at most 1600 pixels and a few hundred kilobytes, so that many fit on a phone. */
import type { Photo } from '#kernel/photo.ts'

const LONGEST_SIDE = 1_600
/** Tried in this order until the photo is small enough, because the photos of a whole day must fit on the device. */
const TRIES = [
  { side: LONGEST_SIDE, quality: 0.75 },
  { side: LONGEST_SIDE, quality: 0.55 },
  { side: 1_200, quality: 0.55 },
  { side: 900, quality: 0.5 },
  { side: 640, quality: 0.4 },
] as const
const ENOUGH_BYTES = 400_000
/** Base64 encodes three bytes as four characters. */
const BYTES_PER_CHARACTER = 3 / 4

/** Returns the size of a picture whose longer side is limited to `side` pixels. */
export function sizeWithin(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the picture as a JPEG in a `data:` URL, no larger than requested. */
function drawn(picture: ImageBitmap, side: number, quality: number): string {
  const canvas = document.createElement('canvas')
  const { width, height } = sizeWithin(picture.width, picture.height, side)
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  return canvas.toDataURL('image/jpeg', quality)
}

/**
 * Encodes a photo again, which removes its place and camera data. Returns null for a file that is not a picture,
 * and for one that stays too large.
 */
export async function photoOf(file: Blob, takenAt: string): Promise<Photo | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return null
  for (const { side, quality } of TRIES) {
    const address = drawn(picture, side, quality)
    const base64 = address.slice(address.indexOf(',') + 1)
    if (base64.length * BYTES_PER_CHARACTER <= ENOUGH_BYTES) return { base64, takenAt, address }
  }
  return null
}

/** The longest side of a photo that was too large to send. The server stores smaller ones. */
const SENT_SIDE = 4_096

/** Returns a photo as a JPEG of at most `mostBytes`. Null for a file that the browser cannot show, or that stays larger. */
export async function smallerPhoto(file: File, mostBytes: number): Promise<File | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, sizeWithin(picture.width, picture.height, SENT_SIDE))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob === null || blob.size > mostBytes ? null : new File([blob], file.name, { type: 'image/jpeg' })
}
