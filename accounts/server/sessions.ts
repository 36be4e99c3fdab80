/** Opens, finds, extends and ends sessions. Tokens are stored only as hashes. */
import { randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { SessionUser } from '../domain/contract.ts'
import { SignInLog } from './sign-in-log.ts'
import { tokenHash } from './token-hash.ts'
import { noteUse, type Use, USE_MINUTES, userAgentOf } from './session-use.ts'
import { factorDemanded } from './second-factor/demand.ts'
import { type SeenAs, seenAs, withSeen } from './seeing/seen.ts'
import { changedRights, readUserRow, sectionOfAccount, sessionUser, type UserRow } from './user-row.ts'
import { accountStill, type Credentials, type VerifiedUser, verifyCredentials } from './verify-credentials.ts'

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
  /** The account must set up a second factor before it may do anything else. */
  readonly factorDemanded: boolean
}

const actorOf = (user: SessionUser, sessionId: number, seen: SeenAs | null = null): Actor => ({
  sessionId,
  userId: (user.seen && seen?.userId) ?? user.id,
  // shipments without an account belong to the driver whose name they carry
  name: user.seen?.name ?? user.username,
  role: user.actingRole,
  section: user.section,
  rightChanges: user.rightChanges,
  ...(user.seen && { seeing: true }),
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
   * `device` is the token in the device's cookie. For callers that cannot ask for a code: refuses an account that needs one.
   */
  async signIn(
    email: string,
    password: string,
    remember: boolean,
    address: string,
    device: string | null = null,
    userAgent = '',
  ): Promise<{ token: string; session: Session }> {
    const verified = await this.verify({ email, password, address, device })
    return this.open(verified, remember, { address, userAgent })
  }

  /** Checks e-mail and password, without opening a session. */
  verify(credentials: Credentials): Promise<VerifiedUser> {
    return verifyCredentials(this.#db, this.log, credentials)
  }

  /** Opens a session of a verified account. Refuses one that needs a code. */
  async open(verified: VerifiedUser, remember: boolean, use: Use, brief = false) {
    if (verified.needsCode) refuse('forbidden', 'users.code-needed')
    return this.#open(verified, remember, brief, { account: accountStill(verified), use })
  }

  /** Opens the session of a sign-in whose password and code were right. */
  async openAfterCode(rows: Rows, userId: number, remember: boolean, use: Use) {
    const account = sql`
      update users set last_login_at = now() where id = ${userId} and status <> 'DISABLED' returning id`
    return this.#open(await readUserRow(rows, userId), remember, false, { rows, account, use })
  }

  /** Signs a program in. The session ends after half an hour, even if it is used. */
  async signInBriefly(email: string, password: string, use: Use): Promise<{ token: string; session: Session }> {
    const verified = await this.verify({ email, password, address: use.address, device: null })
    return this.open(verified, false, use, true)
  }

  /**
   * Opens a short session in the family of an earlier one. The person proved their identity in another way. Refuses a
   * closed account, and a family whose password was entered too long ago.
   */
  async openBriefly(rows: Rows, userId: number, family: Family): Promise<{ token: string; session: Session }> {
    const row = await readUserRow(rows, userId)
    const { over } = await rows.one<{ over: boolean }>(sql`
      select ${family.signedInAt}::timestamptz + make_interval(days => ${MOST_DAYS}) <= now() as over`)
    if (row.status === 'DISABLED' || over) refuse('forbidden', 'session-ended')
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
    const stored = await rows.maybe<{ id: number; expiresAt: string; factorDemanded: boolean }>(sql`
      with account as (${account ?? sql`select ${row.id}::bigint as id`})
      insert into sessions (user_id, token_hash, remember, sliding, signed_in_at, family_id, expires_at, address, user_agent)
      select account.id, ${tokenHash(token)}, ${remember}, ${!brief}, begun, ${family?.id ?? null}::bigint,
        least(now() + make_interval(mins => ${minutes}), begun + make_interval(days => ${MOST_DAYS})),
        coalesce(earlier.address, ${use?.address ?? ''}), coalesce(earlier.user_agent, ${userAgentOf(use)})
      from account, (select coalesce(${family?.signedInAt ?? null}::timestamptz, now()) as begun) as chain
      left join sessions earlier on earlier.id = ${family?.id ?? null}::bigint
      returning id, expires_at as "expiresAt",
        (select ${factorDemanded} from users u where u.id = ${row.id}) as "factorDemanded"`)
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
        factorDemanded: stored.factorDemanded,
      },
    }
  }

  /**
   * Returns the session of a token like `findEvenLocked`. Refuses one whose screen is locked, and one whose account must first set
   * up a second factor, unless it is `settingUp`.
   */
  async find(token: string, use: Use | null = null, settingUp = false): Promise<Session> {
    const session = await this.findEvenLocked(token, use)
    if (session.locked) refuse('forbidden', 'session-locked')
    if (session.factorDemanded && !settingUp) refuse('forbidden', 'users.factor-demanded')
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
        factorDemanded: boolean
        seen: SeenAs | null
      }
    >(sql`
      select s.id as "sessionId", s.expires_at as "expiresAt", s.remember,
        s.ended_at is not null as ended, s.expires_at <= now() as expired,
        s.sliding and s.expires_at < s.signed_in_at + make_interval(days => ${MOST_DAYS}) and s.expires_at - now() < make_interval(hours => (case when s.remember then ${HOURS.remembered}::int else ${HOURS.day}::int end) / 2) as stale,
        u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.landing, u.status,
        ${sectionOfAccount} as section, ${changedRights} as "changedRights", u.last_login_at as "lastLoginAt",
        ${factorDemanded} as "factorDemanded", ${seenAs} as seen, s.locked_at is not null as locked, s.address, s.last_used_at < now() - make_interval(mins => ${USE_MINUTES}) as idle
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
    const user = withSeen(sessionUser(row), row.seen, row.changedRights)
    const session: Session = {
      id: row.sessionId,
      user,
      actor: actorOf(user, row.sessionId, row.seen),
      lastLoginAt: row.lastLoginAt,
      expiresAt,
      remember: row.remember,
      locked: row.locked,
      factorDemanded: row.factorDemanded,
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
      const { sliding, ...family } = await tx.one<Family & { sliding: boolean }>(sql`
        select coalesce(family_id, id) as id, signed_in_at as "signedInAt", sliding from sessions where id = ${old.id}`)
      await this.lockFamily(tx, family.id)
      if ((await this.end(token, tx)) === null) refuse('forbidden', 'session-ended')
      return this.#open(await readUserRow(tx, old.user.id), old.remember, !sliding, { family, rows: tx })
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
