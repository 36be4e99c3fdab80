/** Lists the tables that this feature owns. */
export const owns = ['accounting_documents'] as const
export const reads = ['customers', 'order_lines', 'orders', 'products', 'settings'] as const
