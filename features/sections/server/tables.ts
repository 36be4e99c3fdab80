/** Lists the tables that this feature owns. */
export const owns = ['sections'] as const
export const reads = ['orders', 'products', 'promised_lines', 'requirement_steps'] as const
