/** Sends documents to the accounting service: asked about before anything is sent a second time (ruling C-33). */
import { z } from 'zod'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import { type JobRun, Later } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Runner } from '#server/runner.ts'
import { CONFIRMED_NOT_ISSUED, QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { UNDER_WAY } from '../domain/document.ts'
import { contentOf } from './document-key.ts'
import { COLUMNS, settle, settleGivenUp, type StoredDocument, takeEarlier } from './settle-document.ts'

const zPayload = z.object({ documentId: z.int() })

/** How soon a document is asked about again while nothing is wrong. */
const SOON_SECONDS = 5
const QUIET_SECONDS = 60

/** What the job found out: the outcome of this document, or that an earlier one of the order was issued after all. */
type Found =
  | { readonly outcome: AccountingOutcome }
  | { readonly earlier: StoredDocument; readonly issued: Extract<AccountingOutcome, { kind: 'acknowledged' }> }
  /** Something of an earlier document, or of this one, may still be on its way. */
  | { readonly waits: string }

/** The job that brings one document to its end; it throws while the end is not known, and so is tried again. */
export function sendDocument(runner: Runner, configured: () => Accounting | null, log?: Log): JobRun {
  return async (payload) => {
    const { documentId } = zPayload.parse(payload)
    const stored = await runner.db.maybe<StoredDocument>(
      sql`select ${COLUMNS} from accounting_documents d where d.id = ${documentId}`,
    )
    if (!stored || !UNDER_WAY.includes(stored.status)) return
    const accounting = configured()
    if (!accounting) throw new Error('no accounting service is configured')
    const found = await bring(runner, accounting, stored)
    if ('earlier' in found) {
      const same = contentOf(found.earlier.request) === contentOf(stored.request)
      log?.warn({ order: stored.orderId, mark: found.issued.mark, same }, 'an earlier document of the order was issued')
      await takeEarlier(runner, stored, found.earlier, found.issued, same)
      return
    }
    const outcome: AccountingOutcome = 'waits' in found ? { kind: 'unknown', reason: found.waits } : found.outcome
    const atOdds = await settle(runner, stored, outcome)
    if (atOdds) {
      const told = outcome.kind === 'foreign' ? { differs: outcome.differs } : {}
      const mark = 'mark' in outcome ? outcome.mark : null
      log?.error(
        { order: stored.orderId, key: stored.key, mark, ...told },
        'the accounting service holds something else than the order says',
      )
    }
    pauseAfter(outcome)
  }
}

/** Stops the job for a while when the document is not at its end. */
function pauseAfter(outcome: AccountingOutcome): void {
  switch (outcome.kind) {
    case 'unknown':
      if (outcome.reason.startsWith('quiet')) throw new Later(outcome.reason, QUIET_SECONDS)
      throw new Error(`unknown: ${outcome.reason}`)
    case 'unsent':
      throw new Error(`not sent: ${outcome.reason}`)
    case 'in-progress':
      throw new Later('in progress', SOON_SECONDS)
    case 'absent':
    case 'technical':
      throw new Later('not issued yet', QUIET_SECONDS)
    case 'acknowledged':
    case 'refused':
    case 'foreign':
      return
  }
}

async function bring(runner: Runner, accounting: Accounting, stored: StoredDocument): Promise<Found> {
  let before: AccountingOutcome | null = null
  if (stored.attempts > 0) {
    before = await accounting.ask(stored.request)
    if (before.kind !== 'absent' && before.kind !== 'technical') return { outcome: before }
  }
  const earlier = await askEarlier(runner, accounting, stored)
  if (earlier) return earlier
  if (!(await beginSending(runner, stored))) return before ? { outcome: before } : { waits: 'quiet' }
  return { outcome: await accounting.send(stored.request) }
}

/** Asks for every earlier document of the order; null when none was issued and none can be any more. */
async function askEarlier(runner: Runner, accounting: Accounting, stored: StoredDocument): Promise<Found | null> {
  const earlier = await runner.db.many<StoredDocument & { quiet: boolean }>(sql`
    select ${COLUMNS}, d.unclear_since is null
        or d.unclear_since <= ${runner.clock().toISOString()}::timestamptz - make_interval(mins => ${QUIET_MINUTES}) as quiet
    from accounting_documents d
    where d.order_id = ${stored.orderId} and d.kind = ${stored.kind} and d.id < ${stored.id} and d.attempts > 0
      and d.status = 'FAILED'
    order by d.id desc`)
  for (const one of earlier) {
    const outcome = await accounting.ask(one.request)
    // a person has looked where the service says nothing that can be read
    if (
      outcome.kind === 'unknown' &&
      outcome.reason === 'unreadable' &&
      one.errorCode === CONFIRMED_NOT_ISSUED &&
      one.quiet
    )
      continue
    if (outcome.kind === 'acknowledged') return { earlier: one, issued: outcome }
    if (outcome.kind === 'in-progress') return { waits: 'quiet-earlier' }
    if (outcome.kind === 'unknown' || outcome.kind === 'unsent') return { waits: `earlier ${outcome.reason}` }
    // what is refused by the service, or another's, is not ours; of the rest a call may still be on its way
    if ((outcome.kind === 'absent' || outcome.kind === 'technical') && !one.quiet) return { waits: 'quiet-earlier' }
  }
  return null
}

/**
 * Notes that the document is being sent, before the connection is used: after a crash in between, the service is asked first.
 * False when another call may still be on its way.
 */
function beginSending(runner: Runner, stored: StoredDocument): Promise<boolean> {
  return runner.work(SYSTEM, 'invoicing.send', async ({ tx, now }) => {
    const begun = await tx.run(sql`
      update accounting_documents
      set status = 'SENDING', attempts = attempts + 1, unclear_since = ${now}::timestamptz, updated_at = now()
      where id = ${stored.id} and status = any(${UNDER_WAY}::text[])
        and (unclear_since is null or unclear_since <= ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}))`)
    return begun === 1
  })
}

/** Tells on the order that the job has given up; from here on a person decides. */
export const giveUpDocument =
  (runner: Runner) =>
  async (payload: unknown): Promise<void> =>
    settleGivenUp(runner, zPayload.parse(payload).documentId)
