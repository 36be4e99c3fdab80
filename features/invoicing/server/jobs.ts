/** Sends documents to the accounting service: asked about before anything is sent a second time (ruling C-33). */
import { z } from 'zod'
import { REFCODE } from '#features/orders/domain/order.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { moveOrder, transitionOrders } from '#features/orders/server/move-order.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingDocument, AccountingOutcome } from '#server/integrations/accounting.ts'
import type { JobRun } from '#server/jobs.ts'
import type { Runner } from '#server/runner.ts'

const zPayload = z.object({ documentId: z.int() })

type Stored = {
  id: number
  orderId: number
  kind: 'invoice' | 'credit-note'
  key: string
  status: string
  request: AccountingDocument
}

const OVER = ['ACKNOWLEDGED', 'FAILED']

/** The job that brings one document to its end; it throws while the end is not known, and so is tried again. */
export function sendDocument(runner: Runner, configured: () => Accounting | null): JobRun {
  return async (payload) => {
    const { documentId } = zPayload.parse(payload)
    const stored = await runner.db.maybe<Stored>(sql`
      select id, order_id as "orderId", kind, key, status, request from accounting_documents where id = ${documentId}`)
    if (!stored || OVER.includes(stored.status)) return
    const accounting = configured()
    if (!accounting) throw new Error('no accounting service is configured')

    let outcome: AccountingOutcome
    if (stored.status === 'WAITING') outcome = await send(runner, accounting, stored)
    else {
      outcome = await accounting.ask(stored.key)
      if (outcome.kind === 'absent') outcome = await send(runner, accounting, stored)
    }
    await runner.work(SYSTEM, `invoicing.${outcome.kind}`, (work) => settle(work, stored, outcome))
    if (outcome.kind === 'unknown') throw new Error(`unknown: ${outcome.reason}`)
    if (outcome.kind === 'in-progress' || outcome.kind === 'absent') throw new Error('not issued yet')
  }
}

async function send(runner: Runner, accounting: Accounting, stored: Stored): Promise<AccountingOutcome> {
  // noted before the line is touched: after a crash in between, the service is asked first
  await runner.work(SYSTEM, 'invoicing.send', async (work) => {
    await work.tx.run(sql`
      update accounting_documents set status = 'SENDING', attempts = attempts + 1, updated_at = now() where id = ${stored.id}`)
  })
  return accounting.send(stored.request)
}

/** Writes down what the service said, and moves the order when the document is final. */
async function settle(work: Work, stored: Stored, outcome: AccountingOutcome): Promise<void> {
  const { tx } = work
  const order = await lockOrder(tx, stored.orderId)
  const now = await tx.one<{ status: string }>(
    sql`select status from accounting_documents where id = ${stored.id} for update`,
  )
  if (OVER.includes(now.status)) return
  if (outcome.kind === 'acknowledged') {
    await tx.run(sql`
      update accounting_documents set status = 'ACKNOWLEDGED', process_id = ${outcome.processId}, mark = ${outcome.mark},
        uid = ${outcome.uid}, authentication_code = ${outcome.authenticationCode}, qr_url = ${outcome.qrUrl},
        error_code = null, error_message = null, updated_at = now()
      where id = ${stored.id}`)
    if (stored.kind === 'invoice') {
      await transitionOrders(work, [{ ...order, documentUnderWay: false, invoiceAccepted: true }], 'invoice-epsilon', {
        refcode: REFCODE.epsilon,
        invoiceMode: 'epsilon',
        invoicedOn: work.today,
      })
    } else await moveOrder(work, { ...order, documentUnderWay: false, credited: true }, 'cancel')
    return
  }
  if (outcome.kind === 'refused') {
    await tx.run(sql`
      update accounting_documents set status = 'FAILED', error_code = ${outcome.code}, error_message = ${outcome.message}, updated_at = now()
      where id = ${stored.id}`)
  } else {
    const [status, reason] = outcome.kind === 'unknown' ? ['UNKNOWN', outcome.reason] : ['SENDING', null]
    await tx.run(sql`
      update accounting_documents set status = ${status}, error_message = ${reason}, updated_at = now() where id = ${stored.id}`)
  }
  work.record({ entity: 'orders', id: stored.orderId, changes: { document: [now.status, outcome.kind] } })
}
