/** Maps the transitions of packaging to commands, for programs that PATCH the status of an order. */
import type { OrderMoves } from '#features/orders/server/moves/patch-order.ts'
import { packageOneOrder } from './package-order.ts'

export const packagingMoves = {
  package: (work, order, record) => packageOneOrder(work, { id: order.id, name: record.packagedBy ?? '' }),
} satisfies Partial<OrderMoves>
