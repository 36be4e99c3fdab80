/**
 * The rights to save own views of the lists that a person may read, to share them, and to change and delete the shared views of
 * others.
 */
import { ADMIN, defineRights, OFFICE } from '#kernel/rights.ts'

export const viewsRights = defineRights('views', { keep: OFFICE, share: OFFICE, manage: ADMIN })
