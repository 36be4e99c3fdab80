/** The tables of other features that this one reads. */
export const reads = ['mails', 'notes', 'payments'] as const
