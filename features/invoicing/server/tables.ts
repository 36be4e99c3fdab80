/** The tables that this feature owns, and those of others that it reads. */
export const owns = ['accounting_documents'] as const
export const reads = ['customers', 'order_lines', 'orders', 'settings'] as const
