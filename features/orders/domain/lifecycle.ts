/** The life cycle of an order as one table for server, pages and tests. */
import { type Agreed, lifecycle } from '#kernel/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type InvoiceMode, ORDER_STATUSES, type OrderStatus, UNINVOICED_STATUSES } from './order.ts'
import { invoicingSteps, ordersRights, packagingSteps, shippingSteps } from './rights.ts'

/** The facts that a transition needs. The server reads them from the database, and a page from the order it shows. */
export type OrderFacts = {
  readonly status: OrderStatus
  readonly invoiceMode: InvoiceMode | null
  /** The names of the products that the order needs more of than is in stock (C-77). */
  readonly short: readonly string[]
  /** The number of open production tasks of this order. */
  readonly openTasks: number
  /** True if a document may still be issued: it is open, or a call may be in progress although a person closed it. */
  readonly documentUnderWay: boolean
  /** True if the accounting service has accepted the invoice. */
  readonly invoiceAccepted: boolean
  /** True if the accounting service has accepted a credit note for the whole order, or credit notes in part for all of it. */
  readonly credited: boolean
}

const inStock = (order: OrderFacts): Refusal | null =>
  order.short.length === 0 ? null : refusal('refused', 'orders.short', { products: order.short.join(', ') })

const notInStock = (order: OrderFacts, agreed: Agreed<OrderAgreement>): Refusal | null =>
  order.short.length > 0 || agreed.undo ? null : refusal('refused', 'orders.not-short')

/**
 * What a person can agree to when moving an order. With `openTasks`, open production tasks do not stop the order: the
 * person was asked about them, or stock alone decides (C-10). With `undo`, a person undoes a wrong press and the
 * rule of shipping or production allows it: nothing else puts a closed delivery back on its way, or an order with stock back
 * among those that wait.
 */
export type OrderAgreement = 'openTasks' | 'undo'

const noOpenTasks = (order: OrderFacts, agreed: Agreed<OrderAgreement>): Refusal | null =>
  order.openTasks === 0 || agreed.openTasks ? null : refusal('refused', 'orders.open-tasks', { count: order.openTasks })

const onlyToUndo = (_order: OrderFacts, agreed: Agreed<OrderAgreement>): Refusal | null =>
  agreed.undo ? null : refusal('refused', 'orders.only-to-undo')

const noDocumentUnderWay = (order: OrderFacts): Refusal | null =>
  order.documentUnderWay ? refusal('refused', 'orders.document-under-way') : null

/**
 * Returns why what the invoice of an order will say no longer changes, or null. `code` is the refusal for an order that is invoiced, closed,
 * or of an earlier system.
 */
export function whyFixedForInvoice(order: OrderFacts & { readonly historic: boolean }, code: string): Refusal | null {
  const isOpen = !order.historic && UNINVOICED_STATUSES.includes(order.status)
  return noDocumentUnderWay(order) ?? (isOpen ? null : refusal('refused', code))
}

const invoiceAccepted = (order: OrderFacts): Refusal | null =>
  order.invoiceAccepted ? null : refusal('refused', 'orders.not-accepted')

/** After an accepted credit note, earlier documents of the order no longer matter. */
const noDocumentUnderWayUnlessCredited = (order: OrderFacts): Refusal | null =>
  order.credited ? null : noDocumentUnderWay(order)

/** An invoice that the tax office knows can only be cancelled by a credit note (C-26). That of an earlier system is credited there (C-94). */
const creditedWhereNeeded = (order: OrderFacts): Refusal | null =>
  order.invoiceMode === 'epsilon' && order.invoiceAccepted && !order.credited
    ? refusal('refused', 'orders.credit-note-first')
    : null

// biome-ignore format: a table is read in columns
export const orderLifecycle = lifecycle<OrderStatus, OrderFacts, OrderAgreement>()({
  code: 'orders',
  states: ORDER_STATUSES,
  finals: ['SHIPPED', 'CANCELED', 'FINISHED'],
  transitions: {
    // transition        from                                    to                   right                      needs
    'convert':         [['OFFER'],                               'PENDING-STOCK',     ordersRights.write],
    'delete-offer':    [['OFFER'],                               'OFFER-DELETE',      ordersRights.write],
    'restore-offer':   [['OFFER-DELETE'],                        'OFFER',             ordersRights.restoreOffer],
    'find-stock':      [['PENDING-STOCK'],                       'STOCK-OK',          ordersRights.process,      inStock, noOpenTasks],
    'lose-stock':      [['STOCK-OK'],                            'PENDING-STOCK',     ordersRights.process,      notInStock],
    'send':            [['STOCK-OK'],                            'TO-PACKAGE',        ordersRights.send,         inStock, noOpenTasks],
    'reopen':          [['TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'PARKED'],
                                                                 'STOCK-OK',          ordersRights.cancel,       noDocumentUnderWay],
    'package':         [['TO-PACKAGE'],                          'PACKAGED',          packagingSteps.package],
    'release':         [['PACKAGED'],                            'READY-TO-INVOICE',  invoicingSteps.release],
    'invoice-epsilon': [['READY-TO-INVOICE'],                    'INVOICED',          invoicingSteps.invoice,    invoiceAccepted],
    'invoice-red':     [['READY-TO-INVOICE'],                    'INVOICED',          invoicingSteps.red,        noDocumentUnderWay],
    'park':            [['READY-TO-INVOICE'],                    'PARKED',            invoicingSteps.invoice,    noDocumentUnderWay],
    'unpark':          [['PARKED'],                              'READY-TO-INVOICE',  invoicingSteps.invoice],
    'plan':            [['INVOICED'],                            'ON SHIPPING',       shippingSteps.plan,        noDocumentUnderWay],
    'deliver':         [['ON SHIPPING'],                         'SHIPPED',           shippingSteps.drive],
    'to-planning':     [['ON SHIPPING'],                         'INVOICED',          shippingSteps.drive],
    'return':          [['ON SHIPPING'],                         'RETURNED',          shippingSteps.drive],
    'undo-delivery':   [['SHIPPED', 'INVOICED', 'RETURNED'],     'ON SHIPPING',       shippingSteps.drive,       onlyToUndo],
    're-ship':         [['RETURNED'],                            'INVOICED',          shippingSteps.plan,        noDocumentUnderWay],
    'cancel':          [['PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'RETURNED'],
                                                                 'CANCELED',          ordersRights.cancel,       noDocumentUnderWayUnlessCredited, creditedWhereNeeded],
  },
})

export type OrderTransition = keyof typeof orderLifecycle.transitions

const { 'invoice-epsilon': invoice, cancel } = orderLifecycle.transitions

/** The statuses in which an order waits for its invoice, or can wait for the credit note that cancels it. */
export const AWAITS_DOCUMENT: Readonly<Record<'invoice' | 'credit-note', readonly OrderStatus[]>> = {
  invoice: invoice.from,
  'credit-note': cancel.from.filter((status) => !UNINVOICED_STATUSES.includes(status)),
}
