import { actingRole, landingOf, type RightChanges, type Role, TODAY_PAGE } from '#kernel/rights.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { SessionUser } from '../domain/contract.ts'

/**
 * Selects the first names with which an account acts as the section `s` (C-03): the account name, the name and the other spellings (C-19),
 * without accents, case and the final sigma. A section without an account name has none.
 */
export const firstNamesOfSection = sql`(case when s.account_name is null then '{}'
  else array(select fold(one) from unnest(s.aliases || array[s.account_name, s.name]) one where one <> '') end)`

/** Selects the section as which the account `u` acts by its first name; null for any other first name. */
export const sectionOfAccount = sql`(select s.name from sections s where fold(btrim(u.first_name)) = any(${firstNamesOfSection})
  order by fold(s.account_name) = fold(btrim(u.first_name)) desc, s.id limit 1)`

/** Selects what administrators changed in the rights of each role; null if no role differs from the declarations. */
export const changedRights = sql`(select jsonb_object_agg(r.role, r.changes) from role_rights r where r.changes <> '{}')`

/** The answer of `changedRights`. */
export type ChangedRights = Readonly<Record<string, RightChanges>> | null

const UNCHANGED: RightChanges = {}

/** Returns what is changed for the role with which somebody acts. */
export const rightChangesOf = (changed: ChangedRights, role: Role | null): RightChanges =>
  (role === null ? undefined : changed?.[role]) ?? UNCHANGED

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
  changedRights: ChangedRights
  status: string
  lastLoginAt: string | null
}

/** Returns an account as sign-in and sessions read it. */
export const readUserRow = (rows: Rows, userId: number): Promise<UserRow> =>
  rows.one<UserRow>(sql`
    select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
      ${sectionOfAccount} as section, ${changedRights} as "changedRights", last_login_at as "lastLoginAt"
    from users u where id = ${userId}`)

/** Returns the data of an account that pages have. */
export function sessionUser(row: UserRow): SessionUser {
  const account = { role: row.role, section: row.section, landing: row.landing }
  const acting = row.status === 'ACTIVE' ? actingRole(account) : null
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    actingRole: acting,
    section: acting === 'section' ? row.section : null,
    rightChanges: rightChangesOf(row.changedRights, acting),
    landing: row.status === 'ACTIVE' ? landingOf(account) : TODAY_PAGE,
  }
}
