/** Credit notes for a part of an invoiced order. */
import { creditOfLine, whyNoCredit, whyNotCredited } from '#features/orders/domain/crediting/crediting.ts'
import { DOCUMENT_FACTS, DOCUMENTS, lockOrder } from '#features/orders/server/lock-orders.ts'
import { readCreditable } from '#features/orders/server/moves/credits.ts'
import { refuse, Refused, stopOn } from '#kernel/refusal.ts'
import { isRetail } from '#kernel/tax/tax-document.ts'
import { command, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import * as contract from '../../domain/contract.ts'
import { refusalOfProblem } from '../../domain/tax/problems.ts'
import { accountingMissing, prepareDocument, writeDocument } from '../write-document.ts'

export const creditableLinesQuery = query(contract.creditableLines, async ({ rows }, { orderId }) => {
  type Issued = { readonly version: number; readonly mark: string | null; readonly type: string | null }
  const order = await rows.maybe<Parameters<typeof whyNoCredit>[0] & Issued>(sql`
    select o.status, o.version, o.historic, o.invoice_mode as "invoiceMode",
      f."documentUnderWay", f."invoiceAccepted", f.credited, i.mark, i.type
    from orders o cross join lateral ${DOCUMENT_FACTS} f left join lateral (
      select d.mark, d.request ->> 'type' as type from accounting_documents d
      where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED') i on true
    where o.id = ${orderId}`)
  if (!order) return refuse('missing', 'orders.missing', { orderId })
  return {
    closed: whyNoCredit(order)?.code ?? null,
    version: order.version,
    ofReceipt: order.type !== null && isRetail(order.type),
    mark: order.mark,
    lines: await readCreditable(rows, orderId),
  }
})

/** The order is locked first, so two people never take back the same pieces. */
export const creditPartCommand = command(contract.creditPart, async (work, { id, version, lines: wanted, note }) => {
  const { tx, today } = work
  const order = await lockOrder(tx, id)
  stopOn(whyNoCredit(order))
  if (version !== order.version) await refuseStale(tx, 'orders', id, order.version)
  stopOn(await accountingMissing(work))
  const lines = await readCreditable(tx, id)
  stopOn(whyNotCredited(lines, wanted))
  const parts = lines.flatMap((line) => {
    const one = wanted.find(({ lineNo }) => lineNo === line.lineNo)
    return one ? [{ lineNo: line.lineNo, ...creditOfLine(line, one.quantity) }] : []
  })
  const prepared = await prepareDocument({ rows: tx, today }, id, 'credit-part', parts)
  if ('problems' in prepared) throw new Refused(refusalOfProblem(prepared.problems[0]))
  await writeDocument(work, prepared, { note })
  return { id }
})
