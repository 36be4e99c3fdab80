/** Declares orders. The statuses are spelled as the business spells them. */
import { isWholeIn } from '#features/products/domain/product.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { type Cents, type Quantity, type Rate, type UnitPrice, ZERO_QUANTITY } from '#kernel/money.ts'
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

/** Other spellings that programs send and old rows contain (C-01). */
export const STATUS_ALIASES: Readonly<Record<string, OrderStatus>> = { CANCHELED: 'CANCELED' }

/**
 * The statuses that a program may send for a new order. OFFER makes an offer; for the others the stock decides which it
 * gets.
 */
const NEW_STATUSES: readonly string[] = ['OFFER', 'PENDING-STOCK', 'STOCK-OK'] satisfies OrderStatus[]

/**
 * The status that an order of an earlier system gets here, by its status there (C-76, C-94). Orders that wait for stock there get STOCK-OK or
 * PENDING-STOCK, as the stock decides.
 */
const IMPORTED_AS: Readonly<Partial<Record<string, OrderStatus>>> = {
  SHIPPED: 'SHIPPED',
  CANCELED: 'CANCELED',
  FINISHED: 'FINISHED',
  OFFER: 'OFFER',
  'PENDING-STOCK': 'STOCK-OK',
  'STOCK-OK': 'STOCK-OK',
  'TO-PACKAGE': 'STOCK-OK',
  PACKAGED: 'PACKAGED',
  'READY-TO-INVOICE': 'PACKAGED',
  INVOICED: 'INVOICED',
  'ON SHIPPING': 'INVOICED',
} satisfies Partial<Record<OrderStatus, OrderStatus>>

const unknownStatus = (status: string): Refusal | null =>
  (ORDER_STATUSES as readonly string[]).includes(status)
    ? null
    : refusal('invalid', 'orders.unknown-status', { status: status.slice(0, 40), field: 'status' })

/** Returns why a new order cannot be sent with a status (C-76). Returns null if it can, or if `status` is null. */
export const whyNotNewStatus = (status: string | null): Refusal | null =>
  status === null || NEW_STATUSES.includes(status)
    ? null
    : (unknownStatus(status) ?? refusal('refused', 'orders.new-status', { status, field: 'status' }))

/** Returns why an import cannot store an order that has this status in the earlier system, or null if it can. */
export const whyNotImported = (status: string): Refusal | null =>
  IMPORTED_AS[status] !== undefined
    ? null
    : (unknownStatus(status) ?? refusal('refused', 'orders.import-status', { status, field: 'status' }))

/** Refuses a part of a piece of goods that are counted (C-97). */
export const whyNotWhole = (
  { name, unit }: { readonly name: string; readonly unit: string },
  quantity: Quantity,
): Refusal | null => (isWholeIn(unit, quantity) ? null : refusal('refused', 'orders.whole-pieces', { name }))

/** How an order of an earlier system is stored. */
export type ImportedAs = {
  readonly status: OrderStatus
  /** True if it was finished there: no command changes it (C-76). */
  readonly historic: boolean
  /** True if its goods left the stock of the earlier system, so that they move neither stock nor loans here (C-94). */
  readonly packedEarlier: boolean
}

/** Returns how an order with a status that `whyNotImported` lets pass is stored. */
export function importedAs(given: OrderStatus): ImportedAs {
  const status = IMPORTED_AS[given] ?? given
  const historic = ENDED_STATUSES.includes(status)
  return { status, historic, packedEarlier: !historic && PACKAGED_STATUSES.includes(status) }
}

/** How an order was invoiced: without VAT and tax document, or through the accounting service. */
export const INVOICE_MODES = ['red', 'epsilon'] as const
export type InvoiceMode = (typeof INVOICE_MODES)[number]

/**
 * The kinds of documents of an order for the accounting service. A credit note takes back the whole order and cancels it. One in part
 * takes back lines, and the order stays.
 */
