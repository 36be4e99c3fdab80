/** Rights to sign in and to manage accounts and their rights. They are fixed, because a change could lock every administrator out. */
import { ADMIN, defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const usersRights = {
  ...defineRights('session', { use: { holders: EVERY_ROLE, fixed: true } }),
  ...defineRights('users', { write: { holders: ADMIN, fixed: true } }),
}

/** The right to give rights to roles and to take them. */
export const roleRights = defineRights('rights', { write: { holders: ADMIN, fixed: true } })
