import { type Rows, sql } from '#server/db/database.ts'
import { endBegunSignIns } from './second-factor/begun-sign-ins.ts'
import { endUsableSessions } from './session-use.ts'

/**
 * Ends all sessions of an account except those of the sign-in `except`, and the sign-ins that still wait for a code. Returns how
 * many sessions ended. A trigger notifies every process, which then refuses their tokens.
 */
export async function endSessions(tx: Rows, userId: number, except: number | null = null): Promise<number> {
  await endBegunSignIns(tx, userId)
  return endUsableSessions(
    tx,
    userId,
    sql`(${except}::bigint is null or ${except}::bigint not in (s.id, coalesce(s.family_id, s.id)))`,
  )
}
