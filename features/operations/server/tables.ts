/** The tables of other features that this feature reads. */
export const reads = [
  'accounting_documents',
  'history',
  'incoming_goods',
  'orders',
  'payments',
  'products',
  'promised_lines',
  'shipment_orders',
  'shipments',
  'tasks',
] as const
