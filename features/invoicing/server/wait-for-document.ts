import { z } from 'zod'
import { messageFor, REFCODE } from '#features/orders/domain/order.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { type Actor, demand } from '#server/command.ts'
import { zWireId } from '#server/data-api/values.ts'
import { sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { invoicingRights } from '../domain/rights.ts'
import { sendInvoices } from './invoice-orders.ts'

const PATIENCE_MILLISECONDS = 20_000
const PAUSE_MILLISECONDS = 60

export type SentDocument = {
  orderId: number
  status: string
  mark: string | null
  uid: string | null
  qrUrl: string | null
}

type Newest = SentDocument & { errorCode: string | null; errorMessage: string | null }

const zEpsilonRecord = z.looseObject({
  id: zWireId,
  status: z.literal('INVOICED'),
  vatAbroad: z.unknown().optional(),
})

/** An order to invoice, and whether the program says that VAT for a company abroad is right. */
export type OrderToInvoice = { readonly id: number; readonly vatAbroad: boolean }

/**
 * Returns the order that a program's record asks to invoice through the accounting service, or null for other changes.
 */
export function orderToInvoice(record: unknown): OrderToInvoice | null {
  const parsed = zEpsilonRecord.safeParse(record)
  if (!parsed.success) return null
  const { id, vatAbroad, invoicedAt, refcode } = parsed.data
  return invoicedAt === 'epsilon' || (invoicedAt === undefined && refcode === REFCODE.epsilon)
    ? { id, vatAbroad: vatAbroad === true }
    : null
}

/**
 * Invoices an order through the accounting service and waits for the answer. An order whose invoice is accepted already
 * returns that invoice; nothing is sent twice. VAT for a company abroad is refused unless the program says that it is right.
 */
export async function invoiceAndWait(
  runner: Runner,
  actor: Actor,
  { id: orderId, vatAbroad }: OrderToInvoice,
): Promise<SentDocument> {
  demand(actor, invoicingRights.invoice)
  const newest = () =>
    runner.db.maybe<Newest>(sql`
      select order_id as "orderId", status, mark, uid, qr_url as "qrUrl", error_code as "errorCode", error_message as "errorMessage"
      from accounting_documents d
      where d.order_id = (select coalesce(o.invoice_order_id, o.id) from orders o where o.id = ${orderId})
        and kind = 'invoice' order by id desc limit 1`)
  const messageOf = (document: Newest) =>
    messageFor(document, may(actor, invoicingRights.answers)) ?? document.errorCode ?? ''
  let document = await newest()
  if (!document || document.status === 'FAILED') {
    // a program cannot be warned, and may invoice a private person
    const { refused } = await runner.work(actor, 'invoicing.send-invoices', (work) =>
      sendInvoices(work, [orderId], { withoutVat: true, closed: true, unverified: true, vatAbroad }),
    )
    const [no] = refused
    // Another caller may have sent the same order at the same moment. Its document is waited for as well.
    document = no ? await newest() : null
    if (no && (!document || document.status === 'FAILED'))
      refuse(no.code === 'orders.missing' ? 'missing' : 'refused', no.code, no.details)
  }
  const until = performance.now() + PATIENCE_MILLISECONDS
  for (;;) {
    document = await newest()
    if (document?.status === 'ACKNOWLEDGED') return document
    if (document?.status === 'FAILED')
      refuse('refused', 'invoicing.failed', { code: document.errorCode, message: messageOf(document) })
    if (document?.status === 'CONFLICT') refuse('conflict', 'invoicing.conflict', { message: messageOf(document) })
    if (performance.now() > until) refuse('unavailable', 'invoicing.unknown', { orderId })
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
  }
}
