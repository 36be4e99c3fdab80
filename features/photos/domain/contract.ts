/** Declares the names, inputs and outputs of photos of products. */
import { z } from 'zod'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineCommand, defineQuery, zId, zPictureAnswer, zText } from '#kernel/contract.ts'
import { PICTURE_KEY, PICTURE_QUERY, PICTURE_SIZE_NAMES } from '#kernel/photo.ts'
import { MOST_CAPTION, MOST_PHOTOS } from './photo.ts'

const zKey = z.string().regex(PICTURE_KEY)
/** Names a photo of a product (`nameOf`). */
const zName = zText(20_000)

/**
 * Stores a photo, which is the body, as the last one of a product. Sent again, the same file is not stored twice. The answer
 * is the key under which the data API lists it.
 */
export const addPhoto = defineCommand('photos.add-photo', {
  right: productsRights.write,
  input: z.strictObject({ productId: zId }),
  output: z.object({ key: z.string() }),
})

/** Puts the photos of a product into another order. The first one is the main photo. */
export const arrangePhotos = defineCommand('photos.arrange-photos', {
  right: productsRights.write,
  input: z.strictObject({ productId: zId, names: z.array(zName).max(MOST_PHOTOS) }),
  output: z.object({}),
})

/** Takes a photo from a product. It stays stored for some days, so that it can be put back. */
export const removePhoto = defineCommand('photos.remove-photo', {
  right: productsRights.write,
  input: z.strictObject({ productId: zId, name: zName }),
  output: z.object({}),
})

/** Puts a removed photo back in its place. */
export const restorePhoto = defineCommand('photos.restore-photo', {
  right: productsRights.write,
  input: z.strictObject({ productId: zId, key: zKey, place: z.int().min(0).max(MOST_PHOTOS) }),
  output: z.object({}),
})

/** Describes a photo in words, for people who do not see it. */
export const describePhoto = defineCommand('photos.describe-photo', {
  right: productsRights.write,
  input: z.strictObject({ productId: zId, key: zKey, caption: zText(MOST_CAPTION) }),
  output: z.object({}),
})

const zProductPhoto = z.object({
  name: z.string(),
  /** The key of a stored photo; null for what an external program has put here. */
  key: z.string().nullable(),
  /** The web address that an external program has stored, or null. */
  address: z.string().nullable(),
  caption: z.string(),
  /** The size of the largest picture in pixels; null if the photo is not stored here. */
  size: z.object({ width: z.int(), height: z.int() }).nullable(),
  /** Who added it, or null if that is not known. */
  addedBy: z.string().nullable(),
  addedAt: z.string().nullable(),
})
export type ProductPhoto = z.output<typeof zProductPhoto>

export const photosOfProduct = defineQuery('photos.of-product', {
  right: productsRights.read,
  input: z.strictObject({ productId: zId }),
  output: z.object({ photos: z.array(zProductPhoto) }),
  about: ({ productId }) => ({ products: productId }),
})

/** Returns one size of a photo. Pages name it by `pictureAddress`. */
export const productPicture = defineQuery(PICTURE_QUERY, {
  right: productsRights.read,
  input: z.strictObject({ key: zKey, size: z.enum(PICTURE_SIZE_NAMES) }),
  output: zPictureAnswer,
})
