/** Maps the transitions of invoicing to commands, for programs that PATCH the status of an order. */
import type { OrderMoves } from '#features/orders/server/moves/patch-order.ts'
import { refuse } from '#kernel/refusal.ts'
import { invoiceRed } from './invoice-orders.ts'

export const invoicingMoves = {
  'invoice-red': (work, order) => invoiceRed(work, { id: order.id, reason: 'API' }),
  // Only an answer of the accounting service makes an order INVOICED.
  'invoice-epsilon': () => refuse('refused', 'orders.not-accepted'),
} satisfies Partial<OrderMoves>
