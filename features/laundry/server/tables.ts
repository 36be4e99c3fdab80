/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['write_offs'] as const
export const reads = ['customers', 'orders', 'products'] as const
