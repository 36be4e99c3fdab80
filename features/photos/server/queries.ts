import { isPictureKey } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import { picture } from '#server/bytes.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { photosOfProduct, type ProductPhoto, productPicture } from '../domain/contract.ts'
import { addressOf, nameOf } from '../domain/photo.ts'
import { objectName } from './object-name.ts'
import { readPhotos } from './product-photos.ts'

type PhotoRow = { key: string; width: number; height: number; caption: string; userName: string; createdAt: string }

/** Returns the photos of a product in their order, with what external programs have put among them. */
export const photosOfProductQuery = query(photosOfProduct, async ({ rows }, { productId }) => {
  // a program may have written a photo twice
  const photos = [...new Map((await readPhotos(rows, productId)).map((photo) => [nameOf(photo), photo])).values()]
  const keys = photos.filter(isPictureKey)
  const stored = await rows.many<PhotoRow>(sql`
    select key, width, height, caption, user_name as "userName", created_at as "createdAt"
    from photos where key = any(${keys}::text[])`)
  const byKey = new Map(stored.map((row) => [row.key, row]))
  return {
    photos: photos.map((photo): ProductPhoto => {
      const row = typeof photo === 'string' ? byKey.get(photo) : undefined
      return {
        name: nameOf(photo),
        key: row?.key ?? null,
        address: addressOf(photo),
        caption: row?.caption ?? '',
        size: row ? { width: row.width, height: row.height } : null,
        addedBy: row?.userName ?? null,
        addedAt: row?.createdAt ?? null,
      }
    }),
  }
})

export const productPictureQuery = picture(productPicture, async ({ rows }, { key, size }) => {
  const found = await rows.maybe<{ inStore: boolean; content: Buffer | null }>(sql`
    select p.in_store as "inStore", c.content
    from photos p left join photo_contents c on c.key = p.key and c.size = ${size} where p.key = ${key}`)
  if (!found || (!found.inStore && found.content === null)) return refuse('missing', 'photos.missing')
  return { name: objectName(key, size), content: found.content }
})
