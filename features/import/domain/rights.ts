import { ADMIN, defineRights } from '#kernel/rights.ts'

/** The right to import files and to undo an import. Ruling C-86 names its holders, so it is fixed. */
export const importRights = defineRights('import', { write: { holders: ADMIN, fixed: true } })
