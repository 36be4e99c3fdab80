/** The tables of other features that this feature reads. */
export const reads = [
  'customers',
  'loan_balances',
  'loans',
  'order_lines',
  'orders',
  'payments',
  'products',
  'shipment_orders',
  'shipments',
  'undelivered_loans',
] as const
