/** The keys of stored photos, the addresses at which the server shows them, and the size of those that devices send. */
import { z } from 'zod'

/** The longest side of each stored size, in pixels: in lists, on a page, and in the viewer. */
export const PICTURE_SIZES = { small: 144, medium: 960, large: 2_000 } as const
export type PictureSize = keyof typeof PICTURE_SIZES
export const PICTURE_SIZE_NAMES = Object.keys(PICTURE_SIZES) as [PictureSize, ...PictureSize[]]

/** The key of a photo that the product stores. Other texts among the photos of a product come from external programs. */
export const PICTURE_KEY = /^images\/[0-9]{13}-[0-9a-f]{32}[.]jpg$/

/** The name of the query that returns a photo. */
export const PICTURE_QUERY = 'photos.picture'

/** Reports whether `text` is the key of a photo that the product stores. */
export const isPictureKey = (text: unknown): text is string => typeof text === 'string' && PICTURE_KEY.test(text)

/** Returns the address of a photo. What it shows never changes, because the key contains a hash of the photo. */
export const pictureAddress = (key: string, size: PictureSize): string =>
  `/app/${PICTURE_QUERY}?input=${encodeURIComponent(JSON.stringify({ key, size }))}`

/** The most bytes of a photo that a phone or a tablet takes and sends. It keeps them while it has no connection. */
export const MOST_TAKEN_BYTES = 700_000
/** Accepts such a photo as base64. */
export const zTakenPhoto = z.base64().max(Math.ceil((MOST_TAKEN_BYTES * 4) / 3) + 4)

/** Begins the address of a picture that is contained in it, as base64. */
export const JPEG_ADDRESS = 'data:image/jpeg;base64,'

/** A photo that is not stored yet, as base64. `address` is its `data:` URL, by which the page shows it. */
export type Photo = { readonly base64: string; readonly takenAt: string; readonly address: string }
