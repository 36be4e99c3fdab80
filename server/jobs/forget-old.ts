/**
 * Deletes records that are no longer needed: finished jobs, idempotency keys, sign-in attempts and sessions that
 * ended long ago.
 */
import { dataRights, historyRights } from '#kernel/rights.ts'
import { type Database, sql } from '#server/db/database.ts'
import { feature } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'

export const FORGET_JOB = 'server.forget-old'

export const forgetNightly: Schedule = { name: 'forget-old', kind: FORGET_JOB, dailyAt: '03:20' }

const KEEP_DAYS = 14
/** Abandoned jobs are kept longer, because an administrator may examine them weeks later. */
const KEEP_GIVEN_UP_DAYS = 90
/** A phone may be offline this long and then repeat an action, so the key must still exist. */
const KEEP_KEYS_DAYS = 90
/** Longer than any chain of sessions lives, so that no session refers to a deleted first one. */
const KEEP_SESSIONS_DAYS = 180
/** All processes are notified of each removal, so one night removes only this many. */
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

/** The manifest of the server itself, with its rights and the nightly job that deletes old records. */
export const housekeeping = feature({
  name: 'housekeeping',
  rights: { readHistory: historyRights.read, importData: dataRights.import },
  schedules: [forgetNightly],
  jobs: ({ runner }) => ({ [FORGET_JOB]: forgetOld(runner.db) }),
})
