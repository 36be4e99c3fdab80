/** The tables of other features that this feature reads. */
export const reads = ['orders', 'products', 'promised_lines', 'tasks'] as const
