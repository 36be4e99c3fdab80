import type { Entity } from '#kernel/entity.ts'
import { paymentsRights } from './rights.ts'

/** Payments, for history, notes, live updates and mails. */
export const paymentsEntity: Entity = {
  name: 'payments',
  read: paymentsRights.read,
  write: paymentsRights.write,
  page: '/payment-overview/$id',
}
