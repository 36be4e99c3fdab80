/** Rights to sign in and to manage accounts and their rights. They are fixed, because a change could lock every administrator out. */
import { type Role, ADMIN, defineRights, EVERY_ROLE } from '#kernel/rights.ts'

export const usersRights = {
  ...defineRights('session', { use: { holders: EVERY_ROLE, fixed: true } }),
  ...defineRights('users', { write: { holders: ADMIN, fixed: true } }),
}

/** The right to give rights to roles and to take them. */
export const roleRights = defineRights('rights', { write: { holders: ADMIN, fixed: true } })

/** The number of the record with the rights of each role (`role_rights`). It is stored in histories and never changes. */
export const RIGHTS_RECORD: Readonly<Record<Role, number>> = {
  admin: 1,
  user: 2,
  logistirio: 3,
  production: 4,
  operations: 5,
  driver: 6,
  section: 7,
}
