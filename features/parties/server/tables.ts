/** The tables that this feature owns, and those of other features that it reads. */
export const owns = ['opening_balances'] as const
export const reads = ['customers', 'mails', 'notes', 'payments', 'postings', 'providers'] as const
