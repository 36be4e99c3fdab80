/** Reads the documents that the tax office has of some days, and finds among them those that were sent from here. */
import { uidOf } from '#server/integrations/accounting/mydata-answer.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import type { PageToken, TaxOffice, TransmittedDocument } from '#server/integrations/tax-office/tax-office.ts'

/** More pages than this come only from a service that counts on without an end. */
const MOST_PAGES = 1_000
/** All pages together must come within this time, because a person waits. */
const LONGEST_MILLISECONDS = 120_000

export type Transmitted = Omit<TransmittedDocument, 'cancelledBy'> & { readonly cancelled: boolean }

/** Why the tax office did not give all its documents. */
export type Silent = { readonly silent: string }

/** Returns all documents that the tax office has of the days, or why it does not give them: a part of them would look like losses. */
export async function readTransmitted(
  office: TaxOffice,
  from: string,
  to: string,
): Promise<readonly Transmitted[] | Silent> {
  const documents = new Map<string, TransmittedDocument>()
  const cancelled = new Set<string>()
  const asked = new Set<string>()
  const until = performance.now() + LONGEST_MILLISECONDS
  let token: PageToken | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    if (performance.now() > until) return { silent: 'time-out' }
    const question = { afterMark: '0', fromDay: from, toDay: to, token: token ?? undefined }
    const answer = await office.transmitted(question)
    if (answer.kind === 'unavailable') return { silent: answer.reason }
    for (const document of answer.documents) documents.set(document.mark, document)
    for (const { mark } of answer.cancelled) cancelled.add(mark)
    token = answer.next
    if (token === null)
      return [...documents.values()].map(({ cancelledBy, ...document }) => ({
        ...document,
        cancelled: cancelledBy !== '' || cancelled.has(document.mark),
      }))
    const place = JSON.stringify(token)
    if (asked.has(place)) break
    asked.add(place)
  }
  return { silent: 'too-many-pages' }
}

type Sent = { readonly request: Sendable }

/** Reports whether the tax office means this document: by its UID, or by type, series, number and year if it names none. */
function isOf(theirs: Transmitted, { request }: Sent): boolean {
  if (theirs.uid !== '') return theirs.uid === uidOf(request)
  const { type, series, number, day } = request
  return (
    theirs.type === type &&
    theirs.series === (series === '' ? '0' : series) &&
    Number(theirs.number) === number &&
    theirs.day.slice(0, 4) === day.slice(0, 4)
  )
}

/**
 * Returns the first of some sent documents that the tax office has, with what it has there; null if it has none of them. A document
 * of an earlier version without a type cannot be found like this.
 */
export async function findTransmitted<One extends Sent>(
  office: TaxOffice,
  sent: readonly One[],
): Promise<{ readonly sent: One; readonly document: Transmitted } | Silent | null> {
  const typed = sent.filter(({ request }) => (request as Partial<Sendable>).type !== undefined)
  for (const day of new Set(typed.map(({ request }) => request.day))) {
    const theirs = await readTransmitted(office, day, day)
    if ('silent' in theirs) return theirs
    for (const one of typed) {
      const document = theirs.find((document) => isOf(document, one))
      if (document) return { sent: one, document }
    }
  }
  return null
}
