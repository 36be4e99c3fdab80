/** Lists the tables that this feature owns. */
export const owns = ['preferences'] as const
