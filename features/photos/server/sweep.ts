/** Deletes photos that nothing names any more, from the database and from the object store. */
import { PICTURE_SIZE_NAMES } from '#kernel/photo.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Retention } from '#server/jobs/retention.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import { objectName } from './object-name.ts'

/** The condition that a product or another record names the photo `k`. */
const NAMED = sql`(exists (select from products p where p.photos @> jsonb_build_array(k.key))
  or exists (select from photo_uses u where u.key = k.key))`

/** Notes since when nothing names a photo. A photo that is named again is used again. */
async function noteUnused(rows: Rows): Promise<void> {
  await rows.run(sql`update photos k set unused_since = null where unused_since is not null and ${NAMED}`)
  await rows.run(sql`update photos k set unused_since = now() where unused_since is null and not ${NAMED}`)
}

/** Photos that were removed from the last record, and photos whose upload was not completed. */
export const unusedPhotos: Retention = {
  name: 'unused-photos',
  days: 30,
  leastDays: 1,
  forget: async (rows, days, most) => {
    await noteUnused(rows)
    // what the object store has is noted in the same statement, and deleted there afterwards
    const { gone } = await rows.one<{ gone: number }>(sql`
      with gone as (
        delete from photos k
        where key in (
          select key from photos where unused_since < now() - make_interval(days => ${days})
          order by unused_since limit ${most} for update skip locked)
        and not ${NAMED}
        returning key, in_store),
      noted as (
        insert into deleted_photos (key) select key from gone where in_store on conflict (key) do nothing)
      select count(*)::int as gone from gone`)
    return gone
  },
}

export const CLEAR_JOB = 'photos.clear-store'

/** Runs after the nightly deletion of old records. */
export const clearNightly: DailySchedule = { name: 'clear-photo-store', kind: CLEAR_JOB, dailyAt: '04:10' }

const BATCH = 100

/** Deletes what is noted from the object store. Throws if the store does not answer, so that the job runs again. */
export async function clearStore(db: Database, { objects }: Outside): Promise<void> {
  if (objects === null) return
  for (;;) {
    const keys = await db.many<{ key: string }>(sql`select key from deleted_photos order by deleted_at limit ${BATCH}`)
    if (keys.length === 0) return
    for (const { key } of keys) {
      for (const size of PICTURE_SIZE_NAMES) {
        const answer = await objects.remove(objectName(key, size))
        if (answer.kind === 'unavailable') throw new Error(`the store of photos did not delete: ${answer.reason}`)
      }
      await db.run(sql`delete from deleted_photos where key = ${key}`)
    }
  }
}
