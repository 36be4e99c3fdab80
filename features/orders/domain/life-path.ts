/** Declares the way of an order through the house, for the status bar of its page. */
import type { OrderStatus } from './order.ts'

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

/** The statuses beside the way, each in the place of the step at which an order leaves it. */
const INSTEAD_OF: Partial<Record<OrderStatus, OrderStatus>> = {
  PARKED: 'READY-TO-INVOICE',
  RETURNED: 'ON SHIPPING',
  FINISHED: 'SHIPPED',
}

/**
 * Returns the steps of an order with the present one, or null if it has left the way for good. An offer comes before the
 * first step.
 */
export function lifePath(status: OrderStatus): { steps: readonly OrderStatus[]; at: number } | null {
  if (status === 'CANCELED' || status === 'OFFER-DELETE') return null
  if (status === 'OFFER') return { steps: ['OFFER', ...PATH], at: 0 }
  const place = INSTEAD_OF[status] ?? status
  return { steps: PATH.map((step) => (step === place ? status : step)), at: PATH.indexOf(place) }
}
