/** Lists the tables that this feature owns. Records are written by the features that own them. */
export const owns = [
  'imports',
  'import_lines',
  'import_columns',
  'import_words',
  'move_ins',
  'move_in_records',
  'moved_in',
] as const
export const reads = [
  'customers',
  'inbound_invoices',
  'loans',
  'orders',
  'payments',
  'products',
  'providers',
  'requirement_steps',
  'salespersons',
] as const
