/** Lists the tables that this feature owns. Records are written by the features that own them. */
export const owns = ['imports', 'import_lines', 'import_columns'] as const
export const reads = ['customers', 'products', 'providers', 'salespersons'] as const
