/** What a person can do with a document of which the accounting service says nothing clear, or something else. */
import { CONFIRMED_NOT_ISSUED } from '#features/orders/domain/order.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { finishOrder, holderOf, lockDocument, openDocumentOf, writeState } from './settle-document.ts'
import { SEND_JOB } from './write-document.ts'

async function openDocument(work: Work, orderId: number) {
  const order = await work.tx.maybe(sql`select id from orders where id = ${orderId}`)
  if (!order) refuse('missing', 'orders.missing', { orderId })
  const open = await openDocumentOf(work, orderId)
  if (!open) refuse('refused', 'invoicing.nothing-open')
  return lockDocument(work, open.id, orderId)
}

const demandReason = (reason: string): void => {
  if (reason === '') refuse('invalid', 'invoicing.reason-required', { fields: { reason: 'invoicing.reason-required' } })
}

/** The service is asked at once, also after a conflict; nothing is sent before it has answered. */
export const askAgainCommand = command(contract.askAgain, async (work, { id }) => {
  const document = await openDocument(work, id)
  if (document.status === 'CONFLICT' || document.errorCode === 'gave-up') {
    const status = document.attempts === 0 ? 'WAITING' : 'UNKNOWN'
    await writeState(work, document, 'asked-again', { status, code: null, message: null })
  }
  await work.enqueue({ kind: SEND_JOB, payload: { documentId: document.id }, bringForward: true })
  return { id }
})

/** Takes a document that was found at the service by hand as the order's own; its MARK belongs to no other. */
export const enterMarkCommand = command(contract.enterMark, async (work, { id, mark, reason }) => {
  demandReason(reason)
  const document = await openDocument(work, id)
  const holder = await holderOf(work, mark, document.id)
  if (holder) refuse('refused', 'invoicing.mark-taken', { orderId: holder.orderId })
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
 * Ends a document that was not issued, so that it may be sent again, or some minutes after its last call the order be
 * changed. Its key is still asked for
 * before another document of the order is sent; an answer that cannot be read does not hold that one up.
 */
export const confirmNotIssuedCommand = command(contract.confirmNotIssued, async (work, { id, reason }) => {
  demandReason(reason)
  const document = await openDocument(work, id)
  await work.tx.run(sql`
    update accounting_documents set status = 'FAILED', settled_by = ${work.actor.name}, settled_reason = ${reason},
      error_code = ${CONFIRMED_NOT_ISSUED}, error_message = null, updated_at = now()
    where id = ${document.id}`)
  work.record({ entity: 'orders', id, changes: { document: [document.status, 'not-issued'] }, note: reason })
  return { id }
})
