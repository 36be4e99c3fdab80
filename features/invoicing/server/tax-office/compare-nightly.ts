/**
 * Compares each night the documents of the day before with those of the tax office, and on the first days of a month those of the whole
 * month before. Without an account at the tax office it does nothing.
 */
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { periodOf, type Period } from '#kernel/days/period.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { COMPARISONS_TOPIC, type DifferenceContent } from '../../domain/comparison/contract.ts'
import { COMPARISON_PAGE } from '../../domain/comparison/page.ts'
import { invoicingRights } from '../../domain/rights.ts'
import { openTaxOfficeOf } from './account.ts'
import { compareDays, storeComparison } from './compare.ts'

export const COMPARE_JOB = 'invoicing.compare-nightly'

/** Runs after the other nightly work, when a provider has sent the documents of the evening. */
export const compareNightly: DailySchedule = { name: 'compare-documents', kind: COMPARE_JOB, dailyAt: '05:10' }

/** On so many days at the start of a month the month before is compared too, because a provider may send a document days later. */
const DAYS_OF_MONTH_BEFORE = 3

/** Returns the periods that the night compares, in their order. */
function periodsOf(today: Day): readonly Period[] {
  const yesterday = addDays(today, -1)
  const day: Period = { from: yesterday, to: yesterday }
  return Number(today.slice(8)) <= DAYS_OF_MONTH_BEFORE ? [periodOf('last-month', today), day] : [day]
}

/** Returns the work of the nightly job. It throws while the tax office does not give all its documents, so that the queue runs it again. */
export const compareWork = ({ runner, outside, log }: Pick<JobParts, 'runner' | 'outside' | 'log'>): JobWork => {
  const today = (): Day => dayOf(runner.clock().toISOString())
  return {
    atOnce: 1,
    tries: 8,
    run: async () => {
      const { db: rows, sealing } = runner
      const office = await openTaxOfficeOf({ rows, sealing, gate: outside().taxOffice }, false)
      if (office === null) return
      for (const { from, to } of periodsOf(today())) {
        const compared = await compareDays(rows, office, from, to).catch(async (error: unknown) => {
          if (error instanceof Refused)
            await runner.work(SYSTEM, COMPARE_JOB, (work) => storeFailure(work, from, to, reasonOf(error)))
          throw error
        })
        await runner.work(SYSTEM, COMPARE_JOB, (work) => storeComparison(work, from, to, compared))
        const count = compared.differences.length
        if (count > 0) log?.warn({ from, to, differences: count }, 'documents differ from those of the tax office')
      }
    },
  }
}

const reasonOf = ({ refusal }: Refused): string => {
  const reason = refusal.details?.['reason']
  return typeof reason === 'string' ? reason : refusal.code
}

/** Stores that the days were not compared. What an earlier comparison found stays. */
async function storeFailure({ tx, now, actor, moved }: Work, from: string, to: string, reason: string): Promise<void> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into document_comparisons (from_day, to_day, compared_at, compared_by, failure)
    values (${from}::date, ${to}::date, ${now}::timestamptz, ${actor.name}, ${reason})
    on conflict (from_day, to_day) do update set compared_at = excluded.compared_at, compared_by = excluded.compared_by,
      failure = excluded.failure
    returning id`)
  moved({ entity: COMPARISONS_TOPIC, id })
}

/** Differences without an explanation. One that the next night finds again is the same fact, so people are told of it once. */
export const documentDifferences: FactKind = {
  name: 'invoicing.differences',
  right: invoicingRights.invoice,
  page: COMPARISON_PAGE,
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select id from document_differences where explained_by is null order by id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: async (rows, ids) => {
    const found = await rows.many<{ id: number; content: DifferenceContent }>(
      sql`select id, content from document_differences where id = any(${[...ids]}::bigint[])`,
    )
    return found.map(({ id, content: { type, series, number } }) => ({
      id,
      title: [type, `${series} ${number}`.trim()].filter(Boolean).join(' · '),
      to: COMPARISON_PAGE,
    }))
  },
}

/** Results of comparisons. Their differences stay until a comparison of their day no longer finds them. */
export const oldComparisons: Retention = {
  name: 'document-comparisons',
  days: 400,
  leastDays: 30,
  forget: forgetRows(
    sql`delete from document_comparisons`,
    (before) => sql`from document_comparisons where compared_at < ${before}`,
    { order: 'compared_at' },
  ),
}
