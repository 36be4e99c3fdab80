/** Lists the tables that this feature owns. */
export const owns = ['sections'] as const
export const reads = ['products', 'requirement_steps'] as const
