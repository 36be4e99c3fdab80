/** Tokens of programs that sign in through the helper API: a brief session and a refresh token good for one next session. */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Session, Sessions } from './sessions.ts'
import { tokenHash } from './token-hash.ts'

/** How long a program may be silent before it must sign in with its password again. */
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
  { email, password, address }: { email: string; password: string; address: string },
): Promise<TokenPair> {
  await db.run(sql`delete from refresh_tokens where expires_at < now() - make_interval(days => ${REFRESH_DAYS})`)
  return pairFor(db, await sessions.signInBriefly(email, password, address))
}

/**
 * The next pair for a pair, and the old one is worth nothing. Refuses an unknown, expired or foreign refresh token. One
 * that was used before was copied by somebody: its whole family of sessions ends. Of two callers with the same token the
 * second is such a one, however near they are: the session of the first ends with the others (RFC 9700, 4.14.2).
 */
export async function refreshPair(db: Database, sessions: Sessions, pair: TokenPair): Promise<TokenPair> {
  const outcome = await db.transaction('locking', (tx) => useToken(tx, sessions, pair))
  // the end of a session is seen by others from the commit on, and may have been looked up just before it
  sessions.forget()
  if ('pair' in outcome) return outcome.pair
  if (outcome.reusedBy !== null) sessions.log.tokenReused(outcome.reusedBy)
  refuse('forbidden', 'refresh-token-refused')
}

type Outcome = { readonly pair: TokenPair } | { readonly reusedBy: number | null }

/** Gives the next pair, or ends the family of a token that was used before and names whose it was. */
async function useToken(tx: Rows, sessions: Sessions, pair: TokenPair): Promise<Outcome> {
  const hash = tokenHash(pair.refreshToken)
  const known = await tx.maybe<{ userId: number; family: number; signedInAt: string }>(sql`
    select s.user_id as "userId", coalesce(s.family_id, s.id) as family, s.signed_in_at as "signedInAt"
    from refresh_tokens r join sessions s on s.id = r.session_id where r.token_hash = ${hash}`)
  if (!known) return { reusedBy: null }
  await sessions.lockFamily(tx, known.family)
  // read after the lock, so that the use of whoever held it is seen, and with it the session it opened
  const token = await tx.maybe<{ used: boolean; good: boolean }>(sql`
    select r.used_at is not null as used,
      s.token_hash = ${tokenHash(pair.token)} and s.ended_at is null and r.expires_at > now() as good
    from refresh_tokens r join sessions s on s.id = r.session_id where r.token_hash = ${hash}`)
  if (token?.used) {
    await sessions.endFamily(tx, known.family)
    return { reusedBy: known.userId }
  }
  if (!token?.good) return { reusedBy: null }
  await tx.run(sql`update refresh_tokens set used_at = now() where token_hash = ${hash}`)
  await sessions.end(pair.token, tx)
  const opened = await sessions.openBriefly(tx, known.userId, { id: known.family, signedInAt: known.signedInAt })
  return { pair: await pairFor(tx, opened) }
}
