/** Lists the tables that this feature owns. */
export const owns = [
  'accounting_documents',
  'comparisons_under_way',
  'delivery_notes',
  'document_comparisons',
  'document_differences',
  'document_numbers',
  'document_series',
  'lost_documents',
] as const
export const reads = ['customers', 'order_lines', 'orders', 'products', 'settings'] as const
