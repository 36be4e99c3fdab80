/** Decides what the status in a program's PATCH of an order asks for. Programs often send a whole row back. */
import { fold } from '#kernel/fold.ts'
import { orderLifecycle, type OrderTransition } from './lifecycle.ts'
import { EDITABLE_STATUSES, type InvoiceMode, type OrderStatus, REFCODE } from './order.ts'

/** The fields of a PATCH that decide about the status. */
export type PatchOfStatus = {
  /** The requested status, or null if the PATCH names none. */
  readonly status: OrderStatus | null
  readonly invoicedAt?: string | null
  readonly refcode?: string | null
  readonly shipping_by?: string | null
  /** True if the PATCH names at least one field of the content: customer, texts, delivery, lines or loans. */
  readonly sendsContent: boolean
}

type PatchedOrder = {
  readonly status: OrderStatus
  readonly invoiceMode: InvoiceMode | null
  /** The driver, or null if none is chosen. */
  readonly shippingBy: string | null
}

/** A PATCH keeps the status, keeps it and notes `shipping`, or moves the order to the requested status. */
export type PatchIntent = 'keep-status' | 'note-shipping' | 'move'

/** Returns the intent of a PATCH. `order` is the order before the PATCH. */
export function intentOf(order: PatchedOrder, patch: PatchOfStatus): PatchIntent {
  if (patch.status === null || repeatsPlan(order, patch)) return 'note-shipping'
  if (repeatsInvoice(order, patch)) return 'keep-status'
  const repeatsStatus = patch.status === order.status
  return patch.sendsContent && repeatsStatus && EDITABLE_STATUSES.includes(order.status) ? 'keep-status' : 'move'
}

/** Reports whether a PATCH only repeats what creating the shipment has changed: the order is with this driver. */
const repeatsPlan = (order: PatchedOrder, patch: PatchOfStatus): boolean =>
  order.status === 'ON SHIPPING' &&
  patch.status === 'ON SHIPPING' &&
  patch.shipping_by != null &&
  fold(patch.shipping_by.trim()) === fold(order.shippingBy ?? '')

/** Reports whether a PATCH only repeats what the answer of the accounting service has already changed. */
const repeatsInvoice = (order: PatchedOrder, patch: PatchOfStatus): boolean =>
  order.status === 'INVOICED' &&
  patch.status === 'INVOICED' &&
  order.invoiceMode === 'epsilon' &&
  patch.invoicedAt !== 'red'

/**
 * Returns the transition from a status to the requested one, or null if there is none. Invoicing has two: `invoicedAt`
 * decides which, and without it the refcode.
 */
export function transitionTo(
  from: OrderStatus,
  { status, invoicedAt, refcode }: Omit<PatchOfStatus, 'sendsContent'>,
): OrderTransition | null {
  const names = Object.keys(orderLifecycle.transitions) as OrderTransition[]
  const leading = names.filter((name) => {
    const transition = orderLifecycle.transitions[name]
    // undoing a wrong press has a command of its own
    return name !== 'undo-delivery' && transition.to === status && transition.from.includes(from)
  })
  const red = invoicedAt === 'red' || (invoicedAt == null && refcode === REFCODE.red)
  const wanted =
    leading.length > 1 ? leading.find((name) => name === (red ? 'invoice-red' : 'invoice-epsilon')) : leading[0]
  return wanted ?? null
}
