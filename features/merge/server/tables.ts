/** Lists the tables that this feature owns. The tables of others change by the references that their features declare. */
export const owns = ['merges', 'merged_references'] as const
