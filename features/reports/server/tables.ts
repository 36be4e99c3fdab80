/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['counted_documents'] as const
export const reads = ['customers', 'inbound_invoices', 'orders', 'payments'] as const
