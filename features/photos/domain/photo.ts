/** The photos of a product: keys of stored photos, and texts or objects that external programs have put among them. */
import type { z } from 'zod'
import type { zPhoto } from '#features/products/domain/fields.ts'
import { isPictureKey } from '#kernel/photo.ts'

/** The most bytes of a file that is uploaded (C-22). */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024
/** The most photos of a product. */
export const MOST_PHOTOS = 50
export const MOST_CAPTION = 300

/** The formats of photos that can be uploaded, as the file chooser of a browser names them. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export type StoredPhoto = z.output<typeof zPhoto>

/** Returns the text that names a photo of a product. Two photos of one product with the same name are the same photo. */
export const nameOf = (photo: StoredPhoto): string => (typeof photo === 'string' ? photo : JSON.stringify(photo))

const WEB_ADDRESS = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i

/** Returns the web address that an external program has stored, or null. */
export function addressOf(photo: StoredPhoto): string | null {
  const texts = typeof photo === 'string' ? [photo] : Object.values(photo)
  const found = texts.find((text) => typeof text === 'string' && WEB_ADDRESS.test(text))
  return typeof found === 'string' ? found : null
}

/** Returns the photo that was moved so many places, with the others in their order. */
export function movedTo<Item>(photos: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(photos.length - 1, to))
  const moved = photos[from]
  return moved === undefined ? photos : photos.toSpliced(from, 1).toSpliced(place, 0, moved)
}

/** Returns the photos in another order. Null if the order does not name exactly these photos. */
export function arranged(photos: readonly StoredPhoto[], order: readonly string[]): readonly StoredPhoto[] | null {
  const byName = new Map(photos.map((photo) => [nameOf(photo), photo]))
  const found = order.map((name) => byName.get(name))
  const complete = new Set(order).size === byName.size && order.length === byName.size
  return complete && found.every((photo) => photo !== undefined) ? found : null
}

/** Returns the key of the photo that was made of the same file, among the photos of a product; null if there is none. */
export const keyWithHash = (photos: readonly StoredPhoto[], hash: string): string | null =>
  photos.filter(isPictureKey).find((key) => key.endsWith(`-${hash}.jpg`)) ?? null
