/** Lists the tables that this feature owns. */
export const owns = ['movement_events'] as const
export const reads = [
  'accounting_documents',
  'customers',
  'delivery_notes',
  'document_numbers',
  'loans',
  'order_lines',
  'order_loans',
  'orders',
  'products',
  'settings',
  'shipment_orders',
  'shipments',
] as const
