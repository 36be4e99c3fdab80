/** Lists the tables that this feature owns. */
export const owns = ['settings'] as const
