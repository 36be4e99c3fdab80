/** Compares the documents of some days with those that the tax office has. */
import { daysBetween } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { lookup } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { PageToken, TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { OPEN } from '../../domain/document.ts'
import { compareDocuments, MOST_DAYS, MOST_LISTED } from '../../domain/comparison/contract.ts'
import { findDifferences, type OwnDocument, type TheirDocument } from '../../domain/comparison/differences.ts'
import { openTaxOfficeOf } from './account.ts'

/** More pages than this come only from a service that counts on without an end. */
const MOST_PAGES = 1_000
/** All pages together must come within this time, because a person waits. */
const LONGEST_MILLISECONDS = 120_000

/** Returns the documents and delivery notes of the days that were issued, or may have been. Those of tests never count. */
const readOurs = (rows: Rows, from: string, to: string): Promise<OwnDocument[]> =>
  rows.many<OwnDocument>(sql`
    select order_id as "orderId", mark, false as withdrawn, false as note, coalesce(request ->> 'type', '') as type,
      request ->> 'series' as series, request ->> 'number' as number, request ->> 'day' as day,
      (request ->> 'net')::bigint as net, (request ->> 'vat')::bigint as vat, (request ->> 'total')::bigint as total
    from accounting_documents
    where request ->> 'day' between ${from} and ${to} and not test and status = any(${[...OPEN, 'ACKNOWLEDGED']}::text[])
    union all
    select order_ids[1], mark, status = 'WITHDRAWN', true, '9.3', series, number::text, request ->> 'day', 0, 0, 0
    from delivery_notes
    where request ->> 'day' between ${from} and ${to} and not test and status = any(${[...OPEN, 'ACKNOWLEDGED', 'WITHDRAWN']}::text[])`)

/** Returns all documents that the tax office has of the days. Refuses if it does not answer, because a part of them would look like losses. */
async function askTheirs(office: TaxOffice, from: string, to: string): Promise<TheirDocument[]> {
  const documents = new Map<string, TheirDocument>()
  const cancelled = new Set<string>()
  const asked = new Set<string>()
  const until = performance.now() + LONGEST_MILLISECONDS
  let token: PageToken | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    if (performance.now() > until) return refuse('unavailable', 'invoicing.tax-office-silent', { reason: 'time-out' })
    const question = { afterMark: '0', fromDay: from, toDay: to, ...(token === null ? {} : { token }) }
    const answer = await office.transmitted(question)
    if (answer.kind === 'unavailable')
      return refuse('unavailable', 'invoicing.tax-office-silent', { reason: answer.reason })
    for (const { mark, cancelledBy, type, series, number, day, net, vat, total } of answer.documents)
      documents.set(mark, { mark, cancelled: cancelledBy !== '', type, series, number, day, net, vat, total })
    for (const { mark } of answer.cancelled) cancelled.add(mark)
    token = answer.next
    if (token !== null) {
      const place = JSON.stringify(token)
      if (asked.has(place)) break
      asked.add(place)
      continue
    }
    return [...documents.values()].map((one) => ({ ...one, cancelled: one.cancelled || cancelled.has(one.mark) }))
  }
  return refuse('unavailable', 'invoicing.tax-office-silent', { reason: 'too-many-pages' })
}

export const compareLookup = lookup(compareDocuments, async ({ rows, sealing, outside }, { from, to }) => {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MOST_DAYS) refuse('invalid', 'invoicing.too-many-days', { most: MOST_DAYS })
  const office = await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  if (office === null) return refuse('refused', 'invoicing.no-tax-office')
  const theirs = await askTheirs(office, from, to)
  const ours = await readOurs(rows, from, to)
  const differences = findDifferences(ours, theirs)
  return {
    ours: ours.length,
    theirs: theirs.length,
    count: differences.length,
    differences: differences.slice(0, MOST_LISTED).map(({ kind, own, their }) => {
      const { type, series, number, day } = their ?? own ?? { type: '', series: '', number: '', day: '' }
      return {
        kind,
        orderId: own?.orderId ?? null,
        note: own?.note ?? type === '9.3',
        mark: their?.mark ?? own?.mark ?? null,
        type,
        series,
        number,
        day,
        ourTotal: own?.total ?? null,
        theirTotal: their?.total ?? null,
      }
    }),
  }
})
