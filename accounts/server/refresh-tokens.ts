/** Signs in programs through the helper API. They get a short session and a refresh token for one further session. */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Use } from './session-use.ts'
import type { Session, Sessions } from './sessions.ts'
import { tokenHash } from './token-hash.ts'

/** After this many days without a request a program must sign in with its password again. */
const REFRESH_DAYS = 7

export type TokenPair = { readonly token: string; readonly refreshToken: string }

async function pairFor(rows: Rows, opened: { token: string; session: Session }): Promise<TokenPair> {
  const refreshToken = randomBytes(32).toString('base64url')
  await rows.run(sql`
    insert into refresh_tokens (session_id, token_hash, expires_at)
    values (${opened.session.id}, ${tokenHash(refreshToken)}, now() + make_interval(days => ${REFRESH_DAYS}))`)
  return { token: opened.token, refreshToken }
}

/** Signs a program in by e-mail and password. */
export async function signInProgram(
  db: Database,
  sessions: Sessions,
  { email, password, ...use }: { email: string; password: string } & Use,
): Promise<TokenPair> {
  return pairFor(db, await sessions.signInBriefly(email, password, use))
}

/**
 * Returns a new token pair for a pair and ends the old one. Refuses an unknown, expired or foreign refresh token. If a
 * token was used before, someone has copied it, so all sessions of its family end. The second of two callers with the
 * same token counts as such, even at the same moment (RFC 9700, 4.14.2).
 */
export async function refreshPair(db: Database, sessions: Sessions, pair: TokenPair): Promise<TokenPair> {
  const outcome = await db.transaction('locking', (tx) => useToken(tx, sessions, pair))
  // Other look-ups see the end of a session only after the commit. A session found just before must be dropped.
  sessions.forget()
  if ('pair' in outcome) return outcome.pair
  if (outcome.reusedBy !== null) sessions.log.tokenReused(outcome.reusedBy)
  refuse('forbidden', 'refresh-token-refused')
}

type Outcome = { readonly pair: TokenPair } | { readonly reusedBy: number | null }

/** Returns the next pair. If the token was used before, ends its family and returns the id of its user. */
async function useToken(tx: Rows, sessions: Sessions, pair: TokenPair): Promise<Outcome> {
  const hash = tokenHash(pair.refreshToken)
  const known = await tx.maybe<{ userId: number; family: number; signedInAt: string }>(sql`
    select s.user_id as "userId", coalesce(s.family_id, s.id) as family, s.signed_in_at as "signedInAt"
    from refresh_tokens r join sessions s on s.id = r.session_id where r.token_hash = ${hash}`)
  if (!known) return { reusedBy: null }
  await sessions.lockFamily(tx, known.family)
  // The token is read after the lock, so that a use by the previous holder of the lock is seen.
  const token = await tx.maybe<{ used: boolean; good: boolean }>(sql`
    select r.used_at is not null as used,
      s.token_hash = ${tokenHash(pair.token)} and s.ended_at is null and s.locked_at is null
        and r.expires_at > now() as good
    from refresh_tokens r join sessions s on s.id = r.session_id where r.token_hash = ${hash}`)
  if (token?.used) {
    await sessions.endFamily(tx, known.family)
    return { reusedBy: known.userId }
  }
  if (!token?.good) return { reusedBy: null }
  await tx.run(sql`update refresh_tokens set used_at = now() where token_hash = ${hash}`)
  // an administrator or a new password may have ended the session since it was read
  if ((await sessions.end(pair.token, tx)) === null) refuse('forbidden', 'refresh-token-refused')
  const opened = await sessions.openBriefly(tx, known.userId, { id: known.family, signedInAt: known.signedInAt })
  return { pair: await pairFor(tx, opened) }
}
