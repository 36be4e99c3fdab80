/** The right to manage the keys of programs. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const keysRights = defineRights('keys', { write: ADMIN })
