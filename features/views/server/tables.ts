/** Lists the tables that this feature owns. */
export const owns = ['saved_views'] as const
