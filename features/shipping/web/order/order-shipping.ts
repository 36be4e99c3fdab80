/** What is noted at an order about its way. */
import type { OrderDetail } from '#features/orders/domain/contract.ts'

/** One of the notes as text; programs write there what they like. */
export function toldOf(order: OrderDetail, field: 'type' | 'car' | 'extra'): string {
  const told = order.shipping[field]
  return typeof told === 'string' ? told : ''
}
