/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['saved_views', 'view_alerts'] as const
export const reads = ['preferences'] as const
