/** The commands for a document about which the accounting service gives no clear answer, or a contradicting one. */
import { CONFIRMED_NOT_ISSUED } from '#features/orders/domain/order.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, lookup, type Work } from '#server/command.ts'
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
  takeNumberOfLost,
  openDocumentOf,
  type StoredDocument,
  writeState,
} from './settle-document.ts'
import { confirmByHand } from './ask-by-hand.ts'
import { saleOf } from './lost/earlier-documents.ts'
import { confirmLost, denyAdopted } from './lost/lost-documents.ts'
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
  await takeNumberOfLost(work, document, mark)
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
 * Marks a document as not issued, as a person found. It may then be sent again. The next document of the order still asks for this key
 * first. An unreadable answer about it does not delay the next one.
 */
export const confirmNotIssuedLookup = lookup(contract.confirmNotIssued, async (reach, { id, reason }) => {
  stopOn(whyNoReason(reason))
  const issued = await confirmByHand(reach, 'accounting_documents', {
    open: (work) => openDocument(work, id),
    confirm: (work, document) => confirmNotIssued(work, document, reason),
    job: (documentId) => ({ kind: SEND_JOB, payload: { documentId } }),
  })
  return { id, issued }
})

/** Stores that a document was not issued, as a person found. */
async function confirmNotIssued(work: Work, document: StoredDocument, reason: string): Promise<void> {
  const { tx, actor } = work
  await storeLook(tx, document)
  const said = { by: actor.name, reason }
  await confirmLost(tx, document, said)
  if (document.status === 'CONFLICT') await denyAdopted(tx, saleOf(document), said)
  await tx.run(sql`
    update accounting_documents set status = 'FAILED', settled_by = ${actor.name}, settled_reason = ${reason},
      error_code = ${CONFIRMED_NOT_ISSUED}, error_message = null, updated_at = now()
    where id = ${document.id}`)
  work.record({
    entity: 'orders',
    id: document.orderId,
    changes: { document: [document.status, 'not-issued'] },
    note: reason,
  })
}
