/** Asks the tax office for the delivery notes that others issued to the company: each night, and on a press. */
import { z } from 'zod'
import { isTaxOfficeKnown, openTaxOfficeOf } from '#features/invoicing/server/tax-office/account.ts'
import { saveSetting } from '#server/company.ts'
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
import { IS_FINAL, isMark, storePage } from './stored-notes.ts'

export const FETCH_JOB = 'receiving.fetch'
export const fetchNightly: DailySchedule = { name: 'fetch-received-notes', kind: FETCH_JOB, dailyAt: '05:25' }

/** Notes of so many days are asked for at first. The state of an open note is asked for as long. */
export const STATE_DAYS = 40
/** One question has at most so many pages, so that an answer which never ends is noticed. */
const MOST_PAGES = 500

/** The name of the setting that contains what the last question gave. */
const LAST_FETCH = 'received-notes-fetch'
/** `readTo` is the highest MARK up to which all notes were read; null until a question was answered whole. */
const zLast = z.object({
  at: z.string(),
  by: z.string(),
  failure: z.string().nullable(),
  readTo: z.string().nullable().default(null),
})
const readLast = async (rows: Rows) => zLast.safeParse(await readStored(rows, LAST_FETCH)).data ?? null

/**
 * Returns what to ask: all notes since the oldest one that waits, because the tax office lists each with its present state, and those that
 * were not read yet. Before a question was answered whole, those of the last weeks. Notes that were scanned do not tell what was read.
 */
async function questionOf(rows: Rows, today: Day): Promise<ReceivedQuestion> {
  const readTo = (await readLast(rows))?.readTo ?? null
  if (readTo === null) return { afterMark: '0', fromDay: addDays(today, -STATE_DAYS), toDay: today }
  const { after } = await rows.one<{ after: string }>(sql`
    select least(${readTo}::numeric, min(n.mark::numeric) - 1)::text as after from received_notes n
    where n.day >= ${addDays(today, -STATE_DAYS)}::date and not ${IS_FINAL}`)
  return { afterMark: after }
}

/** Returns the higher of two MARKs, of which each may be missing. */
function higher(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return BigInt(one) > BigInt(other) ? one : other
}

/** Runs something in a transaction. */
type Keep = <Result>(act: (work: Work) => Promise<Result>) => Promise<Result>

/** Stores how a question ended. `read` is the highest MARK of one that was answered whole. */
const storeLast = (keep: Keep, { failure, read }: { failure: string | null; read: string | null }): Promise<void> =>
  keep(async ({ tx, now, actor, moved }) => {
    const readTo = higher((await readLast(tx))?.readTo ?? null, read)
    await saveSetting(tx, LAST_FETCH, { at: now, by: actor.name, failure, readTo })
    moved({ entity: contract.RECEIVING_TOPIC, id: 0 })
  })

/**
 * Reads the notes page by page and stores each page, so that what came stays if a later page fails. Returns how many are new and how many
 * cannot be read. Refuses if a page does not come; what the next question asks for depends only on what is stored. `now` is a moment
 * before the question.
 */
async function fetchPages(
  { rows, keep, now }: { readonly rows: Rows; readonly keep: Keep; readonly now: string },
  office: TaxOffice,
): Promise<{ readonly added: number; readonly unread: number }> {
  const question = await questionOf(rows, dayOf(now))
  let added = 0
  let unread = 0
  let read: string | null = null
  let token: PageToken | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await office.received({ ...question, token: token ?? undefined })
    if (answer.kind === 'unavailable') {
      await storeLast(keep, { failure: answer.reason, read: null })
      return refuse('unavailable', 'receiving.not-fetched', { reason: answer.reason })
    }
    added += await keep(async ({ tx, moved }) => {
      const ids = await storePage(tx, answer, now)
      for (const id of ids) moved({ entity: contract.RECEIVING_TOPIC, id })
      return ids.length
    })
    unread += answer.unread
    read = answer.notes
      .map(({ mark }) => mark)
      .filter(isMark)
      .reduce(higher, read)
    token = answer.next
    if (token === null) {
      await storeLast(keep, { failure: null, read })
      return { added, unread }
    }
  }
  await storeLast(keep, { failure: 'endless', read: null })
  return refuse('unavailable', 'receiving.not-fetched', { reason: 'endless' })
}

export const fetchNotesLookup = lookup(contract.fetchNotes, async ({ rows, sealing, outside, keep, now }) => {
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  if (office === null) return refuse('refused', 'receiving.no-account')
  const { added } = await fetchPages({ rows, keep, now }, office)
  return { added }
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
    try {
      const { unread } = await fetchPages({ rows, keep, now: runner.clock().toISOString() }, office)
      if (unread > 0) log?.warn({ unread }, 'documents of others are in no form that is understood')
    } catch (error) {
      if (error instanceof Refused)
        log?.warn({ reason: error.refusal.details?.['reason'] }, 'notes of others were not read')
      throw error
    }
  },
})

export const fetchStateQuery = query(contract.fetchState, async ({ rows }) => {
  const last = await readLast(rows)
  return {
    known: await isTaxOfficeKnown(rows),
    last: last && { at: last.at, by: last.by, failure: last.failure },
  }
})
