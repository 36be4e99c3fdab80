/** The right to manage the keys of programs. A key may have the role of administrators, so nobody can give this right. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const keysRights = defineRights('keys', { write: { holders: ADMIN, fixed: true } })
