import { lockOrders } from '#features/orders/server/lock-orders.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lookup, type Reach, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import * as contract from '../../domain/contract.ts'
import { whyNoReason } from '../../domain/reason.ts'
import { askEarlier, type FoundEarlier, openAsking } from '../lost/ask-earlier.ts'
import { type LostDocument, lostWithNumber, storeLostAnswer } from '../lost/lost-documents.ts'
import { COLUMNS, type StoredDocument, writeState } from '../settle-document.ts'
import { servicesByWay } from '../ways/sending-way.ts'
import { SEND_JOB } from '../write-document.ts'
import { IN_USE, LIVE, type Numbered, voidNumber } from './take-number.ts'

/**
 * Declares void a number whose document was refused and will not be sent again. The service is asked first. A document that it knows
 * becomes issued instead. Where it cannot be asked, a person must say that they looked there. The order may be missing after a restore.
 */
export const voidNumberLookup = lookup(contract.voidNumber, async (reach, { reason, unasked, ...number }) => {
  stopOn(whyNoReason(reason))
  await readVoidable(reach.rows, number)
  const asked = await askService(reach, number)
  if (asked.kind === 'issued') return reach.keep((work) => showIssued(work, asked.document, number, asked.mark))
  if (asked.kind === 'lost') {
    const { found, lost } = asked
    await reach.keep(({ tx }) => storeLostAnswer(tx, lost.id, found))
    refuse('refused', 'invoicing.number-lost', { mark: found.issued.mark, orderId: lost.orderId })
  }
  if (asked.kind === 'in-progress') refuse('refused', 'invoicing.number-in-use')
  if (asked.kind === 'not-asked' && !unasked) refuse('refused', 'invoicing.number-not-asked')
  return reach.keep(async (work) => {
    const { orderId } = await readVoidable(work.tx, number)
    const [order] = await lockOrders(work.tx, [orderId])
    if (order?.documentUnderWay) refuse('refused', 'invoicing.number-in-use')
    await voidNumber(work.tx, number, work.actor.name, reason)
    work.record({
      entity: 'orders',
      id: orderId,
      changes: { documentNumber: [`${number.series} ${number.number}`, null] },
      note: reason,
    })
    return { orderId, issued: null }
  })
})

/** Returns the order of a number that is neither issued nor void. Refuses while a document with the number may still be issued. */
async function readVoidable(rows: Rows, number: Numbered): Promise<{ orderId: number }> {
  const given = await rows.maybe<{ orderId: number; live: boolean }>(sql`
    select n.order_id as "orderId", ${IN_USE} as live
    from document_numbers n
    where n.series = ${number.series} and n.year = ${number.year} and n.branch = ${number.branch}
      and n.number = ${number.number} and not n.issued and n.voided_at is null`)
  if (!given) return refuse('missing', 'invoicing.number-settled')
  return given.live ? refuse('refused', 'invoicing.number-in-use') : given
}

type Asked =
  | { readonly kind: 'issued'; readonly document: StoredDocument; readonly mark: string }
  /** A restore removed the document, which was issued. */
  | {
      readonly kind: 'lost'
      readonly lost: LostDocument
      readonly found: Extract<FoundEarlier<LostDocument>, { kind: 'issued' }>
    }
  | { readonly kind: 'in-progress' | 'not-asked' | 'unknown-there' }

/** Asks the service for each document that had the number. Without one, or without the service, it cannot be asked. */
async function askService(reach: Reach, number: Numbered): Promise<Asked> {
  const { rows, outside, sealing, now } = reach
  const lost = await lostWithNumber(rows, now, number)
  const asking = await openAsking<LostDocument>({ db: rows, sealing }, outside, null, () => true)
  const found = await askEarlier(lost, null, asking)
  if (found?.kind === 'issued') return { kind: 'lost', lost: found.earlier, found }
  if (found?.kind === 'waits' && found.pause) return { kind: 'in-progress' }
  const documents = await rows.many<StoredDocument & { test: boolean }>(sql`
    select ${COLUMNS}, d.test from accounting_documents d
    where d.series = ${number.series} and d.series_year = ${number.year} and d.branch = ${number.branch} and d.number = ${number.number}
      and d.status = 'FAILED' order by d.id desc`)
  const serviceOf = await servicesByWay(rows, outside)
  let unclear = documents.length + lost.length === 0 || found !== null
  for (const document of documents) {
    const outcome = (await serviceOf(document)?.ask(document.request)) ?? null
    // the test environment issues nothing for the tax office
    if (outcome?.kind === 'acknowledged' && !document.test) return { kind: 'issued', document, mark: outcome.mark }
    if (outcome?.kind === 'in-progress') return { kind: 'in-progress' }
    unclear ||= outcome === null || ['unknown', 'unsent', 'by-file', 'look-there'].includes(outcome.kind)
  }
  return { kind: unclear ? 'not-asked' : 'unknown-there' }
}

/**
 * Takes a document up again that the service has issued, and wakes the job that records it on its order. If the order has another document
 * since, nothing changes and the refusal names the MARK.
 */
async function showIssued(work: Work, { id, orderId, kind }: StoredDocument, number: Numbered, mark: string) {
  const { tx } = work
  await readVoidable(tx, number)
  await lockOrders(tx, [orderId])
  const newer = await tx.maybe(sql`
    select d.id from accounting_documents d where d.order_id = ${orderId} and d.kind = ${kind} and d.id > ${id} and ${LIVE} limit 1`)
  const order = await tx.maybe<{ waits: boolean }>(sql`
    select status in ('READY-TO-INVOICE', 'PARKED') or ${kind} <> 'invoice' as waits from orders where id = ${orderId}`)
  if (newer || !order?.waits) return refuse('refused', 'invoicing.number-issued', { mark, orderId })
  const document = await tx.one<StoredDocument>(
    sql`select ${COLUMNS} from accounting_documents d where d.id = ${id} for update`,
  )
  await tx.run(sql`
    update accounting_documents set attempts = greatest(attempts, 1), settled_by = null, settled_reason = null where id = ${id}`)
  await writeState(work, document, 'asked-again', { status: 'UNKNOWN', code: null, message: null })
  await work.enqueue({ kind: SEND_JOB, payload: { documentId: id }, bringForward: true })
  return { orderId, issued: mark }
}
