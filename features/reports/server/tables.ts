/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['counted_goods', 'ended_goods', 'goods_changes', 'goods_months', 'ledger_differences'] as const
export const reads = [
  'accounting_documents',
  'credits',
  'cheques',
  'commission_changes',
  'commission_months',
  'customers',
  'inbound_invoices',
  'opening_balances',
  'orders',
  'payments',
  'postings',
  'products',
  'providers',
  'salespersons',
] as const
