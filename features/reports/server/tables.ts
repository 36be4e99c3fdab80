/** Lists the tables of other features that this feature reads. */
export const reads = ['customers', 'orders', 'payments'] as const
