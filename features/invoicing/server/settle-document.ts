/** Writes down what became of a document, and moves its order when the document is final. */
import { CONFIRMED_NOT_ISSUED, REFCODE } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { moveOrder, transitionOrders } from '#features/orders/server/moves/move-order.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import type { AccountingDocument, AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import type { Runner } from '#server/runner.ts'
import { type DocumentStatus, OPEN, UNDER_WAY } from '../domain/document.ts'

export type StoredDocument = {
  readonly id: number
  readonly orderId: number
  readonly kind: 'invoice' | 'credit-note'
  readonly key: string
  readonly status: DocumentStatus
  readonly attempts: number
  readonly errorCode: string | null
  readonly mark: string | null
  readonly request: AccountingDocument
}

/** A stored document, from `accounting_documents d`. */
export const COLUMNS: Sql = raw(
  'd.id, d.order_id as "orderId", d.kind, d.key, d.status, d.attempts, d.error_code as "errorCode", d.mark, d.request',
)

type Acknowledged = Extract<AccountingOutcome, { kind: 'acknowledged' }>

/** Reads a document for a change; its order is locked first, as everywhere. */
export async function lockDocument({ tx }: Work, id: number, orderId: number): Promise<StoredDocument> {
  await lockOrder(tx, orderId)
  return tx.one<StoredDocument>(sql`select ${COLUMNS} from accounting_documents d where d.id = ${id} for update`)
}

/** The document that has a MARK already, other than `id`; a MARK belongs to one document. */
export const holderOf = ({ tx }: Work, mark: string, id: number): Promise<{ orderId: number } | null> =>
  tx.maybe(sql`
    select order_id as "orderId" from accounting_documents where mark = ${mark} and id <> ${id} order by id limit 1`)

/** Moves the order of a document that was written down as acknowledged: the order is read anew, with what that makes true. */
export async function finishOrder(work: Work, { orderId, kind }: StoredDocument): Promise<void> {
  const order = await lockOrder(work.tx, orderId)
  if (kind === 'invoice') {
    const patch = { refcode: REFCODE.epsilon, invoiceMode: 'epsilon', invoicedOn: work.today } as const
    await transitionOrders(work, [order], 'invoice-epsilon', { patch })
  } else await moveOrder(work, order, 'cancel')
}

async function acknowledge(work: Work, document: StoredDocument, outcome: Acknowledged) {
  await work.tx.run(sql`
    update accounting_documents set status = 'ACKNOWLEDGED', process_id = ${outcome.processId}, mark = ${outcome.mark},
      uid = ${outcome.uid}, authentication_code = ${outcome.authenticationCode}, qr_url = ${outcome.qrUrl},
      error_code = null, error_message = null, unclear_since = null, updated_at = now()
    where id = ${document.id}`)
  await finishOrder(work, document)
}

type State = {
  readonly status: DocumentStatus
  readonly code: string | null
  readonly message: string | null
  /** No call can be on its way any more. */
  readonly clear?: boolean
}

/** Writes a state that is not final; history has it only when it is news. */
export async function writeState(
  work: Work,
  document: StoredDocument,
  name: string,
  { status, code, message, clear }: State,
): Promise<void> {
  await work.tx.run(sql`
    update accounting_documents set status = ${status}, error_code = ${code}, error_message = ${message}, updated_at = now(),
      unclear_since = case when ${clear ?? false} then null else unclear_since end
    where id = ${document.id}`)
  if (status === document.status && code === document.errorCode) return
  work.record({
    entity: 'orders',
    id: document.orderId,
    changes: { document: [document.status, name] },
    ...(status === 'CONFLICT' && message ? { note: message } : {}),
  })
}

/** Writes down what the service said. Reports whether it is at odds with what is stored, so that a person must look. */
export function settle(runner: Runner, stored: StoredDocument, outcome: AccountingOutcome): Promise<boolean> {
  return runner.work(SYSTEM, `invoicing.${outcome.kind}`, async (work) => {
    const document = await lockDocument(work, stored.id, stored.orderId)
    if (!UNDER_WAY.includes(document.status)) {
      if (outcome.kind !== 'acknowledged') return document.status === 'CONFLICT'
      return document.errorCode === CONFIRMED_NOT_ISSUED
        ? showIssuedAfterAll(work, document, outcome.mark)
        : tellOtherMark(work, document, outcome.mark)
    }
    if (outcome.kind === 'acknowledged') {
      const holder = await holderOf(work, outcome.mark, document.id)
      if (!holder) {
        await acknowledge(work, document, outcome)
        return false
      }
      const message = `MARK ${outcome.mark}: ${holder.orderId}`
      await writeState(work, document, 'foreign', { status: 'CONFLICT', code: 'mark-taken', message, clear: true })
      return true
    }
    const state = stateAfter(outcome, document)
    await writeState(work, document, outcome.kind, state)
    return state.status === 'CONFLICT'
  })
}

/**
 * Shows that a document was issued of which a person confirmed the contrary while the call was on its way. A newer document
 * of the order asks for this one before it is sent.
 */
