/** The tables that this feature owns, and those of other features that it reads. */
export const owns = ['opening_balances'] as const
export const slots = ['standing_payments'] as const
export const reads = ['mails', 'notes', 'postings'] as const
