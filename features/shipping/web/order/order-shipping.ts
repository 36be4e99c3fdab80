/** Reads the shipping note of an order. */
import type { OrderDetail } from '#features/orders/domain/contract.ts'

/** Returns one field of the note as text. Programs may write any value there. */
export function toldOf(order: OrderDetail, field: 'type' | 'car' | 'extra'): string {
  const told = order.shipping[field]
  return typeof told === 'string' ? told : ''
}