export const DOCUMENT_KINDS = ['invoice', 'credit-note', 'credit-part'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The codes of the Greek chart of accounts for invoices. */
export const REFCODE: Readonly<Record<InvoiceMode, string>> = { red: '71.00.00', epsilon: '71.00.01' }

/** One product of an order. Name, prices and VAT are those of the day on which the line was written. */
export type OrderLine = {
  readonly productId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly vat: Rate
  readonly salesPrice: UnitPrice
  readonly costPrice: UnitPrice
  readonly quantity: Quantity
  /** The quantity times the sales price. */
  readonly total: Cents
  /** The VAT on the total, with the rounding that the line carries. */
  readonly vatAmount: Cents
  /** What the line carries of the VAT of all lines of its rate (C-93); mostly 0. */
  readonly vatRounding: Cents
  /** A free text that is printed with the line. */
  readonly note: string
  /** True for a line that takes nothing from the stock, such as transport (C-65). */
  readonly service: boolean
  /** True for lent pieces that the customer did not return and buys. Such a line takes nothing from the stock either. */
  readonly lost: boolean
}

/** A loan of an order: a lendable material that leaves with a product and is expected back. */
export type OrderLoan = {
  readonly productId: number
  /** The product that it leaves with. */
  readonly originProductId: number | null
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly costPrice: UnitPrice
  readonly quantity: Quantity
}

/** The statuses in which the lines have left the stock. */
export const PACKAGED_STATUSES: readonly OrderStatus[] = [
  'PACKAGED',
  'READY-TO-INVOICE',
  'PARKED',
  'INVOICED',
  'ON SHIPPING',
  'SHIPPED',
  'RETURNED',
]

/** Reports whether the goods of an order have left this stock. Those that an earlier system packed never were in it (C-94). */
export const hasTakenGoods = (order: { readonly status: OrderStatus; readonly packedEarlier: boolean }): boolean =>
  PACKAGED_STATUSES.includes(order.status) && !order.packedEarlier

/** The statuses in which the lines have left the stock and are not at the customer. A returned order is one of them. */
export const UNDELIVERED_STATUSES: readonly OrderStatus[] = PACKAGED_STATUSES.filter((status) => status !== 'SHIPPED')

/** The statuses of orders that wait for stock. The stock decides which of the two an order has. */
export const WAITING_STATUSES: readonly OrderStatus[] = ['PENDING-STOCK', 'STOCK-OK']

/** The statuses in which an order still needs its pieces from the stock. */
export const PROMISED_STATUSES: readonly OrderStatus[] = [...WAITING_STATUSES, 'TO-PACKAGE']

/** The statuses of orders that are still to be delivered. */
export const OPEN_STATUSES: readonly OrderStatus[] = [...PROMISED_STATUSES, ...UNDELIVERED_STATUSES].filter(
  (status) => status !== 'RETURNED',
)

/** The statuses of offers and orders whose lost pieces are still lent. No other order may sell the same pieces. */
export const SELLING_LOST_STATUSES: readonly OrderStatus[] = ['OFFER', ...PROMISED_STATUSES]

/** The statuses of offers and orders that may still be invoiced. An order that was invoiced is not one of them. */
export const UNINVOICED_STATUSES: readonly OrderStatus[] = [
  'OFFER',
  ...PROMISED_STATUSES,
  'PACKAGED',
  'READY-TO-INVOICE',
  'PARKED',
]

/** The statuses of an accounting document that may still be issued, or needs a person's decision. Its order waits. */
export const OPEN_DOCUMENT_STATUSES = ['WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT'] as const

/** The error code of a FAILED document that a person confirmed as not issued. */
export const CONFIRMED_NOT_ISSUED = 'confirmed-not-issued'

/** The error codes of SENDING documents that nothing sends any more: a person sends the file, or Epsilon Smart recorded it. */
export const AWAITS_MARK_CODES = ['by-file', 'inserted'] as const

/** What lists and pages show in place of the status of such a document. */
export const AWAITS_MARK = 'AWAITS-MARK'

/** What lists show of a document that the service has not accepted. */
export const SHOWN_DOCUMENT_STATUSES = [...OPEN_DOCUMENT_STATUSES, 'FAILED', AWAITS_MARK] as const

/** Returns what lists and pages show of a document: its status, or that a person enters its MARK. */
export const shownStatus = ({ status, errorCode }: { status: string; errorCode: string | null }): string =>
  status === 'SENDING' && AWAITS_MARK_CODES.some((code) => code === errorCode) ? AWAITS_MARK : status

/** The minutes after a call in which the accounting service may still book the document. */
export const QUIET_MINUTES = 5

/** The statuses in which the lines may be changed (C-64). */
export const EDITABLE_STATUSES: readonly OrderStatus[] = ['OFFER', ...WAITING_STATUSES]

/** Reports whether a record is an offer, also a deleted one, and not an order. */
export const isOffer = (status: OrderStatus): boolean => status === 'OFFER' || status === 'OFFER-DELETE'

/** The statuses of cancelled orders and deleted offers. */
const WITHDRAWN_STATUSES: readonly OrderStatus[] = ['CANCELED', 'OFFER-DELETE']

/** The statuses of orders whose goods are at the customer. */
export const DELIVERED_STATUSES: readonly OrderStatus[] = ['SHIPPED', 'FINISHED']

/** The statuses of orders that are delivered or cancelled. */
const ENDED_STATUSES: readonly OrderStatus[] = [...DELIVERED_STATUSES, 'CANCELED']

/** The statuses of records for which the company delivers nothing: offers, deleted offers and cancelled orders. */
export const UNORDERED_STATUSES: readonly OrderStatus[] = ['OFFER', ...WITHDRAWN_STATUSES]

/** Reports whether an order was cancelled or an offer deleted. Its papers are not mailed, and its page shows no steps. */
export const isWithdrawn = (status: OrderStatus): boolean => WITHDRAWN_STATUSES.includes(status)

/**
 * The statuses of orders and offers to which nothing more happens, so that their number grows with the years. The index of
 * open orders uses the same list.
 */
export const CLOSED_STATUSES: readonly OrderStatus[] = [...DELIVERED_STATUSES, ...WITHDRAWN_STATUSES]

type Piece = { readonly productId: number; readonly quantity: number; readonly lost?: boolean | undefined }

/** Returns what an order takes from the stock: what it sells, then what it lends. Lost pieces take nothing. */
export const needsOf = (order: { readonly lines: readonly Piece[]; readonly loans: readonly Piece[] }): Need[] =>
  [...order.lines, ...order.loans].map(({ productId, quantity, lost }) => ({
    productId,
    quantity: lost ? ZERO_QUANTITY : (quantity as Quantity),
  }))

/** The problems of a document whose message this server has written. */
const OWN_PROBLEMS = [
  'foreign',
  'superseded',
  'mark-taken',
  'number-taken',
  'earlier-issued',
  'issued-after-all',
  'test-only',
  'inserted',
  'look-there',
]

type DocumentProblem = { readonly status: string; readonly errorCode: string | null }

/** Reports whether the message of a document is written for people. Any other message is the answer of the accounting service. */
export const isOwnMessage = ({ status, errorCode }: DocumentProblem): boolean =>
  status === 'CONFLICT' || (errorCode !== null && OWN_PROBLEMS.includes(errorCode))

/** Returns the message of a document, or null if it is an answer of the accounting service that the person may not see. */
export const messageFor = (
  document: DocumentProblem & { readonly errorMessage: string | null },
  maySeeAnswers: boolean,
): string | null => (maySeeAnswers || isOwnMessage(document) ? document.errorMessage : null)
