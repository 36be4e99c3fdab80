/** Whether a session still stands, asked by whoever holds it open: asking does not prolong it. */
import { actingRole, type Role, workshopOf } from '#kernel/rights.ts'
import { type Rows, sql } from '#server/db/database.ts'

export type Standing = {
  readonly role: Role | null
  readonly section: string | null
  /** Until the session ends if nothing prolongs it. */
  readonly millisecondsLeft: number
}

/** The session as it stands now; null when it has ended, expired, or its account is closed. */
export async function readStanding(rows: Rows, sessionId: number): Promise<Standing | null> {
  const row = await rows.maybe<{
    role: string | null
    firstName: string
    status: string
    millisecondsLeft: number
  }>(sql`
    select u.role, u.first_name as "firstName", u.status,
      ceil(extract(epoch from s.expires_at - now()) * 1000)::bigint as "millisecondsLeft"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > now() and u.status <> 'DISABLED'`)
  if (!row) return null
  const role = row.status === 'ACTIVE' ? actingRole(row) : null
  return {
    role,
    section: role === 'section' ? workshopOf(row.firstName) : null,
    millisecondsLeft: row.millisecondsLeft,
  }
}
