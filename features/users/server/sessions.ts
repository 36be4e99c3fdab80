/** Opens, finds, extends and ends sessions. Tokens are stored only as hashes. */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { actingRole, landingOf } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { SessionUser } from '../domain/contract.ts'
import { type VerifiedUser, verifyCredentials } from './verify-credentials.ts'
import { SignInLog } from './sign-in-log.ts'
import { tokenHash } from './token-hash.ts'
import { noteUse, type Use, USE_MINUTES, userAgentOf } from './profile/session-use.ts'
import { changedRights, rightChangesOf, sectionOfAccount, type UserRow } from './user-row.ts'

/** How long an unused session is valid, in hours: half a day, or 30 days with "remember me". */
const HOURS = { day: 12, remembered: 30 * 24 } as const
/** The life of a session of a program with a refresh token, in minutes. Use does not extend it. */
const BRIEF_MINUTES = 30
/** A session ends this many days after the password was entered, however often it is used or renewed. */
const MOST_DAYS = 90
/** A session found in the database is reused for this time without another look-up. */
const TRUST_MILLISECONDS = 2_000

export type Session = {
  readonly id: number
  readonly user: SessionUser
  readonly actor: Actor
  readonly lastLoginAt: string | null
  readonly expiresAt: string
  readonly remember: boolean
  /** The person has locked the screen. */
  readonly locked: boolean
}

function sessionUser(row: UserRow): SessionUser {
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
    landing: row.status === 'ACTIVE' ? landingOf(account) : '/dashboard',
  }
}

const actorOf = (user: SessionUser, sessionId: number): Actor => ({
  sessionId,
  userId: user.id,
  name: user.username,
  role: user.actingRole,
  section: user.section,
  rightChanges: user.rightChanges,
})

/** What a new session begins with, besides its account. */
type Opening = {
  readonly family?: Family | null
  readonly rows?: Rows
  /** Selects the account if it may still sign in. */
  readonly account?: Sql
  readonly use?: Use | null
}

/** The data that a session takes over from the previous one. `id` is the first session of the chain. */
export type Family = { readonly id: number; readonly signedInAt: string }

/**
 * Selects a verified account if it still has the password that was checked and was not closed meanwhile. It changes the row of
 * the account, so that a new password or a deactivation at the same moment either prevents the session or ends it.
 */
const accountStill = ({ id, passwordHash }: VerifiedUser): Sql => sql`
  update users set last_login_at = now()
  where id = ${id} and password_hash = ${passwordHash} and status <> 'DISABLED' returning id`

export class Sessions {
  readonly #db: Database
  readonly #trusted = new Map<string, { session: Session; until: number }>()
  /** Counts the calls of `forget`. A look-up that began before the last call must not be reused. */
  #forgotten = 0
  readonly log: SignInLog

  constructor(db: Database, log: SignInLog = new SignInLog()) {
    this.#db = db
    this.log = log
  }

