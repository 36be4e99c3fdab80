/** Tokens of programs that sign in through the helper API: a brief session and a refresh token good for one next session. */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Session, Sessions } from './sessions.ts'
import { tokenHash } from './token-hash.ts'

/** How long a program may be silent before it must sign in with its password again. */
const REFRESH_DAYS = 7

export type TokenPair = { readonly token: string; readonly refreshToken: string }

async function pairFor(db: Database, opened: { token: string; session: Session }): Promise<TokenPair> {
  const refreshToken = randomBytes(32).toString('base64url')
  await db.run(sql`
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
 * that was used before was copied by somebody: its whole family of sessions ends.
 */
export async function refreshPair(db: Database, sessions: Sessions, pair: TokenPair): Promise<TokenPair> {
  // one statement, so that of two callers with the same token one gets the next pair
  const used = await db.maybe<{ userId: number; family: number; signedInAt: string }>(sql`
    update refresh_tokens r set used_at = now()
    from sessions s
    where s.id = r.session_id and s.token_hash = ${tokenHash(pair.token)} and s.ended_at is null
      and r.token_hash = ${tokenHash(pair.refreshToken)} and r.used_at is null and r.expires_at > now()
    returning s.user_id as "userId", coalesce(s.family_id, s.id) as family, s.signed_in_at as "signedInAt"`)
  if (!used) {
    await endFamilyOfReused(db, sessions, pair.refreshToken)
    refuse('forbidden', 'refresh-token-refused')
  }
  await sessions.end(pair.token)
  return pairFor(db, await sessions.openBriefly(used.userId, { id: used.family, signedInAt: used.signedInAt }))
}

/** Ends the family of a refresh token that was used before; does nothing for any other. */
async function endFamilyOfReused(db: Database, sessions: Sessions, refreshToken: string): Promise<void> {
  const reused = await db.maybe<{ userId: number; family: number }>(sql`
    select s.user_id as "userId", coalesce(s.family_id, s.id) as family
    from refresh_tokens r join sessions s on s.id = r.session_id
    where r.token_hash = ${tokenHash(refreshToken)} and r.used_at is not null`)
  if (!reused) return
  await sessions.endFamily(reused.family)
  sessions.log.tokenReused(reused.userId)
}
