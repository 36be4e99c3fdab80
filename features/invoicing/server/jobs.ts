/**
 * Sends documents to the accounting service. The service is always asked before a document is sent a second time, and one that cannot
 * be asked gets a document only once (C-33).
 */
import { z } from 'zod'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import { type JobRun, Later } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import { type DocumentStatus, UNDER_WAY } from '../domain/document.ts'
import { contentOf } from './document-key.ts'
import { askEarlier, openAsking, type Sending } from './lost/ask-earlier.ts'
import { readEarlier } from './lost/earlier-documents.ts'
import type { EarlierSent } from './lost/gather-earlier.ts'
import { beginSending, QUIET_SECONDS } from './sent-tables.ts'
import { isToBeLookedFor } from './numbers/look-first.ts'
import { COLUMNS, settle, settleGivenUp, type StoredDocument, takeEarlier } from './settle-document.ts'
import { servicesByWay } from './ways/sending-way.ts'

const zPayload = z.object({ documentId: z.int() })

/** How soon the job asks for a document again while there is no error. */
const SOON_SECONDS = 5

/**
 * The result of one run: the outcome of this document, or the earlier document of the order that was issued after all.
 */
type Found =
  | { readonly outcome: AccountingOutcome }
  | { readonly earlier: EarlierSent; readonly issued: Extract<AccountingOutcome, { kind: 'acknowledged' }> }
  /** Nothing was sent yet. `pause`: a call may still be under way and soon be answered; otherwise it is an error. */
  | { readonly waits: string; readonly pause: boolean }

/**
 * Returns the job that brings one document to its final state. It throws while the state is not final, so that the
 * queue runs it again. A document that was written as a test goes only to the test environment.
 */
export function sendDocument(runner: Runner, sending: () => Sending, log?: Log): JobRun {
  return async (payload) => {
    const { documentId } = zPayload.parse(payload)
    const stored = await runner.db.maybe<StoredDocument>(
      sql`select ${COLUMNS} from accounting_documents d where d.id = ${documentId}`,
    )
    if (!stored || !UNDER_WAY.includes(stored.status)) return
    const accounting = (await servicesByWay(runner.db, sending()))(stored)
    if (!accounting) throw new Error('no accounting service is configured')
    const found = await advance(runner, accounting, stored, sending())
    if ('earlier' in found) {
      const same = isSameDocument(stored, found.earlier)
      log?.warn({ order: stored.orderId, mark: found.issued.mark, same }, 'an earlier document of the order was issued')
      await takeEarlier(runner, stored, found.earlier, found.issued, same)
      return
    }
    const outcome: AccountingOutcome = 'waits' in found ? { kind: 'unknown', reason: found.waits } : found.outcome
    const { atOdds, pause } = await settle(runner, stored, outcome)
    if (atOdds) {
      const differs = outcome.kind === 'foreign' ? { differs: outcome.differs } : {}
      const mark = 'mark' in outcome ? outcome.mark : null
      log?.error(
        { order: stored.orderId, key: stored.key, mark, ...differs },
        'the accounting service has stored something else than the order',
      )
    }
    if (pause !== null) throw new Later('the answer is about something else', pause)
    if ('waits' in found && found.pause) throw new Later(found.waits, QUIET_SECONDS)
    pauseAfter(outcome)
  }
}

/** Ends this run of the job with an error or a pause unless the state is final. */
export function pauseAfter(outcome: AccountingOutcome): void {
  switch (outcome.kind) {
    case 'unknown':
      throw new Error(`the result is unknown: ${outcome.reason}`)
    case 'unsent':
      throw new Error(`the document was not sent: ${outcome.reason}`)
    case 'in-progress':
      throw new Later('in progress', SOON_SECONDS)
    case 'absent':
    case 'technical':
      throw new Later('not issued yet', QUIET_SECONDS)
    case 'acknowledged':
    case 'refused':
    case 'foreign':
    case 'by-file':
    case 'inserted':
    case 'look-there':
      return
  }
}

/**
 * A service that cannot be asked gets a document only on the step from WAITING to SENDING. WAITING is the state before the first call,
 * and after a call of which it is sure that nothing was sent.
 */
const UNSENT: readonly DocumentStatus[] = ['WAITING']

async function advance(
  runner: Runner,
  accounting: Accounting,
  stored: StoredDocument,
  sending: Sending,
): Promise<Found> {
  let before: AccountingOutcome | null = null
  const from = accounting.cannotBeAsked ? UNSENT : UNDER_WAY
  if (accounting.cannotBeAsked ? !UNSENT.includes(stored.status) : stored.attempts > 0) {
    before = await accounting.ask(stored.request)
    if (before.kind !== 'absent' && before.kind !== 'technical') return { outcome: before }
  }
  const earlier = await askBefore(runner, accounting, stored, sending, before !== null)
  if (earlier) return earlier
  // the answer to this question is that a person must look there
  if (accounting.cannotBeAsked && (await isToBeLookedFor(runner.db, stored)))
    return { outcome: await accounting.ask(stored.request) }
  if (!(await beginSending(runner, 'invoicing.send', 'accounting_documents', stored.id, from)))
    return before ? { outcome: before } : { waits: 'quiet', pause: true }
  return { outcome: await accounting.send(stored.request) }
}

/** Reports whether an earlier document is about the same as this one. */
const isSameDocument = (stored: StoredDocument, { orderId, kind, request }: EarlierSent): boolean =>
  orderId === stored.orderId &&
  kind === stored.kind &&
  request.kind !== 'delivery-note' &&
  contentOf(request) === contentOf(stored.request)

/** Reports whether another server sent an earlier document. It is about the same, because it has the key of the content. */
const isFromElsewhere = ({ storedId, lostId }: EarlierSent): boolean => storedId === null && lostId === null

/**
 * Asks for every earlier document of the order or with the number, also those that a restore removed. Returns null if none was issued and
 * none can be issued any more. `wasAsked`: the service was asked for the document itself, and the tax office still has to be.
 */
async function askBefore(
  runner: Runner,
  accounting: Accounting,
  stored: StoredDocument,
  sending: Sending,
  wasAsked: boolean,
): Promise<Found | null> {
  // what the test environment accepted never counts as issued
  if (stored.test) return null
  const { own, earlier } = await readEarlier(runner, stored, wasAsked)
  const asking = await openAsking<EarlierSent>(runner, sending, accounting, (one) => isSameDocument(stored, one))
  const found = await askEarlier(earlier, own, asking)
  switch (found?.kind) {
    case 'issued':
      return found.earlier === own || isFromElsewhere(found.earlier) ? { outcome: found.issued } : found
    case 'foreign':
      return { outcome: found.outcome }
    case 'waits':
      return { waits: found.reason, pause: found.pause }
    case undefined:
      return null
  }
}

/** Stores on the order that the job has given up. From then on a person decides. */
export const giveUpDocument =
  (runner: Runner) =>
  async (payload: unknown): Promise<void> =>
    settleGivenUp(runner, zPayload.parse(payload).documentId)
