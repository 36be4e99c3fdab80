/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['bank_layouts', 'bank_lines', 'bank_statements'] as const
export const reads = ['payments'] as const
