/** Reads what was sent before for the order of a document or with its number. */
import { sql } from '#server/db/database.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { vatOnWire } from '#server/integrations/accounting/epsilon-wire.ts'
import type { Runner } from '#server/runner.ts'
import { type Gathered, gatherEarlier } from './gather-earlier.ts'
import { adoptedFor, type OfSale, type WithNumber } from './lost-documents.ts'

type SoldTo = { readonly customer: { readonly vat: string }; readonly total: number }

/** Returns what a document has in common with one that another server issued. */
export const saleOf = ({
  orderId,
  kind,
  request,
}: Pick<OfSale, 'orderId' | 'kind'> & { readonly request: SoldTo }): OfSale => ({
  orderId,
  kind,
  customerVat: vatOnWire(request.customer),
  total: request.total,
})

/**
 * Returns the document itself if the service was asked for it, and the earlier ones. A stored one that was never sent from here is among them:
 * it may have been, after the backup that was restored.
 */
export async function readEarlier(
  runner: Pick<Runner, 'db' | 'clock'>,
  document: WithNumber & { readonly id: number; readonly request: AccountingDocument },
  wasAsked: boolean,
): Promise<Gathered> {
  const { id, orderId, kind } = document
  const stored = sql`accounting_documents d where d.order_id = ${orderId} and d.kind = ${kind} and not d.test
    and (d.id = ${id} or (d.id < ${id} and d.status = 'FAILED'))`
  const adopted = await adoptedFor(runner.db, runner.clock().toISOString(), saleOf(document))
  return gatherEarlier(runner, document, wasAsked, { stored, adopted })
}
