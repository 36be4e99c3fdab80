/** The tables of other features that this one reads. */
export const reads = ['inbound_invoices', 'mails', 'notes', 'orders', 'payment_matches', 'payments'] as const
