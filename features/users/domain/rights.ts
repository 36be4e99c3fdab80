/** Rights to sign in and to manage accounts. */
import { ADMIN, defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const usersRights = {
  ...defineRights('session', { use: EVERY_ROLE }),
  ...defineRights('users', { write: ADMIN }),
}
