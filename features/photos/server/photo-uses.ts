/** Notes which records other than products name a photo, so that it stays stored, and finds the keys in their lists. */
import { isPictureKey, PICTURE_KEY } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

const KEYS = `$[*] ? (@.type() == "string" && @ like_regex "${PICTURE_KEY.source.replaceAll('\\', '')}")`

/** Returns SQL for the keys of photos in a list; other texts in it come from external programs. */
export const pictureKeys = (list: Sql): Sql => sql`coalesce(jsonb_path_query_array(${list}, ${KEYS}::jsonpath), '[]')`

const keysIn = (photos: unknown): string[] => (Array.isArray(photos) ? [...new Set(photos.filter(isPictureKey))] : [])

/**
 * Notes that a record names the photos `now` and no longer those of `before`. Texts of external programs among them are left alone.
 * Refuses a new key of which no photo is stored.
 */
export async function renewPhotoUses(
  { tx }: Work,
  record: { readonly entity: string; readonly id: number },
  before: unknown,
  now: unknown,
): Promise<void> {
  const old = keysIn(before)
  const named = keysIn(now)
  const added = named.filter((key) => !old.includes(key))
  const gone = old.filter((key) => !named.includes(key))
  if (added.length > 0) {
    const noted = await tx.many<{ key: string }>(sql`
      insert into photo_uses (key, entity, entity_id)
      select key, ${record.entity}, ${record.id}::bigint from photos where key = any(${added}::text[])
      on conflict (key, entity, entity_id) do update set entity_id = excluded.entity_id
      returning key`)
    if (noted.length < added.length) refuse('missing', 'photos.missing')
  }
  if (gone.length > 0)
    await tx.run(sql`
      delete from photo_uses where entity = ${record.entity} and entity_id = ${record.id} and key = any(${gone}::text[])`)
}