  /**
   * Checks e-mail and password and opens a session. Refuses an unknown e-mail in the same way and after the same time.
   * `device` is the token in the device's cookie.
   */
  async signIn(
    email: string,
    password: string,
    remember: boolean,
    address: string,
    device: string | null = null,
    userAgent = '',
  ): Promise<{ token: string; session: Session }> {
    const verified = await verifyCredentials(this.#db, this.log, { email, password, address, device })
    return this.#open(verified, remember, false, { account: accountStill(verified), use: { address, userAgent } })
  }

  /** Signs a program in. The session ends after half an hour, even if it is used. */
  async signInBriefly(email: string, password: string, use: Use): Promise<{ token: string; session: Session }> {
    const { address } = use
    const verified = await verifyCredentials(this.#db, this.log, { email, password, address, device: null })
    return this.#open(verified, false, true, { account: accountStill(verified), use })
  }

  /**
   * Opens a short session in the family of an earlier one. The person proved their identity in another way. Refuses a
   * closed account, and a family whose password was entered too long ago.
   */
  async openBriefly(rows: Rows, userId: number, family: Family): Promise<{ token: string; session: Session }> {
    const row = await rows.one<UserRow & { over: boolean }>(sql`
      select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
        ${sectionOfAccount} as section, ${changedRights} as "changedRights", last_login_at as "lastLoginAt",
        ${family.signedInAt}::timestamptz + make_interval(days => ${MOST_DAYS}) <= now() as over
      from users u where id = ${userId}`)
    if (row.status === 'DISABLED' || row.over) refuse('forbidden', 'session-ended')
    return this.#open(row, false, true, { family, rows })
  }

  async #open(
    row: UserRow,
    remember: boolean,
    brief = false,
    { family = null, rows = this.#db, account, use = null }: Opening,
  ): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url')
    const minutes = brief ? BRIEF_MINUTES : 60 * (remember ? HOURS.remembered : HOURS.day)
    const stored = await rows.maybe<{ id: number; expiresAt: string }>(sql`
      with account as (${account ?? sql`select ${row.id}::bigint as id`})
      insert into sessions (user_id, token_hash, remember, sliding, signed_in_at, family_id, expires_at, address, user_agent)
      select account.id, ${tokenHash(token)}, ${remember}, ${!brief}, begun, ${family?.id ?? null}::bigint,
        least(now() + make_interval(mins => ${minutes}), begun + make_interval(days => ${MOST_DAYS})),
        coalesce(earlier.address, ${use?.address ?? ''}), coalesce(earlier.user_agent, ${userAgentOf(use)})
      from account, (select coalesce(${family?.signedInAt ?? null}::timestamptz, now()) as begun) as chain
      left join sessions earlier on earlier.id = ${family?.id ?? null}::bigint
      returning id, expires_at as "expiresAt"`)
    if (!stored) refuse('unauthenticated', 'wrong-credentials')
    const user = sessionUser(row)
    return {
      token,
      session: {
        id: stored.id,
        user,
        actor: actorOf(user, stored.id),
        lastLoginAt: row.lastLoginAt,
        expiresAt: stored.expiresAt,
        remember,
        locked: false,
      },
    }
  }

  /** Returns the session of a token like `findEvenLocked`. Refuses one whose screen is locked. */
  async find(token: string, use: Use | null = null): Promise<Session> {
    const session = await this.findEvenLocked(token, use)
    if (session.locked) refuse('forbidden', 'session-locked')
    return session
  }

  /**
   * Returns the session of a token, and notes from where it is used. Refuses an unknown or expired one with 401, and one that
   * was signed out with 403.
   */
  async findEvenLocked(token: string, use: Use | null = null): Promise<Session> {
    const hash = tokenHash(token)
    const trusted = this.#trusted.get(hash)
    if (trusted && trusted.until > performance.now()) return trusted.session
    const forgotten = this.#forgotten
    const row = await this.#db.maybe<
      UserRow & {
        sessionId: number
        expiresAt: string
        remember: boolean
        ended: boolean
        expired: boolean
        stale: boolean
        address: string
        idle: boolean
        locked: boolean
      }
    >(sql`
      select s.id as "sessionId", s.expires_at as "expiresAt", s.remember,
        s.ended_at is not null as ended, s.expires_at <= now() as expired,
        s.sliding and s.expires_at < s.signed_in_at + make_interval(days => ${MOST_DAYS}) and s.expires_at - now() < make_interval(hours => (case when s.remember then ${HOURS.remembered}::int else ${HOURS.day}::int end) / 2) as stale,
        u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.landing, u.status,
        ${sectionOfAccount} as section, ${changedRights} as "changedRights", u.last_login_at as "lastLoginAt",
        s.locked_at is not null as locked, s.address, s.last_used_at < now() - make_interval(mins => ${USE_MINUTES}) as idle
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${hash}`)
    if (!row || row.status === 'DISABLED') refuse('unauthenticated', 'session-unknown')
    if (row.ended) refuse('forbidden', 'session-ended')
    if (row.expired) refuse('unauthenticated', 'session-expired')
    let expiresAt = row.expiresAt
    if (row.stale) {
      // Use extends a session once half of its life is over.
      const hours = row.remember ? HOURS.remembered : HOURS.day
      const renewed = await this.#db.one<{ expiresAt: string }>(sql`
        update sessions set expires_at = least(now() + make_interval(hours => ${hours}),
          signed_in_at + make_interval(days => ${MOST_DAYS}))
        where id = ${row.sessionId} returning expires_at as "expiresAt"`)
      expiresAt = renewed.expiresAt
    }
    if (use && (row.idle || row.address !== use.address)) await noteUse(this.#db, row.sessionId, use)
    const user = sessionUser(row)
    const session: Session = {
      id: row.sessionId,
      user,
      actor: actorOf(user, row.sessionId),
      lastLoginAt: row.lastLoginAt,
      expiresAt,
      remember: row.remember,
      locked: row.locked,
    }
    if (this.#trusted.size > 5_000) this.#trusted.clear()
    if (forgotten === this.#forgotten)
      this.#trusted.set(hash, { session, until: performance.now() + TRUST_MILLISECONDS })
    return session
  }

  /**
   * Ends a session that another one replaces, so that its token is refused from now on. Returns the id of its user, or null if
   * it had ended before or its screen is locked: a new session would be open.
   */
  async end(token: string, rows: Rows = this.#db): Promise<number | null> {
    const hash = tokenHash(token)
    this.#trusted.delete(hash)
    const ended = await rows.maybe<{ userId: number }>(sql`
      update sessions set ended_at = now() where token_hash = ${hash} and ended_at is null and locked_at is null
      returning user_id as "userId"`)
    return ended?.userId ?? null
  }

  /**
   * Signs out: ends every session of the sign-in to which the token belongs, also the one that replaced it. Returns the id of
   * the user, or null if all of them had ended before.
   */
  async signOut(token: string): Promise<number | null> {
    const userId = await this.#db.transaction('locking', async (tx) => {
      const known = await tx.maybe<{ userId: number; family: number }>(sql`
        select user_id as "userId", coalesce(family_id, id) as family from sessions where token_hash = ${tokenHash(token)}`)
      if (!known) return null
      await this.lockFamily(tx, known.family)
      return (await this.endFamily(tx, known.family)) > 0 ? known.userId : null
    })
    this.forget()
    return userId
  }

  /** Returns a new token for a valid session and ends the old one. */
  async renew(token: string): Promise<{ token: string; session: Session }> {
    const old = await this.find(token)
    const renewed = await this.#db.transaction('locking', async (tx) => {
      const row = await tx.one<UserRow & { sliding: boolean; family: number; signedInAt: string }>(sql`
        select u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.landing, u.status,
          ${sectionOfAccount} as section, ${changedRights} as "changedRights", u.last_login_at as "lastLoginAt", s.sliding, coalesce(s.family_id, s.id) as family, s.signed_in_at as "signedInAt"
        from sessions s join users u on u.id = s.user_id where s.id = ${old.id}`)
      await this.lockFamily(tx, row.family)
      if ((await this.end(token, tx)) === null) refuse('forbidden', 'session-ended')
      const family = { id: row.family, signedInAt: row.signedInAt }
      return this.#open(row, old.remember, !row.sliding, { family, rows: tx })
    })
    this.forget()
    return renewed
  }

  /**
   * Locks a family until the end of the transaction. Ending a family and opening a session in it must not run at the
   * same time.
   */
  async lockFamily(tx: Rows, id: number): Promise<void> {
    await tx.run(sql`select id from sessions where id = ${id} for update`)
  }

  /**
   * Ends all sessions of a locked family, and returns how many. Their refresh tokens are refused from now on. The caller
   * calls `forget` after the commit.
   */
  async endFamily(tx: Rows, id: number): Promise<number> {
    return tx.run(sql`
      update sessions set ended_at = now() where (id = ${id} or family_id = ${id}) and ended_at is null`)
  }

  /** Drops all reused look-ups after a session has ended or an account has changed, in this or another process. */
  forget(): void {
    this.#forgotten += 1
    this.#trusted.clear()
  }
}
