/** Reads and writes the list of photos in a product. */
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { rewriteProduct } from '#features/products/server/write/write-product.ts'
import { MOST_PHOTOS, type StoredPhoto } from '../domain/photo.ts'

/** Returns the photos of a product as they are stored. Refuses an unknown product. */
export async function readPhotos(rows: Rows, productId: number): Promise<readonly StoredPhoto[]> {
  const product = await rows.maybe<{ photos: StoredPhoto[] }>(sql`select photos from products where id = ${productId}`)
  return product?.photos ?? refuse('missing', 'products.missing', { productId })
}

/** Stores the photos of a product, and records the change in its history. Refuses too many. */
export async function writePhotos(work: Work, productId: number, photos: readonly StoredPhoto[]): Promise<void> {
  if (photos.length > MOST_PHOTOS) refuse('refused', 'photos.too-many', { most: MOST_PHOTOS })
  await rewriteProduct(work, productId, { photos: [...photos] })
}
