import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { REFCODE } from '#features/orders/domain/order.ts'
import { lockOrder, lockOrders } from '#features/orders/server/lock-orders.ts'
import { move, moveAll, orderMove } from '#features/orders/server/moves/move-order.ts'
import { ownMoves } from '#features/orders/server/moves/own-moves.ts'
import { setPaymentWay } from '#features/orders/server/write/payment-way.ts'
import { removeVat } from '#features/orders/server/order-vat.ts'
import { refusal, Refused, refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { refuseStale } from '#server/history.ts'
import { refusalOfProblem } from '../domain/tax/problems.ts'
import { whyNoReason } from '../domain/reason.ts'
import * as contract from '../domain/contract.ts'
import { awaitsRelease, whyNotSent } from '../domain/sending.ts'
import { readDoubtFacts } from './vat-facts.ts'
import { accountingMissing, type Prepared, prepareDocument, writeDocument } from './write-document.ts'

/**
 * Queues the invoices of orders for the accounting service. Orders that may not be invoiced stay as they are and are
 * returned with their refusals.
 */
export async function sendInvoices(work: Work, ids: readonly number[], options: Parameters<typeof whyNotSent>[1]) {
  stopOn(await accountingMissing(work))
  const locked = await lockOrders(work.tx, ids)
  const factsOf = new Map((await readDoubtFacts(work.tx, ids, work.today)).map((facts) => [facts.orderId, facts]))
  const prepared: Prepared[] = []
  const refused: { id: number; code: string; details?: Record<string, unknown> }[] = []
  for (const id of new Set(ids)) {
    const order = locked.find((one) => one.id === id)
    const facts = factsOf.get(id)
    const no =
      order && facts
        ? whyNotSent({ ...order, ...facts }, options)
        : refusal('missing', 'orders.missing', { orderId: id })
    const document = no ? null : await prepareDocument({ rows: work.tx, today: work.today }, id, 'invoice')
    const why = document !== null && 'problems' in document ? refusalOfProblem(document.problems[0]) : no
    if (why) refused.push({ id, code: why.code, details: { ...why.details } })
    else if (document !== null && 'order' in document) prepared.push(document)
  }
  const sending = prepared.map(({ order }) => order.id)
  const packaged = locked.filter((order) => awaitsRelease(order) && sending.includes(order.id))
  await moveAll(work, ownMoves.release, packaged, {})
  for (const document of prepared) await writeDocument(work, document, { bulk: prepared.length > 1 })
  return { sending, refused }
}

export const sendInvoicesCommand = command(contract.sendInvoices, (work, { ids, ...options }) =>
  sendInvoices(work, ids, options),
)

/** Invoices an order without a tax document. */
export const redMove = orderMove('invoice-red', {
  ofRecord: (): { readonly reason: string } => ({ reason: 'API' }),
  demand: (_work, _order, { reason }) => stopOn(whyNoReason(reason)),
  before: async (work, order) => ({ withoutVat: await removeVat(work, order.id) }),
  writes: ({ reason, withoutVat }, { today }) => ({
    patch: { refcode: REFCODE.red, invoiceMode: 'red', invoiceReason: reason, invoicedOn: today },
    note: reason,
    noted: withoutVat,
  }),
})

export const choosePaymentWayCommand = command(contract.choosePaymentWay, async (work, { id, paymentWay }) => {
  await setPaymentWay(work, id, paymentWay)
  return { id }
})

export const invoiceRedCommand = command(contract.invoiceRed, async (work, { id, version, reason, release }) => {
  const order = await lockOrder(work.tx, id)
  if (version !== undefined && version !== order.version) await refuseStale(work.tx, 'orders', id, order.version)
  const isReleased = release && awaitsRelease(order)
  if (isReleased) await move(work, ownMoves.release, order, {})
  await move(work, redMove, isReleased ? await lockOrder(work.tx, id) : order, { reason })
  return { id }
})

/** Queues the credit note of an invoiced order. The order is cancelled when the service has accepted the credit note. */
async function creditAndCancel(work: Work, input: { id: number; note?: string | null | undefined }) {
  const order = await lockOrder(work.tx, input.id)
  const no = orderLifecycle.whyNot('cancel', order, work.actor)
  if (no && no.code !== 'orders.credit-note-first') stopOn(no)
  stopOn(await accountingMissing(work))
  if (!order.invoiceAccepted) refuse('refused', 'orders.not-accepted')
  const prepared = await prepareDocument({ rows: work.tx, today: work.today }, order.id, 'credit-note')
  if ('problems' in prepared) throw new Refused(refusalOfProblem(prepared.problems[0]))
  await writeDocument(work, prepared, { note: input.note })
  return { id: order.id }
}

export const creditAndCancelCommand = command(contract.creditAndCancel, creditAndCancel)
