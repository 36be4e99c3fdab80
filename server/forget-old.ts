/** Deletes what is no longer needed: finished jobs, idempotency keys, tries to sign in. */
import { type Database, sql } from '#server/db/database.ts'
import { feature } from '#server/feature.ts'
import type { JobWork } from '#server/jobs.ts'
import type { Schedule } from '#server/schedules.ts'

export const FORGET_JOB = 'server.forget-old'

export const forgetNightly: Schedule = { name: 'forget-old', kind: FORGET_JOB, dailyAt: '03:20' }

const KEEP_DAYS = 14
/** Jobs that were given up are kept longer, because an administrator may look into them weeks later. */
const KEEP_GIVEN_UP_DAYS = 90
/** A phone may be offline for so long and then repeat an action; its key must still be known. */
const KEEP_KEYS_DAYS = 90

export const forgetOld = (db: Database): JobWork => ({
  atOnce: 1,
  tries: 5,
  run: async () => {
    await db.run(sql`
      delete from jobs where finished_at < now() - make_interval(days => ${KEEP_DAYS})
        and (gave_up_at is null or gave_up_at < now() - make_interval(days => ${KEEP_GIVEN_UP_DAYS}))`)
    await db.run(sql`
      delete from idempotency_keys where created_at < now() - make_interval(days => ${KEEP_KEYS_DAYS})`)
    await db.run(sql`delete from sign_in_attempts where at < now() - interval '1 day'`)
  },
})

/** What the frame itself brings: the nightly job that forgets. */
export const housekeeping = feature({
  name: 'housekeeping',
  schedules: [forgetNightly],
  jobs: ({ runner }) => ({ [FORGET_JOB]: forgetOld(runner.db) }),
})
