/** Lists the tables of other features that this feature reads. */
export const reads = [
  'cash_handovers',
  'cheques',
  'customers',
  'inbound_invoices',
  'order_documents',
  'orders',
  'payments',
  'products',
  'settings',
  'tasks',
  'users',
] as const
