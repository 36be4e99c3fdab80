/** Reads whether a session is still valid, for open connections. Reading it does not extend the session. */
import { actingRole, type RightChanges, type Role } from '#kernel/rights.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { factorDemanded } from './second-factor/demand.ts'
import { type SeenAs, seenAs, seenBy } from './seeing/seen.ts'
import { type ChangedRights, changedRights, rightChangesOf, sectionOfAccount } from './user-row.ts'

export type SessionState = {
  readonly role: Role | null
  readonly section: string | null
  readonly rightChanges: RightChanges
  /** The time until the session ends without further use. */
  readonly millisecondsLeft: number
}

/** Returns the present state of a session. Null if it has ended, expired or is locked, or its account is closed or must first set up a second factor. */
export async function readSessionState(rows: Rows, sessionId: number): Promise<SessionState | null> {
  const row = await rows.maybe<{
    role: string | null
    section: string | null
    status: string
    changedRights: ChangedRights
    millisecondsLeft: number
    seen: SeenAs | null
  }>(sql`
    select u.role, ${sectionOfAccount} as section, ${changedRights} as "changedRights", u.status, ${seenAs} as seen,
      ceil(extract(epoch from s.expires_at - now()) * 1000)::bigint as "millisecondsLeft"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null and s.locked_at is null and s.expires_at > now() and u.status <> 'DISABLED'
      and not ${factorDemanded}`)
  if (!row) return null
  const own = row.status === 'ACTIVE' ? actingRole(row) : null
  const seen = seenBy({ role: own, rightChanges: rightChangesOf(row.changedRights, own) }, row.seen)
  const role = seen?.role ?? own
  return {
    role,
    section: role === 'section' ? (seen ?? row).section : null,
    rightChanges: rightChangesOf(row.changedRights, role),
    millisecondsLeft: row.millisecondsLeft,
  }
}
