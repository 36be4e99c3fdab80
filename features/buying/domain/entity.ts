import type { Entity } from '#kernel/entity.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

/** Inbound invoices and requests, for history, notes, live updates and mails. */
export const invoicesEntity: Entity = {
  name: 'invoices',
  read: purchasesRights.read,
  write: purchasesRights.write,
  page: '/invoice-detail/$id',
}
