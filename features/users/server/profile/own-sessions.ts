/** The own sessions: which devices are signed in, and the end of those that should not be. */
import { refuse } from '#kernel/refusal.ts'
import { command, query, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../../domain/own-sessions-contract.ts'
import { endSessions } from '#accounts/server/end-sessions.ts'
import { deviceOf } from './device.ts'
import { endUsableSessions, signInOf, USABLE_SESSIONS } from '#accounts/server/session-use.ts'

/** A person has few sessions; programs that never sign out may have many. */
const MOST_SHOWN = 100

type Stored = { id: number; signedInAt: string; lastUsedAt: string; address: string; userAgent: string }

export const ownSessionsQuery = query(contract.ownSessions, async ({ rows, actor }) => {
  const sessions = await rows.many<Stored>(sql`
    select s.id, s.signed_in_at as "signedInAt", s.last_used_at as "lastUsedAt", s.address, s.user_agent as "userAgent"
    from sessions s where s.user_id = ${actor.userId}::bigint and ${USABLE_SESSIONS}
    order by s.id = ${actor.sessionId ?? null}::bigint desc, s.last_used_at desc, s.id desc limit ${MOST_SHOWN}`)
  return {
    sessions: sessions.map(({ userAgent, ...session }) => ({
      ...session,
      device: deviceOf(userAgent),
      isThis: session.id === actor.sessionId,
    })),
  }
})

const recordEnd = ({ record, actor }: Work, ended: number): void => {
  if (ended > 0 && actor.userId !== null)
    record({ entity: 'users', id: actor.userId, changes: { sessionsEnded: [null, ended] } })
}

/** Ends every session of the sign-in to which an own session belongs. One that has ended already is no failure. */
export const endOwnSessionCommand = command(contract.endOwnSession, async (work, { id }) => {
  const { tx, actor } = work
  const userId = actor.userId ?? 0
  if (id === actor.sessionId) refuse('refused', 'users.this-session')
  const signIn = await signInOf(tx, userId, id)
  if (signIn !== null) await tx.run(sql`select id from sessions where id = ${signIn} for update`)
  const ended = await endUsableSessions(tx, userId, sql`coalesce(s.family_id, s.id) = ${signIn}::bigint`)
  recordEnd(work, ended)
  return { ended }
})

export const endOtherSessionsCommand = command(contract.endOtherSessions, async (work) => {
  const { tx, actor } = work
  const userId = actor.userId ?? 0
  const ended = await endSessions(tx, userId, await signInOf(tx, userId, actor.sessionId ?? 0))
  recordEnd(work, ended)
  return { ended }
})
