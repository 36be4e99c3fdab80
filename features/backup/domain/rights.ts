/** The right to make, fetch and restore backups. It is fixed, because a backup contains everything. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const backupRights = defineRights('backup', { manage: { holders: ADMIN, fixed: true } })
