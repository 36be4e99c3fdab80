/** Stores the result of a document, and moves its order when the result is final. */
import { CONFIRMED_NOT_ISSUED, type DocumentKind, REFCODE } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { exceedsInvoice, issueCredit } from '#features/orders/server/moves/credits.ts'
import { move, orderMove } from '#features/orders/server/moves/move-order.ts'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { refuse } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import type { AccountingDocument, AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import type { Runner } from '#server/runner.ts'
import { type DocumentStatus, OPEN, UNDER_WAY } from '../domain/document.ts'
import { BY_FILE, INSERTED, LOOK_THERE, TEST_ONLY } from '../domain/ways.ts'
import type { EarlierSent } from './lost/gather-earlier.ts'
import { numberOfLost, storeLostAnswer } from './lost/lost-documents.ts'
import { lockMark, pauseAfterForeign, type State, stateAfterForeign, storeState } from './sent-tables.ts'
import { adoptNumber, keepNumberOf, type Numbered, voidNumber } from './numbers/take-number.ts'

export type StoredDocument = {
  readonly id: number
  readonly orderId: number
  readonly kind: DocumentKind
  readonly key: string
  readonly status: DocumentStatus
  readonly attempts: number
  readonly errorCode: string | null
  readonly mark: string | null
  readonly request: AccountingDocument
  /** True for a document of the test environment. It never counts as issued. */
  readonly test: boolean
  /** True if a person let it be handed over without its MARK. */
  readonly withoutMark: boolean
} & {
  /** Null for the documents of tests that have no content. */
  readonly [Part in keyof Numbered]: Numbered[Part] | null
}

/** The columns of a stored document, from `accounting_documents d`. */
export const COLUMNS: Sql = raw(
  `d.id, d.order_id as "orderId", d.kind, d.key, d.status, d.attempts, d.error_code as "errorCode", d.mark, d.request, d.series, d.series_year as year, d.branch, d.number, d.test, d.failure_at is not null as "withoutMark"`,
)

type Acknowledged = Extract<AccountingOutcome, { kind: 'acknowledged' }>
type Foreign = Extract<AccountingOutcome, { kind: 'foreign' }>

/** Locks the order and then its document for a change. All commands lock the order first. */
export async function lockDocument({ tx }: Work, id: number, orderId: number): Promise<StoredDocument> {
  await lockOrder(tx, orderId)
  return tx.one<StoredDocument>(sql`select ${COLUMNS} from accounting_documents d where d.id = ${id} for update`)
}

/** Returns whose MARK this is: of another document than `id`, or of a delivery note; null if nothing has it. */
async function holderOfMark({ tx }: Work, mark: string, id: number): Promise<MarkHolder | null> {
  await lockMark(tx, mark)
  return tx.maybe<MarkHolder>(sql`
    select order_id as "orderId", null as "noteNumber" from accounting_documents where mark = ${mark} and id <> ${id}
    union all select order_ids[1], concat_ws(' ', series, number) from delivery_notes where mark = ${mark} limit 1`)
}

/** `noteNumber` is null if a document has the MARK. */
type MarkHolder = { readonly orderId: number; readonly noteNumber: string | null }

/** Refuses what a person found at the service if its MARK belongs to something else, or if the document takes back more than is left. */
export async function refuseFound(work: Work, document: StoredDocument, mark: string): Promise<void> {
  const holder = await holderOfMark(work, mark, document.id)
  if (holder?.noteNumber) refuse('refused', 'invoicing.mark-of-note', { number: holder.noteNumber })
  if (holder) refuse('refused', 'invoicing.mark-taken', { orderId: holder.orderId })
  if (await isCreditedTwice(work, document)) refuse('refused', 'invoicing.credited-twice', { mark })
}

/** Reports whether a credit note takes back what later ones have taken back since it was stored as refused. */
const isCreditedTwice = async ({ tx }: Work, { id, orderId, kind, request }: StoredDocument): Promise<boolean> =>
  kind !== 'invoice' &&
  exceedsInvoice(tx, { documentId: id, orderId, total: kind === 'credit-note' ? request.total : null })

/** Invoices an order of which the accounting service has accepted the invoice. Only its answer does. */
export const epsilonMove = orderMove('invoice-epsilon', {
  ofRecord: (): object => refuse('refused', 'orders.not-accepted'),
  writes: (_given, { today }) => ({
    patch: { refcode: REFCODE.epsilon, invoiceMode: 'epsilon', invoicedOn: today },
  }),
})

/** Keeps the number of an issued document, and moves its order. */
export async function finishOrder(
  work: Work,
  { id, orderId, kind }: Pick<StoredDocument, 'id' | 'orderId' | 'kind'>,
): Promise<void> {
  await keepNumberOf(work.tx, id, { issued: true })
  const order = await lockOrder(work.tx, orderId)
  if (kind === 'invoice') await move(work, epsilonMove, order, {})
  else if (kind === 'credit-note') await move(work, cancelMove, order, {})
  else await issueCredit(work, id)
}

/** Returns the number of a stored document, or null if it has none. */
const numberOf = ({
  series,
  year,
  branch,
  number,
}: { readonly [Part in keyof Numbered]: Numbered[Part] | null }): Numbered | null =>
  series === null || year === null || branch === null || number === null ? null : { series, year, branch, number }

/**
 * Gives a document the number under which the service issued it, and declares its own void. Returns false if another order has
 * that number.
 */
async function takeOverNumber(work: Work, document: StoredDocument, issued: Numbered): Promise<boolean> {
  const own = numberOf(document)
  if (!(await adoptNumber(work.tx, document, issued))) return false
  const { series, year, branch, number } = issued
  await work.tx.run(sql`
    update accounting_documents set series = ${series}, series_year = ${year}, branch = ${branch}, number = ${number},
      request = request || ${JSON.stringify({ series, number })}::jsonb
    where id = ${document.id}`)
  if (own) await voidNumber(work.tx, own, SYSTEM.name, `${series} ${number}`)
  return true
}

/** Gives a document the number of the lost one with this MARK. Refuses if another order has it. */
export async function takeNumberOfLost(work: Work, document: StoredDocument, mark: string): Promise<void> {
  const lost = await numberOfLost(work.tx, mark)
  if (lost === null || lost.number === document.number) return
  if (!(await takeOverNumber(work, document, lost))) refuse('refused', 'invoicing.number-in-use')
}

async function acknowledge(work: Work, document: StoredDocument, outcome: Acknowledged) {
  await work.tx.run(sql`
    update accounting_documents set status = 'ACKNOWLEDGED', process_id = ${outcome.processId}, mark = ${outcome.mark},
      uid = ${outcome.uid}, authentication_code = ${outcome.authenticationCode}, qr_url = ${outcome.qrUrl},
      error_code = null, error_message = null, unclear_since = null, updated_at = now()
    where id = ${document.id}`)
  await finishOrder(work, document)
}

/**
 * Ends a document of the test environment as not issued. It keeps what the test environment answered, and its number, because the test
 * environment refuses a second document with it.
 */
async function endTest(work: Work, document: StoredDocument, outcome: Acknowledged): Promise<void> {
  await work.tx.run(sql`
    update accounting_documents set process_id = ${outcome.processId}, uid = ${outcome.uid},
      authentication_code = ${outcome.authenticationCode}, qr_url = ${outcome.qrUrl}
    where id = ${document.id}`)
  await keepNumberOf(work.tx, document.id, { issued: true })
  const message = `MARK ${outcome.mark}`
  await writeState(work, document, TEST_ONLY, { status: 'FAILED', code: TEST_ONLY, message, clear: true })
}

/** Stores a state that is not final. The history records it only if it has changed. */
export async function writeState(work: Work, document: StoredDocument, name: string, state: State): Promise<void> {
  const { status, code, message } = state
  await storeState(work.tx, 'accounting_documents', document.id, state)
  if (status === document.status && code === document.errorCode) return
  work.record({
    entity: 'orders',
    id: document.orderId,
    changes: { document: [document.status, name] },
    note: status === 'CONFLICT' ? message : null,
  })
}

/** What an answer leads to. */
type Settled = {
  /** True if the answer contradicts the stored state, so that a person must check it. */
  readonly atOdds: boolean
  /** The pause in seconds before the service is asked again, after an answer that is about something else; null otherwise. */
  readonly pause: number | null
}

const AS_SENT: Settled = { atOdds: false, pause: null }
const AT_ODDS: Settled = { atOdds: true, pause: null }

/** Stores the answer of the service. */
export function settle(runner: Runner, stored: StoredDocument, outcome: AccountingOutcome): Promise<Settled> {
  return runner.work(SYSTEM, `invoicing.${outcome.kind}`, async (work) => {
    const document = await lockDocument(work, stored.id, stored.orderId)
    if (!UNDER_WAY.includes(document.status)) {
      const confirmed = document.errorCode === CONFIRMED_NOT_ISSUED
      if (outcome.kind === 'inserted' && confirmed)
        return showIssuedAfterAll(work, document, referenceOf(document, outcome.recordId))
      if (outcome.kind !== 'acknowledged') return document.status === 'CONFLICT' ? AT_ODDS : AS_SENT
      return confirmed
        ? showIssuedAfterAll(work, document, `MARK ${outcome.mark}`)
        : tellOtherMark(work, document, outcome.mark)
    }
    // what the service recorded stays recorded, also if it is looked for again
    if (outcome.kind === 'look-there' && document.errorCode === INSERTED) return AS_SENT
    if (outcome.kind === 'foreign') return settleForeign(work, document, 'foreign', describeDifferences(outcome))
    if (outcome.kind === 'acknowledged' && document.test) {
      await endTest(work, document, outcome)
      return AS_SENT
    }
    if (outcome.kind === 'acknowledged') return settleIssued(work, document, outcome)
    await writeState(work, document, outcome.kind, stateAfter(outcome, document))
    return AS_SENT
  })
}

/** Stores that the service issued a document, unless something else has its MARK or number. */
async function settleIssued(work: Work, document: StoredDocument, outcome: Acknowledged): Promise<Settled> {
  const holder = await holderOfMark(work, outcome.mark, document.id)
  if (holder)
    return settleForeign(work, document, 'mark-taken', `MARK ${outcome.mark}: ${holder.noteNumber ?? holder.orderId}`)
  if (await isCreditedTwice(work, document)) {
    const message = `MARK ${outcome.mark}`
    await writeState(work, document, 'foreign', { status: 'CONFLICT', code: 'credited-twice', message, clear: true })
    return AT_ODDS
  }
  const own = numberOf(document)
  const renumbered = outcome.issuedAs && own ? { ...own, ...outcome.issuedAs } : null
  if (renumbered && !(await takeOverNumber(work, document, renumbered))) {
    const message = `MARK ${outcome.mark}: ${renumbered.series} ${renumbered.number}`
    return settleForeign(work, document, 'number-taken', message)
  }
  await acknowledge(work, document, outcome)
  return AS_SENT
}

/** Stores an answer that is about something else than the document. The service is asked again before a person must decide. */
async function settleForeign(work: Work, document: StoredDocument, code: string, message: string): Promise<Settled> {
  const pause = await pauseAfterForeign(work.tx, 'accounting_documents', document.id)
  const state = stateAfterForeign(document, { code, message, pause })
  await writeState(work, document, pause === null ? 'foreign' : 'unknown', state)
  return { atOdds: pause === null, pause }
}

/**
 * Records that a document was issued although a person had confirmed the opposite during the call. A newer document of
 * the order asks for this one before it is sent.
 */
async function showIssuedAfterAll(work: Work, document: StoredDocument, message: string): Promise<Settled> {
  const newer = await work.tx.maybe(sql`
    select id from accounting_documents
    where order_id = ${document.orderId} and kind = ${document.kind} and id > ${document.id} and status <> 'FAILED' limit 1`)
  if (newer) return AS_SENT
  await work.tx.run(
    sql`update accounting_documents set settled_by = null, settled_reason = null where id = ${document.id}`,
  )
  await keepNumberOf(work.tx, document.id, { issued: false })
  await writeState(work, document, 'CONFLICT', { status: 'CONFLICT', code: 'issued-after-all', message })
  return AT_ODDS
}

/**
 * Records in the order's history that the service issued another MARK than the one a person entered during the call.
 * The order keeps the entered MARK. A person decides which of the two documents is cancelled.
 */
async function tellOtherMark(work: Work, document: StoredDocument, mark: string): Promise<Settled> {
  if (document.status !== 'ACKNOWLEDGED' || document.mark === mark)
    return document.status === 'CONFLICT' ? AT_ODDS : AS_SENT
  work.record({
    entity: 'orders',
    id: document.orderId,
    changes: { document: [document.status, 'foreign'] },
    note: `MARK ${mark}`,
  })
  return AT_ODDS
}

/** Returns by what a person finds a document at a service that cannot be asked. */
const referenceOf = ({ request }: { readonly request: { readonly key: string } }, more: string): string =>
  [`RefDocCode ${request.key}`, more].filter(Boolean).join(' · ')

/** Returns the state of a document after an answer that does not issue it. */
export function stateAfter(
  outcome: Exclude<AccountingOutcome, Acknowledged | Foreign>,
  document: Pick<StoredDocument, 'attempts'> & { readonly request: { readonly key: string } },
): State {
  switch (outcome.kind) {
    case 'refused':
      return { status: 'FAILED', code: outcome.code, message: outcome.message, clear: true }
    case 'unsent':
      return { status: 'WAITING', code: outcome.reason, message: null, clear: true }
    case 'unknown': {
      // Nothing of this document was sent so far, so the unclear answer belongs to an earlier one of the order.
      const status = document.attempts === 0 ? 'WAITING' : 'UNKNOWN'
      return { status, code: outcome.reason, message: outcome.detail ?? null }
    }
    case 'technical':
      return { status: 'SENDING', code: 'technical', message: `${outcome.code} ${outcome.message}`.trim() }
    case 'by-file':
      return { status: 'SENDING', code: BY_FILE, message: null, clear: true }
    case 'inserted':
      return { status: 'SENDING', code: INSERTED, message: referenceOf(document, outcome.recordId), clear: true }
    case 'look-there':
      return { status: 'UNKNOWN', code: LOOK_THERE, message: referenceOf(document, '') }
    case 'in-progress':
      return { status: 'SENDING', code: null, message: null }
    case 'absent':
      return { status: 'SENDING', code: 'absent', message: null }
  }
}

/** Returns the differences as text: the field, our value, the other value. */
export const describeDifferences = ({ mark, differs }: Foreign): string =>
  [
    ...Object.entries(differs).map(([name, [ours, theirs]]) => `${name}: ${ours} ≠ ${theirs}`),
    ...(mark === null ? [] : [`MARK ${mark}`]),
  ].join(', ')

/**
 * Takes over an earlier document of the order that was stored as failed but was issued. With the same content it
 * becomes the document of the order. With other content the order was changed since, and a person decides. Nothing is
 * sent.
 */
export function takeEarlier(
  runner: Runner,
  stored: StoredDocument,
  earlier: EarlierSent,
  issued: Acknowledged,
  same: boolean,
): Promise<void> {
  return runner.work(SYSTEM, same ? 'invoicing.acknowledged' : 'invoicing.foreign', async (work) => {
    const document = await lockDocument(work, stored.id, stored.orderId)
    if (!UNDER_WAY.includes(document.status)) return
    if (earlier.lostId !== null) await storeLostAnswer(work.tx, earlier.lostId, { kind: 'issued', earlier, issued })
    const given = numberOf(earlier)
    const number = given && { ...given, ...issued.issuedAs }
    const foreign = !same || (await holderOfMark(work, issued.mark, earlier.storedId ?? document.id))
    if (foreign || (number && !(await takeOverEarlier(work, document, earlier, number)))) {
      const message = `${earlier.key}: MARK ${issued.mark}`
      await writeState(work, document, 'foreign', { status: 'CONFLICT', code: 'earlier-issued', message })
      return
    }
    // The newest document becomes the one that was issued. The earlier one refers to it.
    await work.tx.run(sql`
      update accounting_documents set error_code = 'superseded', error_message = ${`MARK ${issued.mark}`}, unclear_since = null,
        updated_at = now()
      where id = ${earlier.storedId}`)
    await acknowledge(work, document, issued)
  })
}

/** Gives a document the number and the content of the earlier one that was issued. Returns false if another order has the number. */
async function takeOverEarlier(
  work: Work,
  document: StoredDocument,
  earlier: Pick<EarlierSent, 'request'>,
  number: Numbered,
) {
  const counted = await work.tx.maybe(sql`
    select number from document_numbers
    where series = ${number.series} and year = ${number.year} and branch = ${number.branch} and number = ${number.number}`)
  const own = numberOf(document)
  const same =
    own !== null && (['series', 'year', 'branch', 'number'] as const).every((part) => own[part] === number[part])
  // the number of an earlier version is in no series that is counted
  if (!same && counted && !(await takeOverNumber(work, document, number))) return false
  if (!same && !counted && own) await voidNumber(work.tx, own, SYSTEM.name, `${number.series} ${number.number}`)
  await work.tx.run(sql`
    update accounting_documents set series = ${number.series}, series_year = ${number.year}, branch = ${number.branch},
      number = ${number.number}, request = ${JSON.stringify({ ...earlier.request, series: number.series, number: number.number })}::jsonb
    where id = ${document.id}`)
  return true
}

/** Marks a document as failed if nothing of it was sent. Any other document waits for a person. */
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

/** Returns the document of an order that a person may end by hand, or null. */
export const openDocumentOf = ({ tx }: Work, orderId: number): Promise<{ id: number } | null> =>
  tx.maybe(sql`
    select id from accounting_documents where order_id = ${orderId} and status = any(${OPEN}::text[])
    order by id desc limit 1`)
