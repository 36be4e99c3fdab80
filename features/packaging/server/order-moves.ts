/** The transitions of an order that packaging carries out when a program's PATCH of the status asks for them. */
import type { OrderMoves } from '#features/orders/server/moves/patch-order.ts'
import { packOrder } from './package-order.ts'

export const packagingMoves = {
  package: (work, order, record) => packOrder(work, { id: order.id, name: record.packagedBy ?? '' }),
} satisfies OrderMoves
