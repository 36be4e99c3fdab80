/** Reads the role that a session shows to an administrator, and acts in its place. */
import { type Holder, landingOf, may, type Role } from '#kernel/rights.ts'
import { sql } from '#server/db/database.ts'
import { roleRights } from '../../domain/rights.ts'
import type { SessionUser } from '../../domain/contract.ts'
import { type ChangedRights, rightChangesOf, sectionOfAccount } from '../user-row.ts'

/** What a session holds: the role, and the person whose records are shown. */
export type SeenAs = {
  readonly role: Role
  readonly userId: number | null
  readonly name: string | null
  readonly section: string | null
  readonly landing: string | null
}

/** Selects what the session `s` shows; null if it shows the own account. */
export const seenAs = sql`(case when s.seen_role is not null then (
  select jsonb_build_object('role', s.seen_role, 'userId', u.id, 'name', u.username, 'section', ${sectionOfAccount}, 'landing', u.landing)
  from (select 1) one left join users u on u.id = s.seen_user_id) end)`

/** Returns what a session shows, or null if the account may no longer change rights and sees only what is its own. */
export const seenBy = (own: Holder, seen: SeenAs | null): SeenAs | null => (may(own, roleRights.write) ? seen : null)

/**
 * Returns the account with the role that its session shows. Name and e-mail stay those of the administrator.
 */
export function withSeen(user: SessionUser, stored: SeenAs | null, changed: ChangedRights): SessionUser {
  const seen = seenBy({ role: user.actingRole, rightChanges: user.rightChanges }, stored)
  if (seen === null) return user
  const section = seen.role === 'section' ? seen.section : null
  // the role "section" is never stored: pages recognise it by the section
  const role = seen.role === 'section' ? 'user' : seen.role
  return {
    ...user,
    role,
    actingRole: seen.role,
    section,
    rightChanges: rightChangesOf(changed, seen.role),
    landing: landingOf({ landing: seen.landing, role, section }),
    seen: { role: seen.role, name: seen.name },
  }
}
