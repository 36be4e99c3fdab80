/** Decides whether the invoice of an order may be sent to the accounting service. */
import { type OrderFacts, orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const { 'invoice-epsilon': invoice, release: releasing } = orderLifecycle.transitions

type SendFacts = Pick<OrderFacts, 'status' | 'invoiceAccepted'> & {
  /** True if a document of the order has no answer yet. */
  readonly documentOpen: boolean
  readonly customerVat: string
  /** True if a person said that the customer is a private person, a public body or a church. */
  readonly mayLackVat: boolean
  /** True if the company registry says that the customer closed the business. */
  readonly customerClosed: boolean
  /** True if the customer is a company of another country of the union and VIES has not said that its VAT number is valid. */
  readonly unverified: boolean
}

type SendOptions = {
  /** A packaged order is released first. */
  readonly release?: boolean
  /** The invoice is sent although the customer has no VAT number: a person was warned, or a program asked for it. */
  readonly withoutVat?: boolean
  /** The invoice is sent although the customer closed the business: a person was warned, or a program asked for it. */
  readonly closed?: boolean
  /** The invoice is sent although VIES did not verify the VAT number: a person was warned, or a program asked for it. */
  readonly unverified?: boolean
}

/** Why a person is warned before an invoice is sent, because the tax office may refuse it. */
export const DOUBTS = ['without-vat', 'closed', 'unverified'] as const
export type Doubt = (typeof DOUBTS)[number]

/** Returns what speaks against an invoice to a customer, or null. A customer without a VAT number is unknown to the registry. */
export function doubtOf(
  customer: Pick<SendFacts, 'customerVat' | 'mayLackVat' | 'customerClosed' | 'unverified'>,
): Doubt | null {
  if (customer.customerVat.trim() === '') return customer.mayLackVat ? null : 'without-vat'
  if (customer.customerClosed) return 'closed'
  return customer.unverified ? 'unverified' : null
}

/** Returns why the invoice may not be sent, or null. */
export function whyNotSent(
  order: SendFacts,
  { release = false, withoutVat = false, closed = false, unverified = false }: SendOptions,
): Refusal | null {
  const ready = invoice.from.includes(order.status) || (release && releasing.from.includes(order.status))
  if (!ready) return refusal('refused', 'orders.wrong-status', { status: order.status, transition: 'invoice-epsilon' })
  if (order.invoiceAccepted) return refusal('refused', 'orders.invoice-accepted')
  if (order.documentOpen) return refusal('refused', 'orders.document-under-way')
  // private persons have no VAT number, and the registry's answer may be old, so a person who was warned may send it
  const doubt = doubtOf(order)
  const warned = { 'without-vat': withoutVat, closed, unverified }
  return doubt === null || warned[doubt] ? null : refusal('refused', `invoicing.${doubt}`)
}

/** Why no document can be sent: no accounting service is connected, and a company may say in its settings that it has none. */
export const NO_ACCOUNTING = ['not-configured', 'no-accounting'] as const
export type NoAccounting = (typeof NO_ACCOUNTING)[number]

/** Returns the refusal of a document that cannot be sent. A connection that is missing may be there later. */
export const noAccounting = (why: NoAccounting): Refusal =>
  refusal(why === 'not-configured' ? 'unavailable' : 'refused', `invoicing.${why}`)
