/** Reads the shipping note of an order. */
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'

/** Returns one field of the note as text. Programs may write any value there. */
export function noteField(order: OrderDetail, field: 'type' | 'car' | 'extra'): string {
  const value = order.shipping[field]
  return typeof value === 'string' ? value : ''
}
