/** Lists the tables of other features that this feature reads. */
export const reads = ['history', 'order_lines', 'order_loans', 'orders', 'products', 'requirement_materials'] as const