async function showIssuedAfterAll(work: Work, document: StoredDocument, mark: string): Promise<boolean> {
  const newer = await work.tx.maybe(sql`
    select id from accounting_documents
    where order_id = ${document.orderId} and kind = ${document.kind} and id > ${document.id} and status <> 'FAILED' limit 1`)
  if (newer) return false
  await work.tx.run(
    sql`update accounting_documents set settled_by = null, settled_reason = null where id = ${document.id}`,
  )
  const message = `MARK ${mark}`
  await writeState(work, document, 'CONFLICT', { status: 'CONFLICT', code: 'issued-after-all', message })
  return true
}

/**
 * Tells in the history of the order that the service issued a document under another MARK than the one a person entered
 * while the call was on its way. The order keeps the MARK that was entered; which of the two is taken back, a person decides.
 */
async function tellOtherMark(work: Work, document: StoredDocument, mark: string): Promise<boolean> {
  if (document.status !== 'ACKNOWLEDGED' || document.mark === mark) return document.status === 'CONFLICT'
  work.record({
    entity: 'orders',
    id: document.orderId,
    changes: { document: [document.status, 'foreign'] },
    note: `MARK ${mark}`,
  })
  return true
}

function stateAfter(outcome: Exclude<AccountingOutcome, Acknowledged>, document: StoredDocument): State {
  switch (outcome.kind) {
    case 'refused':
      return { status: 'FAILED', code: outcome.code, message: outcome.message, clear: true }
    case 'foreign':
      return { status: 'CONFLICT', code: 'foreign', message: toldOf(outcome), clear: true }
    case 'unsent':
      return { status: 'WAITING', code: outcome.reason, message: null, clear: true }
    case 'unknown': {
      // nothing of this document left so far: what is not clear is an earlier one of the order
      const status = document.attempts === 0 ? 'WAITING' : 'UNKNOWN'
      return { status, code: outcome.reason, message: outcome.detail ?? null }
    }
    case 'technical':
      return { status: 'SENDING', code: 'technical', message: `${outcome.code} ${outcome.message}`.trim() }
    case 'in-progress':
      return { status: 'SENDING', code: null, message: null }
    case 'absent':
      return { status: 'SENDING', code: 'absent', message: null }
  }
}

/** What differs, as people read it: the field, our value, the other value. */
const toldOf = ({ mark, differs }: Extract<AccountingOutcome, { kind: 'foreign' }>): string =>
  [
    ...Object.entries(differs).map(([name, [ours, theirs]]) => `${name}: ${ours} ≠ ${theirs}`),
    ...(mark === null ? [] : [`MARK ${mark}`]),
  ].join(', ')

/**
 * An earlier document of the order, taken as failed, was issued after all. With the same content it is the order's; with
 * another one the order was changed since, and a person decides. Nothing is sent.
 */
export function takeEarlier(
  runner: Runner,
  stored: StoredDocument,
  earlier: StoredDocument,
  issued: Acknowledged,
  same: boolean,
): Promise<void> {
  return runner.work(SYSTEM, same ? 'invoicing.acknowledged' : 'invoicing.foreign', async (work) => {
    const document = await lockDocument(work, stored.id, stored.orderId)
    if (!UNDER_WAY.includes(document.status)) return
    if (!same || (await holderOf(work, issued.mark, earlier.id))) {
      const message = `${earlier.key}: MARK ${issued.mark}`
      await writeState(work, document, 'foreign', { status: 'CONFLICT', code: 'earlier-issued', message })
      return
    }
    // the newest document stands for the order; the earlier one tells where it went
    await work.tx.run(sql`
      update accounting_documents set error_code = 'superseded', error_message = ${`MARK ${issued.mark}`}, unclear_since = null,
        updated_at = now()
      where id = ${earlier.id}`)
    await acknowledge(work, document, issued)
  })
}

/** What nothing left of has failed; the rest waits for a person. */
export function settleGivenUp(runner: Runner, documentId: number): Promise<void> {
  return runner.work(SYSTEM, 'invoicing.gave-up', async (work) => {
    const known = await work.tx.maybe<{ orderId: number }>(
      sql`select order_id as "orderId" from accounting_documents where id = ${documentId}`,
    )
    if (!known) return
    const found = await lockDocument(work, documentId, known.orderId)
    if (!UNDER_WAY.includes(found.status)) return
    const { unclear } = await work.tx.one<{ unclear: boolean }>(
      sql`select unclear_since is not null as unclear from accounting_documents where id = ${documentId}`,
    )
    const state: State =
      unclear || found.status !== 'WAITING'
        ? { status: 'UNKNOWN', code: 'gave-up', message: found.errorCode }
        : { status: 'FAILED', code: 'not-sent', message: found.errorCode }
    await writeState(work, found, 'gave-up', state)
  })
}

/** The document of an order that a person may end by hand; null when there is none. */
export const openDocumentOf = ({ tx }: Work, orderId: number): Promise<{ id: number } | null> =>
  tx.maybe(sql`
    select id from accounting_documents where order_id = ${orderId} and status = any(${OPEN}::text[])
    order by id desc limit 1`)
