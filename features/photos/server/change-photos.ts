/** Arranges, removes, restores and describes the photos of a product. */
import { changes } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { arranged, nameOf } from '../domain/photo.ts'
import { readPhotos, writePhotos } from './product-photos.ts'

export const arrangePhotosCommand = command(contract.arrangePhotos, async (work, { productId, names }) => {
  const photos = arranged(await readPhotos(work.tx, productId), names)
  if (photos === null) return refuse('conflict', 'photos.changed')
  await writePhotos(work, productId, photos)
  return {}
})

/** Does nothing if the photo is no longer there: another person removed it. */
export const removePhotoCommand = command(contract.removePhoto, async (work, { productId, name }) => {
  const photos = await readPhotos(work.tx, productId)
  await writePhotos(
    work,
    productId,
    photos.filter((photo) => nameOf(photo) !== name),
  )
  return {}
})

export const restorePhotoCommand = command(contract.restorePhoto, async (work, { productId, key, place }) => {
  const photos = await readPhotos(work.tx, productId)
  if (photos.includes(key)) return {}
  // the row is locked, because the nightly job deletes unused photos
  const kept = await work.tx.run(sql`update photos set unused_since = null where key = ${key}`)
  if (kept === 0) refuse('missing', 'photos.missing')
  await writePhotos(work, productId, photos.toSpliced(place, 0, key))
  return {}
})

export const describePhotoCommand = command(contract.describePhoto, async (work, { productId, key, caption }) => {
  const photos = await readPhotos(work.tx, productId)
  const before = await work.tx.maybe<{ caption: string }>(sql`select caption from photos where key = ${key} for update`)
  if (!before || !photos.includes(key)) return refuse('missing', 'photos.missing')
  const text = caption.trim()
  await work.tx.run(sql`update photos set caption = ${text} where key = ${key}`)
  work.record({
    entity: 'products',
    id: productId,
    changes: changes({ photoCaption: before.caption }, { photoCaption: text }),
  })
  return {}
})
