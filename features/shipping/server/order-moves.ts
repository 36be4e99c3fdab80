/** Maps the order transitions of shipping to commands, for a PATCH of the status by a program. */
import { transitionOrders } from '#features/orders/server/moves/move-order.ts'
import type { OrderMoves } from '#features/orders/server/moves/patch-order.ts'
import { refuse } from '#kernel/refusal.ts'
import { closeDelivery } from './drive.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const shippingMoves = {
  plan: (work, order, record) => {
    const shipping = (record.shipping ?? {}) as Record<string, unknown>
    const driver = text(record.shipping_by) || text(shipping['driver'])
    if (driver === '') refuse('invalid', 'shipping.driver-required')
    const patch = { shipping: { ...shipping, driver }, shippingBy: driver }
    return transitionOrders(work, [order], 'plan', { patch })
  },
  deliver: (work, order) => closeDelivery(work, { orderId: order.id, action: 'deliver' }),
  'to-planning': (work, order) => closeDelivery(work, { orderId: order.id, action: 'to-planning' }),
  return: (work, order) => closeDelivery(work, { orderId: order.id, action: 'return' }),
} satisfies Partial<OrderMoves>
