/**
 * Stores a photo of a product. It is drawn before the transaction, because that takes long. The bytes go to the object
 * store if there is one, otherwise into the database.
 */
import { createHash } from 'node:crypto'
import { PICTURE_SIZE_NAMES, type PictureSize } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import type { Reach, Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import { drawSizes, type Drawn } from '#server/pictures/draw-sizes.ts'
import { turnName } from '#server/runner/turns.ts'
import { addPhoto } from '../domain/contract.ts'
import { keyWithHash, MOST_PHOTO_BYTES, MOST_PHOTOS } from '../domain/photo.ts'
import { objectName } from './object-name.ts'
import { readPhotos, writePhotos } from './product-photos.ts'

/** The number of hexadecimal digits of the hash in a key. */
const HASH_DIGITS = 32

type NewPhoto = { readonly key: string; readonly hash: string; readonly drawn: Drawn; readonly inStore: boolean }

export const uploadPhoto = slowUpload(addPhoto, MOST_PHOTO_BYTES, async (reach, { productId }, content) => {
  const { rows, now, keep, actor } = reach
  const { objects } = reach.outside
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS)
  const stored = await readPhotos(rows, productId)
  const known = keyWithHash(stored, hash)
  if (known !== null) return { key: known }
  if (stored.length >= MOST_PHOTOS) refuse('refused', 'photos.too-many', { most: MOST_PHOTOS })
  const drawn = await drawSizes(content, turnName(actor))
  if (drawn.kind !== 'drawn') return refuse('invalid', `photos.${drawn.kind}`)
  const photo = { key: `images/${Date.parse(now)}-${hash}.jpg`, hash, drawn, inStore: objects !== null }
  if (objects) await putInto(objects, reach, photo)
  return keep((work) => addTo(work, productId, photo))
})

/**
 * Puts the sizes into the object store. The photo is noted as unused before, so that the nightly job deletes what was put
 * there if no product names it in the end.
 */
async function putInto(objects: ObjectStore, { keep }: Reach, photo: NewPhoto): Promise<void> {
  await keep((work) => insertPhoto(work, photo, true))
  const put = (size: PictureSize) => objects.put(objectName(photo.key, size), photo.drawn.sizes[size], 'image/jpeg')
  const answers = await Promise.all(PICTURE_SIZE_NAMES.map(put))
  if (answers.some(({ kind }) => kind !== 'stored')) refuse('unavailable', 'photos.store-silent')
}

/** Writes the row of a photo. A key that exists stays: it has the same content, because it contains the hash. */
async function insertPhoto({ tx, actor, now }: Work, photo: NewPhoto, unused: boolean): Promise<void> {
  const { key, drawn, inStore } = photo
  await tx.run(sql`
    insert into photos (key, width, height, in_store, user_id, user_name, created_at, unused_since)
    values (${key}, ${drawn.width}, ${drawn.height}, ${inStore}, ${actor.userId}, ${actor.name}, ${now}::timestamptz,
      ${unused ? now : null}::timestamptz)
    on conflict (key) do nothing`)
}

/** Adds the photo as the last one of the product, unless the same file was added meanwhile. */
async function addTo(work: Work, productId: number, photo: NewPhoto): Promise<{ key: string }> {
  const { tx } = work
  const { key, hash, drawn, inStore } = photo
  const photos = await readPhotos(tx, productId)
  const known = keyWithHash(photos, hash)
  if (known !== null) return { key: known }
  if (inStore) {
    await tx.run(sql`update photos set unused_since = null where key = ${key}`)
  } else {
    await insertPhoto(work, photo, false)
    for (const size of PICTURE_SIZE_NAMES)
      await tx.run(sql`
        insert into photo_contents (key, size, content) values (${key}, ${size}, ${drawn.sizes[size]})
        on conflict (key, size) do nothing`)
  }
  await writePhotos(work, productId, [...photos, key])
  return { key }
}
