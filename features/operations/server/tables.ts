/** The tables of other features that this feature reads. */
export const reads = ['inbound_invoice_lines', 'orders', 'products', 'promised_lines', 'tasks'] as const
