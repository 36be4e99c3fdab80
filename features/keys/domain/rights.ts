/** The right to manage the keys of programs. It is fixed, because a key may have the role of administrators. */
import { ADMIN, defineRights } from '#kernel/rights.ts'

export const keysRights = defineRights('keys', { write: { holders: ADMIN, fixed: true } })
