/** The tables of other features that this feature reads. */
export const reads = ['incoming_goods', 'orders', 'products', 'promised_lines', 'tasks'] as const
