/** Decides whether the invoice of an order may be sent to the accounting service. */
import { type OrderFacts, orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const { 'invoice-epsilon': invoice, release: releasing } = orderLifecycle.transitions

/** The statuses of orders that one press invoices: a packaged one is released first. */
export const INVOICED_FROM: readonly OrderStatus[] = [...releasing.from, ...invoice.from]

/** Reports whether an order is still to be released, which its invoice does on its way. */
export const awaitsRelease = ({ status }: Pick<OrderFacts, 'status'>): boolean => releasing.from.includes(status)

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
  /** True if a company abroad is charged VAT (tax/vat-abroad.ts). */
  readonly vatAbroad: boolean
  /** True if goods are sold to a private person in another country of the union. */
  readonly distanceSale: boolean
  /** True if the customer is a company at home without an address. */
  readonly addressMissing: boolean
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
  /** The invoice is sent although it charges a company abroad VAT: a person or a program was warned. */
  readonly vatAbroad?: boolean
}

/**
 * Why a person is warned before an invoice is sent, because it may be wrong or refused by the tax office. Of the last two a person is only
 * told: the document is right, and what remains to do is done elsewhere.
 */
export const DOUBTS = ['without-vat', 'closed', 'unverified', 'vat-abroad', 'oss', 'no-address'] as const
export type Doubt = (typeof DOUBTS)[number]

/** The option that says that a person was warned, for each doubt that must be confirmed. */
export const WARNED_OF = {
  'without-vat': 'withoutVat',
  closed: 'closed',
  unverified: 'unverified',
  'vat-abroad': 'vatAbroad',
} as const satisfies Partial<Record<Doubt, keyof SendOptions>>

const mustConfirm = (doubt: Doubt): doubt is keyof typeof WARNED_OF => doubt in WARNED_OF

/** Returns all that speaks against an invoice, because each is confirmed by itself. A customer without a VAT number is unknown to the registries. */
export function doubtsOf(
  facts: Pick<
    SendFacts,
    'customerVat' | 'mayLackVat' | 'customerClosed' | 'unverified' | 'vatAbroad' | 'distanceSale' | 'addressMissing'
  >,
): Doubt[] {
  const hasVat = facts.customerVat.trim() !== ''
  const applies: Readonly<Record<Doubt, boolean>> = {
    'without-vat': !hasVat && !facts.mayLackVat,
    closed: hasVat && facts.customerClosed,
    unverified: hasVat && facts.unverified,
    'vat-abroad': facts.vatAbroad,
    oss: facts.distanceSale,
    'no-address': facts.addressMissing,
  }
  return DOUBTS.filter((doubt) => applies[doubt])
}

/** Returns why the invoice may not be sent, or null. */
export function whyNotSent(order: SendFacts, options: SendOptions): Refusal | null {
  const ready = invoice.from.includes(order.status) || (options.release && releasing.from.includes(order.status))
  if (!ready) return refusal('refused', 'orders.wrong-status', { status: order.status, transition: 'invoice-epsilon' })
  if (order.invoiceAccepted) return refusal('refused', 'orders.invoice-accepted')
  if (order.documentOpen) return refusal('refused', 'orders.document-under-way')
  // each of them can be right, so a person who was warned of all of them may send it
  const doubt = doubtsOf(order)
    .filter(mustConfirm)
    .find((one) => !options[WARNED_OF[one]])
  return doubt === undefined ? null : refusal('refused', `invoicing.${doubt}`)
}

/**
 * Why no document can be sent: no accounting service is connected, a company may say in its settings that it has none, and after a restore on
 * another server the documents that were issued since the backup are not read yet (C-101).
 */
export const NO_ACCOUNTING = ['not-configured', 'no-accounting', 'unread'] as const
export type NoAccounting = (typeof NO_ACCOUNTING)[number]

/** Returns the refusal of a document that cannot be sent. A connection that is missing may be there later. */
export const noAccounting = (why: NoAccounting): Refusal =>
  refusal(why === 'not-configured' ? 'unavailable' : 'refused', `invoicing.${why}`)
