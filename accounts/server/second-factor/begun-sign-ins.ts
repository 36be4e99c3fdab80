/**
 * Sign-ins whose password was right and whose code is missing. Their token is no session: it only allows to enter the code, for a
 * few minutes.
 */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { tokenHash } from '../token-hash.ts'
import type { VerifiedUser } from '../verify-credentials.ts'

export const BEGUN_MINUTES = 5
/** The most expired rows that one sign-in deletes. */
const MOST_DELETED = 50

/**
 * Begins a sign-in and returns its token, which is stored only as a hash. It changes the row of the account, so that a new password
 * at the same moment either prevents the sign-in or ends it.
 */
export async function beginSignIn(rows: Rows, account: VerifiedUser, remember: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const begun = await rows.run(sql`
    with account as (
      update users set last_login_at = last_login_at
      where id = ${account.id} and password_hash = ${account.passwordHash} and status <> 'DISABLED'
        and factor_since is not null
      returning id)
    insert into begun_sign_ins (user_id, token_hash, remember, expires_at)
    select id, ${tokenHash(token)}, ${remember}, now() + make_interval(mins => ${BEGUN_MINUTES}) from account`)
  if (begun === 0) refuse('unauthenticated', 'wrong-credentials')
  await rows.run(sql`
    delete from begun_sign_ins where id in (
      select id from begun_sign_ins where expires_at < now() order by expires_at limit ${MOST_DELETED}
      for update skip locked)`)
  return token
}

export type BegunSignIn = {
  readonly userId: number
  readonly email: string
  readonly username: string
  readonly remember: boolean
}

const OPEN = sql`b.ended_at is null and b.expires_at > now()`

/** Returns a begun sign-in. Refuses one that has expired, ended, or led to a session already. */
export async function readBegunSignIn(rows: Rows, token: string): Promise<BegunSignIn> {
  const begun = await rows.maybe<BegunSignIn>(sql`
    select u.id as "userId", u.email, u.username, b.remember
    from begun_sign_ins b join users u on u.id = b.user_id
    where b.token_hash = ${tokenHash(token)} and ${OPEN} and u.status <> 'DISABLED' and u.factor_since is not null`)
  return begun ?? refuse('unauthenticated', 'users.sign-in-over')
}

/** Ends a begun sign-in that becomes a session. Refuses one that has ended in the meantime. */
export async function useBegunSignIn(rows: Rows, token: string): Promise<void> {
  const used = await rows.run(sql`
    update begun_sign_ins b set ended_at = now() where b.token_hash = ${tokenHash(token)} and ${OPEN}`)
  if (used === 0) refuse('unauthenticated', 'users.sign-in-over')
}

/** Ends every begun sign-in of an account. */
export const endBegunSignIns = (rows: Rows, userId: number): Promise<number> =>
  rows.run(sql`update begun_sign_ins set ended_at = now() where user_id = ${userId} and ended_at is null`)
