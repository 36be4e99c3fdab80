/** Decides whether the invoice of an order may be sent to the accounting service. */
import { type OrderFacts, orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const { 'invoice-epsilon': invoice, release: releasing } = orderLifecycle.transitions

/** `documentOpen`: a document of the order has no answer yet. */
type SendFacts = Pick<OrderFacts, 'status' | 'invoiceAccepted'> & { readonly documentOpen: boolean }

/** Returns why the invoice may not be sent, or null. With `release`, a packaged order is released first. */
export function whyNotSent(order: SendFacts, release: boolean): Refusal | null {
  const ready = invoice.from.includes(order.status) || (release && releasing.from.includes(order.status))
  if (!ready) return refusal('refused', 'orders.wrong-status', { status: order.status, transition: 'invoice-epsilon' })
  if (order.invoiceAccepted) return refusal('refused', 'orders.invoice-accepted')
  return order.documentOpen ? refusal('refused', 'orders.document-under-way') : null
}
