/** Lists the tables that this feature owns. */
export const owns = ['notes', 'files'] as const
