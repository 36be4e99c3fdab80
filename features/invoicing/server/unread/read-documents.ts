/** Reads what was issued since the backup that was restored on another server, and adopts it as issued and in no book (C-101). */
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lookup, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import * as contract from '../../domain/contract.ts'
import { OPEN } from '../../domain/document.ts'
import { whyNoReason } from '../../domain/reason.ts'
import { TAX_FORM } from '../../domain/tax/settings.ts'
import { adoptDocuments } from '../lost/adopt-documents.ts'
import { openTaxOfficeOf } from '../tax-office/account.ts'
import { readTransmitted, type Transmitted } from '../tax-office/find-transmitted.ts'
import { readUnread, saveRead, type Unread } from './unread.ts'

/** The most days of one question. */
const DAYS_AT_ONCE = 31

/** Returns every document that the tax office has since a day. Refuses if it does not give them all. */
async function readSince(office: TaxOffice, first: Day, today: Day): Promise<Transmitted[]> {
  const all: Transmitted[] = []
  for (let from = first; from <= today; from = addDays(from, DAYS_AT_ONCE)) {
    const to = addDays(from, DAYS_AT_ONCE - 1)
    const read = await readTransmitted(office, from, to < today ? to : today)
    if ('silent' in read) return refuse('unavailable', 'invoicing.tax-office-silent', { reason: read.silent })
    all.push(...read)
  }
  return all
}

/**
 * Refuses the word of a person, which counts where the tax office cannot be asked: until some minutes after the restore, and while a document
 * that was under way has no clear answer of the service.
 */
async function refuseWord(rows: Rows, at: string, now: string): Promise<void> {
  const since = (Date.parse(now) - Date.parse(at)) / 60_000
  if (since < contract.UNREAD_MINUTES)
    refuse('refused', 'invoicing.read-later', { minutes: Math.ceil(contract.UNREAD_MINUTES - since) })
  const { unclear } = await rows.one<{ unclear: number }>(sql`
    select ((select count(*) from accounting_documents d where d.status = any(${[...OPEN]}::text[]) and ${UNCLEAR})
      + (select count(*) from delivery_notes d where d.status = any(${[...OPEN]}::text[]) and ${UNCLEAR}))::int as unclear`)
  if (unclear > 0) refuse('refused', 'invoicing.documents-wait', { count: unclear })
}

/** Over documents or delivery notes `d`: reports whether the service has not said whether it knows the key. */
const UNCLEAR = sql`(d.attempts > 0 and coalesce(d.error_code, '') not in ('absent', 'technical'))`

export const readDocumentsLookup = lookup(contract.readDocuments, async (reach, { reason }) => {
  const { rows, sealing, outside, today, now, keep } = reach
  const unread = await readUnread(rows)
  if (unread === null) return { adopted: 0 }
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  if (office === null) {
    await refuseWord(rows, unread.at, now)
    stopOn(whyNoReason(reason))
  }
  // a document of the day before may have been issued after midnight
  const theirs = office === null ? [] : await readSince(office, addDays(dayOf(unread.since), -1), today)
  return keep(async (work) => {
    const adopted = await adoptDocuments(work.tx, theirs, now)
    // while the tax office answered, another person may have read them, or another restore may have run, whose documents are still unread
    if ((await readUnread(work.tx))?.at === unread.at) await end(work, unread, adopted, reason)
    return { adopted }
  })
})

async function end(work: Work, unread: Unread, adopted: number, reason: string): Promise<void> {
  await saveRead(work.tx, unread)
  work.record({
    entity: 'settings',
    id: TAX_FORM.id,
    changes: { documentsRead: [null, adopted] },
    note: reason,
  })
}
