/** Asks the tax office for the delivery notes that others issued to the company: each night, and on a press. */
import { z } from 'zod'
import { isTaxOfficeKnown, openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { saveSetting } from '#features/settings/server/company.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { Refused, refuse } from '#kernel/refusal.ts'
import { lookup, query, SYSTEM, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { PageToken, ReceivedQuestion, TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import { readStored } from '#server/settings.ts'
import * as contract from '../domain/contract.ts'
import { FINAL_STATES } from '../domain/received-note.ts'
import { storePage } from './stored-notes.ts'

export const FETCH_JOB = 'receiving.fetch'
export const fetchNightly: DailySchedule = { name: 'fetch-received-notes', kind: FETCH_JOB, dailyAt: '05:25' }

/** Notes of so many days are asked for at first. The state of an open note is asked for as long. */
const DAYS = 40
/** One question has at most so many pages, so that an answer which never ends is noticed. */
const MOST_PAGES = 500

/** The name of the setting that contains what the last question gave. */
const LAST_FETCH = 'received-notes-fetch'
const zLast = z.object({ at: z.string(), by: z.string(), failure: z.string().nullable() })

/**
 * Returns what to ask: all notes since the oldest one that waits, because the tax office lists each with its present state. Without a note
 * that is known, those of the last weeks.
 */
async function questionOf(rows: Rows, today: Day): Promise<ReceivedQuestion> {
  const { newest, oldest } = await rows.one<{ newest: string | null; oldest: string | null }>(sql`
    select max(n.mark::numeric)::text as newest, min(n.mark::numeric) filter (
        where n.day >= ${addDays(today, -DAYS)}::date and (n.state is null or n.state <> all(${[...FINAL_STATES]}::text[])))::text as oldest
    from received_notes n`)
  if (newest === null) return { afterMark: '0', fromDay: addDays(today, -DAYS), toDay: today }
  return { afterMark: oldest === null ? newest : String(BigInt(oldest) - 1n) }
}

/** Runs something in a transaction. */
type Keep = <Result>(act: (work: Work) => Promise<Result>) => Promise<Result>

const storeLast = (keep: Keep, failure: string | null): Promise<void> =>
  keep(async ({ tx, now, actor, moved }) => {
    await saveSetting(tx, LAST_FETCH, { at: now, by: actor.name, failure })
    moved({ entity: contract.RECEIVING_TOPIC, id: 0 })
  })

/**
 * Reads the notes page by page and stores each page, so that what came stays if a later page fails. Returns how many are new. Refuses if a
 * page does not come; what the next question asks for depends only on what is stored. `now` is a moment before the question.
 */
async function fetchPages(
  { rows, keep, now }: { readonly rows: Rows; readonly keep: Keep; readonly now: string },
  office: TaxOffice,
): Promise<number> {
  const question = await questionOf(rows, dayOf(now))
  let added = 0
  let token: PageToken | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await office.received({ ...question, ...(token && { token }) })
    if (answer.kind === 'unavailable') {
      await storeLast(keep, answer.reason)
      return refuse('unavailable', 'receiving.not-fetched', { reason: answer.reason })
    }
    added += await keep(async ({ tx, moved }) => {
      const ids = await storePage(tx, answer, now)
      for (const id of ids) moved({ entity: contract.RECEIVING_TOPIC, id })
      return ids.length
    })
    token = answer.next
    if (token === null) {
      await storeLast(keep, null)
      return added
    }
  }
  await storeLast(keep, 'endless')
  return refuse('unavailable', 'receiving.not-fetched', { reason: 'endless' })
}

export const fetchNotesLookup = lookup(contract.fetchNotes, async ({ rows, sealing, outside, keep, now }) => {
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  if (office === null) return refuse('refused', 'receiving.no-account')
  return { added: await fetchPages({ rows, keep, now }, office) }
})

/** Returns the nightly work. It throws while a page does not come, so that the queue runs it again. */
export const fetchWork = ({ runner, outside, log }: Pick<JobParts, 'runner' | 'outside' | 'log'>): JobWork => ({
  atOnce: 1,
  tries: 8,
  run: async () => {
    const { db: rows, sealing } = runner
    const office = await openTaxOfficeOf({ rows, sealing, gate: outside().taxOffice }, false)
    if (office === null) return
    const keep: Keep = (act) => runner.work(SYSTEM, FETCH_JOB, act)
    await fetchPages({ rows, keep, now: runner.clock().toISOString() }, office).catch((error: unknown) => {
      if (error instanceof Refused)
        log?.warn({ reason: error.refusal.details?.['reason'] }, 'notes of others were not read')
      throw error
    })
  },
})

export const fetchStateQuery = query(contract.fetchState, async ({ rows }) => ({
  known: await isTaxOfficeKnown(rows, false),
  last: zLast.safeParse(await readStored(rows, LAST_FETCH)).data ?? null,
}))
