/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['write_offs', 'lent_sums'] as const
export const reads = [
  'customers',
  'loan_balances',
  'loans',
  'orders',
  'products',
  'stock_movements',
  'tasks',
  'undelivered_loans',
] as const
