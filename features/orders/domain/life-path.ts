/** Declares the steps of an order from stock to delivery, for the status bar of its page. */
import { isWithdrawn, type OrderStatus } from './order.ts'

const PATH: readonly OrderStatus[] = [
  'PENDING-STOCK',
  'STOCK-OK',
  'TO-PACKAGE',
  'PACKAGED',
  'READY-TO-INVOICE',
  'INVOICED',
  'ON SHIPPING',
  'SHIPPED',
]

/** The statuses that are no step, each with the step in whose place the bar shows it. */
const INSTEAD_OF: Partial<Record<OrderStatus, OrderStatus>> = {
  PARKED: 'READY-TO-INVOICE',
  RETURNED: 'ON SHIPPING',
  FINISHED: 'SHIPPED',
}

/**
 * Returns the steps of an order and the index of the present one, or null if the order is cancelled or a deleted offer. An
 * offer has one more step before the others.
 */
export function lifePath(status: OrderStatus): { steps: readonly OrderStatus[]; at: number } | null {
  if (isWithdrawn(status)) return null
  if (status === 'OFFER') return { steps: ['OFFER', ...PATH], at: 0 }
  const place = INSTEAD_OF[status] ?? status
  return { steps: PATH.map((step) => (step === place ? status : step)), at: PATH.indexOf(place) }
}
