/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['till_deposits'] as const
export const reads = [
  'account_days',
  'cash_handovers',
  'cheques',
  'customers',
  'payments',
  'providers',
  'till_closings',
  'users',
] as const
