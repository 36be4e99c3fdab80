/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['received_notes', 'received_answers'] as const
export const reads = ['customers', 'providers'] as const
