/** Decides whether the invoice of an order may be sent to the accounting service. */
import { type OrderFacts, orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const { 'invoice-epsilon': invoice, release: releasing } = orderLifecycle.transitions

type SendFacts = Pick<OrderFacts, 'status' | 'invoiceAccepted'> & {
  /** True if a document of the order has no answer yet. */
  readonly documentOpen: boolean
  readonly customerVat: string
}

type SendOptions = {
  /** A packaged order is released first. */
  readonly release?: boolean
  /** The invoice is sent although the customer has no VAT number: a person was warned, or a program asked for it. */
  readonly withoutVat?: boolean
}

/** Reports whether a customer has a VAT number. The tax office may refuse an invoice without one. */
export const hasVatNumber = (vat: string): boolean => vat.trim() !== ''

/** Returns why the invoice may not be sent, or null. */
export function whyNotSent(order: SendFacts, { release = false, withoutVat = false }: SendOptions): Refusal | null {
  const ready = invoice.from.includes(order.status) || (release && releasing.from.includes(order.status))
  if (!ready) return refusal('refused', 'orders.wrong-status', { status: order.status, transition: 'invoice-epsilon' })
  if (order.invoiceAccepted) return refusal('refused', 'orders.invoice-accepted')
  if (order.documentOpen) return refusal('refused', 'orders.document-under-way')
  // private persons and some others have no VAT number, so a person who was warned may send it
  return hasVatNumber(order.customerVat) || withoutVat ? null : refusal('refused', 'invoicing.without-vat')
}
