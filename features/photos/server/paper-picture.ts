/** Reads photos for papers. */
import { JPEG_ADDRESS } from '#kernel/photo.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { objectName } from './object-name.ts'

/** The size in which papers show a photo. */
const SIZE = 'medium'

/**
 * Returns photos for papers, by key: as a `data:` URL, or as the name in the object store if it is there. A key without a photo is left
 * out.
 */
export async function picturesForPaper(rows: Rows, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await rows.many<{ key: string; inStore: boolean; content: Buffer | null }>(sql`
    select p.key, p.in_store as "inStore", c.content
    from photos p left join photo_contents c on c.key = p.key and c.size = ${SIZE} where p.key = any(${[...keys]}::text[])`)
  return new Map(
    found.flatMap(({ key, inStore, content }) => {
      if (content !== null) return [[key, JPEG_ADDRESS + Buffer.from(content).toString('base64')] as const]
      return inStore ? [[key, objectName(key, SIZE)] as const] : []
    }),
  )
}
