/** Lists the tables that this feature owns. */
export const owns = [
  'accounting_documents',
  'comparisons_under_way',
  'document_comparisons',
  'document_differences',
  'document_numbers',
  'document_series',
  'lost_documents',
] as const
export const reads = ['customers', 'delivery_notes', 'order_lines', 'orders', 'products', 'settings'] as const
