/** The commands for a document about which the accounting service gives no clear answer, or a contradicting one. */
import { CONFIRMED_NOT_ISSUED, QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import * as contract from '../domain/contract.ts'
import { isConnectionLost } from '../domain/lost-connection.ts'
import { whyNoReason } from '../domain/reason.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import {
  finishOrder,
  lockDocument,
  refuseFound,
  openDocumentOf,
  type StoredDocument,
  writeState,
} from './settle-document.ts'
import { storeLook } from './numbers/look-first.ts'
import { readWay } from './ways/sending-way.ts'
import { SEND_JOB } from './write-document.ts'

async function openDocument(work: Work, orderId: number) {
  const order = await work.tx.maybe(sql`select id from orders where id = ${orderId}`)
  if (!order) refuse('missing', 'orders.missing', { orderId })
  const open = await openDocumentOf(work, orderId)
  if (!open) refuse('refused', 'invoicing.nothing-open')
  return lockDocument(work, open.id, orderId)
}

/**
 * Wakes the job that asks the service, also after a conflict. The job sends nothing before the service has answered.
 */
export const askAgainCommand = command(contract.askAgain, async (work, { id }) => {
  const document = await openDocument(work, id)
  if (document.status === 'CONFLICT' || document.errorCode === 'gave-up') {
    const status = document.attempts === 0 ? 'WAITING' : 'UNKNOWN'
    await writeState(work, document, 'asked-again', { status, code: null, message: null })
  }
  await work.enqueue({ kind: SEND_JOB, payload: { documentId: document.id }, bringForward: true })
  return { id }
})

/** Lets the document go out without a MARK. A second press changes nothing, and the job goes on as before. */
export const withoutMarkCommand = command(contract.withoutMark, async (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const document = await openDocument(work, id)
  if (document.withoutMark) return { id }
  if (!isConnectionLost(document)) refuse('refused', 'invoicing.connection-works')
  // Epsilon Smart has no field for it, so what it issues later would not say so
  if ((await readWay(work.tx)) === 'smart') refuse('refused', 'invoicing.smart-without-mark')
  const { failureCode } = await readSettings(work.tx, TAX_FORM)
  await work.tx.run(sql`
    update accounting_documents set failure_at = ${work.now}::timestamptz, updated_at = now(),
      request = request || ${JSON.stringify({ transmissionFailure: failureCode })}::jsonb
    where id = ${document.id}`)
  work.record({ entity: 'orders', id, changes: { document: [document.status, 'without-mark'] }, note: reason })
  return { id }
})

/** Stores the MARK that a person has found at the service. Refuses a MARK that belongs to another document. */
export const enterMarkCommand = command(contract.enterMark, async (work, { id, mark, reason }) => {
  stopOn(whyNoReason(reason))
  const document = await openDocument(work, id)
  if (document.test) refuse('refused', 'invoicing.of-test')
  await refuseFound(work, document, mark)
  await work.tx.run(sql`
    update accounting_documents set status = 'ACKNOWLEDGED', mark = ${mark}, settled_by = ${work.actor.name},
      settled_reason = ${reason}, error_code = null, error_message = null, unclear_since = null, updated_at = now()
    where id = ${document.id}`)
  work.record({
    entity: 'orders',
    id,
    changes: { document: [document.status, 'acknowledged'], mark: [null, mark] },
    note: reason,
  })
  await finishOrder(work, document)
  return { id }
})

/**
 * Marks a document as not issued. It may then be sent again, and some minutes after its last call the order may be
 * changed.
 * The next document of the order still asks for this key first. An unreadable answer about it does not delay the next
 * one.
 */
export const confirmNotIssuedCommand = command(contract.confirmNotIssued, async (work, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const document = await openDocument(work, id)
  await refuseEarlyLook(work, document)
  await storeLook(work.tx, document)
  await work.tx.run(sql`
    update accounting_documents set status = 'FAILED', settled_by = ${work.actor.name}, settled_reason = ${reason},
      error_code = ${CONFIRMED_NOT_ISSUED}, error_message = null, updated_at = now()
    where id = ${document.id}`)
  work.record({ entity: 'orders', id, changes: { document: [document.status, 'not-issued'] }, note: reason })
  return { id }
})

/**
 * Refuses the confirmation that nothing was issued while Epsilon Smart may still record the document. Another service is asked again before
 * the next document of the order is sent; Epsilon Smart cannot be asked.
 */
async function refuseEarlyLook({ tx, now }: Work, { id }: StoredDocument): Promise<void> {
  if ((await readWay(tx)) !== 'smart') return
  const { early } = await tx.one<{ early: boolean }>(sql`
    select coalesce(unclear_since > ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}), false) as early
    from accounting_documents where id = ${id}`)
  if (early) refuse('refused', 'invoicing.look-later', { minutes: QUIET_MINUTES })
}
