/** What an order is. Statuses are spelled as the business spells them. */
import type { Need } from '#features/stock/domain/availability.ts'
import type { Cents, Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const ORDER_STATUSES = [
  'OFFER',
  'OFFER-DELETE',
  'PENDING-STOCK',
  'STOCK-OK',
  'TO-PACKAGE',
  'PACKAGED',
  'READY-TO-INVOICE',
  'PARKED',
  'INVOICED',
  'ON SHIPPING',
  'SHIPPED',
  'RETURNED',
  'CANCELED',
  'FINISHED',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Other spellings that programs send and old rows hold (ruling C-01). */
export const STATUS_ALIASES: Readonly<Record<string, OrderStatus>> = { CANCHELED: 'CANCELED' }

/** Statuses a new order may be sent with: an offer stays one, and stock decides between the two others. */
const NEW_STATUSES: readonly string[] = ['OFFER', 'PENDING-STOCK', 'STOCK-OK'] satisfies OrderStatus[]

/** Statuses of orders that an old system finished, as an import keeps them. */
const IMPORTED_STATUSES: readonly string[] = ['SHIPPED', 'CANCELED', 'FINISHED'] satisfies OrderStatus[]

const unknownStatus = (status: string): Refusal | null =>
  (ORDER_STATUSES as readonly string[]).includes(status)
    ? null
    : refusal('invalid', 'orders.unknown-status', { status: status.slice(0, 40), field: 'status' })

/** Why a new order cannot have the status it was sent with (ruling C-76); null if it was sent with none. */
export const whyNotNewStatus = (status: string | null): Refusal | null =>
  status === null || NEW_STATUSES.includes(status)
    ? null
    : (unknownStatus(status) ?? refusal('refused', 'orders.new-status', { status, field: 'status' }))

/** Why an import cannot keep an order in a status (ruling C-76). */
export const whyNotImported = (status: string): Refusal | null =>
  IMPORTED_STATUSES.includes(status)
    ? null
    : (unknownStatus(status) ?? refusal('refused', 'orders.import-status', { status, field: 'status' }))

/** How an order was invoiced: without VAT and without a tax document, or through the accounting service. */
export const INVOICE_MODES = ['red', 'epsilon'] as const
export type InvoiceMode = (typeof INVOICE_MODES)[number]

/** Codes of the Greek chart of accounts that an invoice carries. */
export const REFCODE: Readonly<Record<InvoiceMode, string>> = { red: '71.00.00', epsilon: '71.00.01' }

/** One product of an order. Name, prices and VAT are those of the day it was written. */
export type OrderLine = {
  readonly productId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly vat: Rate
  readonly salesPrice: UnitPrice
  readonly costPrice: UnitPrice
  readonly quantity: Quantity
  /** Quantity times sales price. */
  readonly total: Cents
  /** VAT on the total. */
  readonly vatAmount: Cents
}

/** What an order lends: a lendable material that leaves with a product and is expected back. */
export type OrderLoan = {
  readonly productId: number
  /** The product it leaves with. */
  readonly originProductId: number | null
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly costPrice: UnitPrice
  readonly quantity: Quantity
}

/** Statuses in which the lines have left the shelf. */
export const PACKED_STATUSES: readonly OrderStatus[] = [
  'PACKAGED',
  'READY-TO-INVOICE',
  'PARKED',
  'INVOICED',
  'ON SHIPPING',
  'SHIPPED',
  'RETURNED',
]

/**
 * Statuses in which the lines have left the shelf and are not with the customer yet; an order that returned is not. The
 * database asks the same in its view `loan_sums`.
 */
export const UNDELIVERED_STATUSES: readonly OrderStatus[] = PACKED_STATUSES.filter((status) => status !== 'SHIPPED')

/** Statuses between which stock decides. */
export const WAITING_STATUSES: readonly OrderStatus[] = ['PENDING-STOCK', 'STOCK-OK']

/** Statuses in which an order still expects its pieces from the shelf. */
export const PROMISED_STATUSES: readonly OrderStatus[] = [...WAITING_STATUSES, 'TO-PACKAGE']

/** Statuses of an accounting document in which it may still be issued, or a person decides; its order waits. */
export const OPEN_DOCUMENT_STATUSES = ['WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT'] as const

/** The code of a document of which a person confirmed that it was not issued; its status is FAILED. */
export const CONFIRMED_NOT_ISSUED = 'confirmed-not-issued'

/** Minutes after a call to the accounting service in which the service may still book the document. */
export const QUIET_MINUTES = 5

/** Statuses in which the lines may be changed (ruling C-64). */
export const EDITABLE_STATUSES: readonly OrderStatus[] = ['OFFER', 'PENDING-STOCK', 'STOCK-OK']

type Piece = { readonly productId: number; readonly quantity: number }

/** Returns what an order takes from the shelf: what it sells first, then what it lends. */
export const needsOf = (order: { readonly lines: readonly Piece[]; readonly loans: readonly Piece[] }): Need[] =>
  [...order.lines, ...order.loans].map(({ productId, quantity }) => ({ productId, quantity: quantity as Quantity }))
