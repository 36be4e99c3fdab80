import { sql } from '#server/db/database.ts'

/**
 * Selects the section whose account name is the first name of the account `u`; null for any other first name (C-03). A sigma at
 * the end counts like any other, because capital letters do not tell them apart.
 */
export const sectionOfAccount = sql`(select s.name from sections s
  where replace(s.account_name, 'ς', 'σ') = replace(lower(btrim(u.first_name)), 'ς', 'σ') order by s.id limit 1)`

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
