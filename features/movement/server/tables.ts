/** Lists the tables that this feature owns. */
export const owns = ['delivery_notes'] as const
export const reads = [
  'customers',
  'order_lines',
  'order_loans',
  'orders',
  'products',
  'settings',

  'shipments',
] as const
