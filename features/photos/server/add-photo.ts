/** Stores a photo of a product. It is drawn before the transaction, because that takes long. */
import { refuse } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import type { Work } from '#server/command.ts'
import { addPhoto } from '../domain/contract.ts'
import { keyWithHash, MOST_PHOTO_BYTES, MOST_PHOTOS } from '../domain/photo.ts'
import { drawPhoto, hashOf, keepPhoto, type NewPhoto } from './new-photo.ts'
import { readPhotos, writePhotos } from './product-photos.ts'

export const uploadPhoto = slowUpload(addPhoto, MOST_PHOTO_BYTES, async (reach, { productId }, content) => {
  const stored = await readPhotos(reach.rows, productId)
  const known = keyWithHash(stored, hashOf(content))
  if (known !== null) return { key: known }
  if (stored.length >= MOST_PHOTOS) refuse('refused', 'photos.too-many', { most: MOST_PHOTOS })
  const photo = await drawPhoto(reach, content)
  return reach.keep((work) => addTo(work, productId, photo))
})

/** Adds the photo as the last one of the product, unless the same file was added meanwhile. */
async function addTo(work: Work, productId: number, photo: NewPhoto): Promise<{ key: string }> {
  const photos = await readPhotos(work.tx, productId)
  const known = keyWithHash(photos, photo.hash)
  if (known !== null) return { key: known }
  await keepPhoto(work, photo)
  await writePhotos(work, productId, [...photos, photo.key])
  return { key: photo.key }
}
