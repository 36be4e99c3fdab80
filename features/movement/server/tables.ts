/** Lists the tables that this feature owns. */
export const owns = ['delivery_notes', 'movement_events'] as const
export const reads = [
  'accounting_documents',
  'customers',
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
