import { sql } from '#server/db/database.ts'

/** Selects the section whose account name is the first name of the account `u`; null for any other first name (C-03). */
export const sectionOfAccount = sql`(select s.name from sections s where s.account_name = lower(btrim(u.first_name)))`

/** The columns of an account that sign-in and sessions read. */
export type UserRow = {
  id: number
  email: string
  username: string
  firstName: string
  lastName: string
  role: string | null
  /** The section of a workshop account. */
  section: string | null
  landing: string | null
  status: string
  lastLoginAt: string | null
}
