/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['payment_days'] as const
export const reads = ['customers', 'payments', 'providers'] as const
