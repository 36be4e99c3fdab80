/** Books the goods of invoices to the requests that waited for them, and takes them back when an invoice is cancelled. */
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { arrivalsOf, isWaiting, keyOf, outstandingOf } from '../domain/request.ts'
import { lockRequests, settleRequests } from './settle.ts'

/** The job that receives materials for the tasks whose requests have come. Production does it, because it knows what a task may take. */
export const RECEIVE_JOB = 'production.receive-bought'
export type ReceivePayload = { readonly requestIds: readonly number[] }

type InvoiceLine = {
  readonly lineNo: number
  readonly requestId: number
  readonly requestLineNo: number
  readonly quantity: Quantity
}

/** Refuses an invoice that names a request which does not exist. It is asked before the invoice is written, and locks nothing. */
export async function demandRequests({ tx }: Work, named: readonly number[]): Promise<void> {
  const ids = [...new Set(named)]
  if (ids.length === 0) return
  const found = await tx.many<{ id: number }>(
    sql`select id from inbound_invoices where id = any(${ids}::bigint[]) and type = 'REQUEST-PM'`,
  )
  const lost = ids.find((id) => !found.some((one) => one.id === id))
  if (lost !== undefined) refuse('missing', 'purchases.no-request', { requestId: lost })
}

/**
 * Books the goods of an invoice that is booked in this transaction to the lines of requests that its lines name. Refuses a request that
 * has come or was cancelled meanwhile, and one that was ordered meanwhile: of two people who receive the same goods one is told.
 */
export async function bookArrivals(work: Work, invoiceId: number): Promise<void> {
  const { tx } = work
  const lines = await tx.many<InvoiceLine>(sql`
    select line_no as "lineNo", request_id as "requestId", request_line_no as "requestLineNo", quantity_e4 as quantity
    from inbound_invoice_lines where invoice_id = ${invoiceId} and request_id is not null order by line_no`)
  if (lines.length === 0) return
  const ids = [...new Set(lines.map(({ requestId }) => requestId))]
  const requests = await lockRequests(work, ids)
  const lost = ids.find((id) => !requests.some((one) => one.id === id && isWaiting(one.state)))
  if (lost !== undefined) refuse('refused', 'purchases.request-over', { requestId: lost })
  const expected = await tx.many<{
    requestId: number
    requestLineNo: number
    quantity: Quantity
    received: Quantity
    dropped: Quantity
    orderedIn: number | null
  }>(sql`
    select invoice_id as "requestId", line_no as "requestLineNo", quantity_e4 as quantity, received_e4 as received, dropped_e4 as dropped,
      ordered_in as "orderedIn"
    from inbound_invoice_lines where invoice_id = any(${ids}::bigint[])`)
  const answered = expected.find((line) => line.orderedIn !== null && lines.some((one) => keyOf(one) === keyOf(line)))
  if (answered) refuse('refused', 'purchases.request-answered', { requestId: answered.orderedIn })
  const arrivals = arrivalsOf(lines, new Map(expected.map((line) => [keyOf(line), outstandingOf(line)])))
  await tx.run(sql`
    update inbound_invoice_lines l set received_e4 = a.counted
    from jsonb_to_recordset(${JSON.stringify(arrivals)}::jsonb) as a("lineNo" int, counted bigint)
    where l.invoice_id = ${invoiceId} and l.line_no = a."lineNo"`)
  await addToRequests(work, invoiceId, 1)
  const over = await settleRequests(work, requests)
  if (over.length > 0) await work.enqueue({ kind: RECEIVE_JOB, payload: { requestIds: over } satisfies ReceivePayload })
}

/** Adds what the lines of an invoice brought to their requests, or takes it away. */
const addToRequests = ({ tx }: Work, invoiceId: number, sign: 1 | -1): Promise<number> =>
  tx.run(sql`
    update inbound_invoice_lines l set received_e4 = greatest(l.received_e4 + ${sign} * brought.quantity_e4, 0)
    from (select request_id, request_line_no, sum(received_e4)::bigint as quantity_e4 from inbound_invoice_lines
      where invoice_id = ${invoiceId} and request_id is not null group by request_id, request_line_no) brought
    where l.invoice_id = brought.request_id and l.line_no = brought.request_line_no`)

/** Puts requests back to what they were before an invoice that is cancelled in this transaction. */
export async function takeArrivalsBack(work: Work, invoiceId: number): Promise<void> {
  const named = await work.tx.many<{ id: number }>(sql`
    select distinct request_id as id from inbound_invoice_lines where invoice_id = ${invoiceId} and received_e4 > 0
      and request_id is not null`)
  if (named.length === 0) return
  const requests = await lockRequests(
    work,
    named.map(({ id }) => id),
  )
  await addToRequests(work, invoiceId, -1)
  await work.tx.run(sql`update inbound_invoice_lines set received_e4 = 0 where invoice_id = ${invoiceId}`)
  await settleRequests(work, requests)
}
