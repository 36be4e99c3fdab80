/** The tables that this feature owns, and those of other features that it reads. */
export const owns = ['opening_balances'] as const
export const reads = [
  'customers',
  'inbound_invoices',
  'mails',
  'notes',
  'orders',
  'payment_matches',
  'payments',
  'providers',
] as const
