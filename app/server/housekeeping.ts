/**
 * The manifest of the server's own tables: the nightly deletion of what every feature no longer needs, and the nightly proof of what the database
 * derives.
 */
import { dataRights, historyRights } from '#kernel/rights.ts'
import { anotherList, changeRetention } from '#server/changes/change-list.ts'
import { sql } from '#server/db/database.ts'
import { PROVE_DERIVED_JOB, proveDerivedNightly, proveDerivedWork } from '#server/derived/prove.ts'
import { type Feature, feature } from '#server/feature.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { forgetOld, forgetRows, type Retention, retentionSettings } from '#server/jobs/retention.ts'
import { type DailySchedule, nextRun } from '#server/jobs/schedules.ts'
import { answerRetentions } from '#server/lookups/forget-answers.ts'
import { securityEventRetention } from '#server/security-events/security-events.ts'

export const FORGET_JOB = 'server.forget-old'

export const forgetNightly: DailySchedule = { name: 'forget-old', kind: FORGET_JOB, dailyAt: '03:20' }

/** Jobs that ended well. */
const finishedJobs: Retention = {
  name: 'finished-jobs',
  days: 14,
  leastDays: 1,
  forget: forgetRows(
    sql`delete from jobs`,
    (before) => sql`from jobs where finished_at < ${before} and gave_up_at is null`,
    { order: 'finished_at' },
  ),
}

/** Jobs that failed in every attempt. An administrator may examine them weeks later. */
const abandonedJobs: Retention = {
  name: 'abandoned-jobs',
  days: 90,
  leastDays: 14,
  forget: forgetRows(
    sql`delete from jobs`,
    (before) => sql`
      from jobs
      where finished_at < ${before} and gave_up_at is not null`,
    { order: 'finished_at' },
  ),
}

/**
 * Answers of idempotency keys. A page or program that loses its connection repeats its request within days. Later the key
 * alone suffices to do nothing twice. An answer that this job missed for 30 days is deleted together with its key.
 */
const idempotencyAnswers: Retention = {
  name: 'idempotency-answers',
  days: 14,
  leastDays: 3,
  within: { name: 'idempotency-keys', refusal: 'settings.answers-outlive-keys' },
  forget: forgetRows(
    sql`update idempotency_keys set answer = null`,
    (before) => sql`
      from idempotency_keys
      where answer is not null and created_at < ${before}
      and created_at > ${before} - make_interval(days => 30)`,
    { key: 'owner, key', order: 'created_at desc' },
  ),
}

/** Idempotency keys. A phone may be offline for weeks and then repeat an action, so its key must still be known. */
const idempotencyKeys: Retention = {
  name: 'idempotency-keys',
  days: 90,
  leastDays: 30,
  forget: forgetRows(
    sql`delete from idempotency_keys`,
    (before) => sql`from idempotency_keys where created_at < ${before}`,
    { key: 'owner, key', order: 'created_at' },
  ),
}

/** Returns the manifest of the server itself. Its nightly job deletes old records of `features` and of the server. */
export function housekeeping(features: readonly Feature[]): Feature {
  const own = [
    finishedJobs,
    abandonedJobs,
    idempotencyAnswers,
    idempotencyKeys,
    ...answerRetentions,
    securityEventRetention,
    changeRetention,
  ]
  const retentions = [...features.flatMap((of) => of.retentions), ...own]
  return feature({
    name: 'housekeeping',
    rights: { readHistory: historyRights.read, importData: dataRights.import },
    retentions: own,
    restoring: [anotherList],
    schedules: [forgetNightly, proveDerivedNightly],
    settings: [
      {
        id: 2,
        name: 'retention',
        group: 'data',
        right: settingsRights.write,
        settings: retentionSettings(retentions),
        effectiveAt: (rows) => nextRun(rows, forgetNightly),
      },
    ],
    jobs: (parts) => ({
      [FORGET_JOB]: { atOnce: 1, tries: 5, run: () => forgetOld(parts.runner.db, retentions, parts.log) },
      [PROVE_DERIVED_JOB]: proveDerivedWork(
        parts,
        features.flatMap((of) => of.derived),
      ),
    }),
  })
}
