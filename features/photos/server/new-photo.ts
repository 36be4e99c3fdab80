/** Draws a photo and stores it: in the object store if there is one, otherwise in the database. */
import { createHash } from 'node:crypto'
import { PICTURE_SIZE_NAMES, type PictureSize } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach, Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { ObjectStore } from '#server/integrations/objects/object-store.ts'
import { drawSizes, type Drawn } from '#server/pictures/draw-sizes.ts'
import { turnName } from '#server/runner/turns.ts'
import { objectName } from './object-name.ts'

/** The number of hexadecimal digits of the hash in a key. */
const HASH_DIGITS = 32

export type NewPhoto = { readonly key: string; readonly hash: string; readonly drawn: Drawn; readonly inStore: boolean }

/** Returns the hash of a file, which the key of its photo contains. */
export const hashOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS)

/**
 * Draws a photo in its sizes and puts them into the object store, outside any transaction, because both take long. The transaction that
 * names the photo must store it with `keepPhoto`. Refuses what is no picture.
 */
export async function drawPhoto(reach: Reach, content: Buffer): Promise<NewPhoto> {
  const { now, actor } = reach
  const { objects } = reach.outside
  const hash = hashOf(content)
  const drawn = await drawSizes(content, turnName(actor))
  if (drawn.kind !== 'drawn') return refuse('invalid', `photos.${drawn.kind}`)
  const photo = { key: `images/${Date.parse(now)}-${hash}.jpg`, hash, drawn, inStore: objects !== null }
  if (objects) await putInto(objects, reach, photo)
  return photo
}

/**
 * Puts the sizes into the object store. The photo is noted as unused before, so that the nightly job deletes what was put
 * there if nothing names it in the end.
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

/** Stores a drawn photo in the transaction whose record names it. */
export async function keepPhoto(work: Work, photo: NewPhoto): Promise<void> {
  const { key, drawn, inStore } = photo
  if (inStore) {
    await work.tx.run(sql`update photos set unused_since = null where key = ${key}`)
    return
  }
  await insertPhoto(work, photo, false)
  for (const size of PICTURE_SIZE_NAMES)
    await work.tx.run(sql`
      insert into photo_contents (key, size, content) values (${key}, ${size}, ${drawn.sizes[size]})
      on conflict (key, size) do nothing`)
}
