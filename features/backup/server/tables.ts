/** Lists the tables that this feature owns, and those that its SQL reads. What a backup contains is read by name (contents/table-list.ts). */
export const owns = ['backups', 'restores'] as const
export const reads = ['photos', 'settings', 'users'] as const
