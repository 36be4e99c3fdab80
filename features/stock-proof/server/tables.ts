/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['stock_checks', 'stock_check_differences'] as const
export const reads = ['loans', 'orders', 'products', 'promised_lines', 'stock_movements'] as const
