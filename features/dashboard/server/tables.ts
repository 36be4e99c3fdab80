/** Lists the tables of other features that this feature reads. */
export const reads = [
  'cash_handovers',
  'cheques',
  'customers',
  'inbound_invoices',
  'orders',
  'payments',
  'products',
  'settings',
  'tasks',
  'users',
] as const
