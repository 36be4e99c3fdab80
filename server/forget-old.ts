/** Deletes what is no longer needed: finished jobs, idempotency keys, tries to sign in, sessions that ended long ago. */
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
/** Longer than any chain of sessions lives, so that the first of a chain is not missed by the others. */
const KEEP_SESSIONS_DAYS = 180
/** Each removal is told to all processes, so not all of the past goes in one night. */
const MOST_SESSIONS = 5_000

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
    await db.run(sql`
      delete from refresh_tokens where expires_at < now() - make_interval(days => ${KEEP_SESSIONS_DAYS})`)
    await db.run(sql`
      delete from sessions where id in (
        select id from sessions s
        where least(s.expires_at, s.ended_at) < now() - make_interval(days => ${KEEP_SESSIONS_DAYS})
          and not exists (select from sessions later where later.family_id = s.id)
          and not exists (select from refresh_tokens r where r.session_id = s.id)
        order by id limit ${MOST_SESSIONS})`)
  },
})

/** What the frame itself brings: the nightly job that forgets. */
export const housekeeping = feature({
  name: 'housekeeping',
  schedules: [forgetNightly],
  jobs: ({ runner }) => ({ [FORGET_JOB]: forgetOld(runner.db) }),
})
