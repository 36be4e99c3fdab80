/** Sessions: who a token belongs to, for how long, and how it ends. Tokens are stored as hashes only. */
import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#kernel/refusal.ts'
import { actingRole, landingOf, workshopOf } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { SessionUser } from '../domain/contract.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

/** How long a session lives without use: half a day, or 30 days with "remember me". */
const HOURS = { day: 12, remembered: 30 * 24 } as const
/** How long the session of a program lives that renews it by a refresh token; use does not prolong it. */
const BRIEF_MINUTES = 30
/** Wrong passwords an e-mail address may gather in the window, and an internet address for all its e-mails. */
const TRIES = { email: 10, address: 100, minutes: 15 } as const
/** How long a session once looked up is trusted without asking the database again. */
const TRUST_MILLISECONDS = 2_000

export type Session = {
  readonly id: number
  readonly user: SessionUser
  readonly actor: Actor
  readonly lastLoginAt: string | null
  readonly expiresAt: string
  readonly remember: boolean
}

type UserRow = {
  id: number
  email: string
  username: string
  firstName: string
  lastName: string
  role: string | null
  landing: string | null
  status: string
  lastLoginAt: string | null
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64')

function sessionUser(row: UserRow): SessionUser {
  const account = { role: row.role, firstName: row.firstName, landing: row.landing }
  const acting = row.status === 'ACTIVE' ? actingRole(account) : null
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    actingRole: acting,
    section: acting === 'section' ? workshopOf(row.firstName) : null,
    landing: row.status === 'ACTIVE' ? landingOf(account) : '/dashboard',
  }
}

const actorOf = (user: SessionUser): Actor => ({
  userId: user.id,
  name: user.username,
  role: user.actingRole,
  section: user.section,
})

// compared against when the e-mail is unknown, so that the answer takes as long
const absent = hashPassword('nobody has this password')

/**
 * Counts a try before the password is looked at, so that tries sent all at once are counted too; refused when there were
 * too many, against the e-mail or the internet address.
 */
async function countTry(db: Rows, email: string, address: string): Promise<void> {
  await db.run(sql`insert into sign_in_attempts (subject) values (${email}), (${address})`)
  const counts = await db.one<{ byEmail: number; byAddress: number }>(sql`
    select count(*) filter (where subject = ${email})::int as "byEmail",
      count(*) filter (where subject = ${address})::int as "byAddress"
    from sign_in_attempts
    where subject in (${email}, ${address}) and at > now() - make_interval(mins => ${TRIES.minutes})`)
  if (counts.byEmail <= TRIES.email && counts.byAddress <= TRIES.address) return
  // whoever waits as told is not held up longer by having asked meanwhile
  await forgetTry(db, email)
  await forgetTry(db, address)
  refuse('tooMany', 'too-many-tries', { retryAfterSeconds: TRIES.minutes * 60, minutes: TRIES.minutes })
}

/** Takes the newest try of a subject back. */
async function forgetTry(db: Rows, subject: string): Promise<void> {
  await db.run(sql`
    delete from sign_in_attempts where ctid = (
      select ctid from sign_in_attempts where subject = ${subject} order by at desc limit 1)`)
}

export class Sessions {
  readonly #db: Database
  readonly #trusted = new Map<string, { session: Session; until: number }>()
  /** How often what is trusted was forgotten: what was read before that is not trusted after it. */
  #forgotten = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Checks e-mail and password and opens a session; the same refusal and effort for an unknown e-mail. */
  async signIn(
    email: string,
    password: string,
    remember: boolean,
    address: string,
  ): Promise<{ token: string; session: Session }> {
    return this.#open(await this.#prove(email, password, address), remember)
  }

  /** As `signIn`, for a program: a session that ends after half an hour, used or not. */
  async signInBriefly(email: string, password: string, address: string): Promise<{ token: string; session: Session }> {
    return this.#open(await this.#prove(email, password, address), false, true)
  }

  /** A brief session for someone who proved in another way who they are; refused when the account is closed. */
  async openBriefly(userId: number): Promise<{ token: string; session: Session }> {
    const row = await this.#db.one<UserRow>(sql`
      select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
        last_login_at as "lastLoginAt"
      from users where id = ${userId}`)
    if (row.status === 'DISABLED') refuse('forbidden', 'session-ended')
    return this.#open(row, false, true)
  }

  async #prove(email: string, password: string, address: string): Promise<UserRow> {
    // the database holds no NUL: an address with one belongs to nobody
    const folded = email.trim().toLowerCase().replaceAll('\u0000', '\ufffd')
    await countTry(this.#db, folded, address)
    const row = await this.#db.maybe<UserRow & { passwordHash: string }>(sql`
      select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
        last_login_at as "lastLoginAt", password_hash as "passwordHash"
      from users where email = ${folded}`)
    const matches = await passwordMatches(password, row?.passwordHash ?? (await absent))
    if (!row || !matches || row.status === 'DISABLED') refuse('unauthenticated', 'wrong-credentials')
    await this.#db.run(sql`delete from sign_in_attempts where subject = ${folded}`)
    await forgetTry(this.#db, address)
    await this.#db.run(sql`update users set last_login_at = now() where id = ${row.id}`)
    return row
  }

  async #open(row: UserRow, remember: boolean, brief = false): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url')
    const minutes = brief ? BRIEF_MINUTES : 60 * (remember ? HOURS.remembered : HOURS.day)
    const stored = await this.#db.one<{ id: number; expiresAt: string }>(sql`
      insert into sessions (user_id, token_hash, remember, sliding, expires_at)
      values (${row.id}, ${hashOf(token)}, ${remember}, ${!brief}, now() + make_interval(mins => ${minutes}))
      returning id, expires_at as "expiresAt"`)
    const user = sessionUser(row)
    return {
      token,
      session: {
        id: stored.id,
        user,
        actor: actorOf(user),
        lastLoginAt: row.lastLoginAt,
        expiresAt: stored.expiresAt,
        remember,
      },
    }
  }

  /** The session of a token: refused as 401 when unknown or expired, as 403 when it was signed out. */
  async find(token: string): Promise<Session> {
    const hash = hashOf(token)
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
      }
    >(sql`
      select s.id as "sessionId", s.expires_at as "expiresAt", s.remember,
        s.ended_at is not null as ended, s.expires_at <= now() as expired,
        s.sliding and s.expires_at - now() < make_interval(hours => (case when s.remember then ${HOURS.remembered}::int else ${HOURS.day}::int end) / 2) as stale,
        u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.landing, u.status,
        u.last_login_at as "lastLoginAt"
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${hash}`)
    if (!row || row.status === 'DISABLED') refuse('unauthenticated', 'session-unknown')
    if (row.ended) refuse('forbidden', 'session-ended')
    if (row.expired) refuse('unauthenticated', 'session-expired')
    let expiresAt = row.expiresAt
    if (row.stale) {
      // whoever works stays signed in: half way through, the session is renewed
      const hours = row.remember ? HOURS.remembered : HOURS.day
      const renewed = await this.#db.one<{ expiresAt: string }>(sql`
        update sessions set expires_at = now() + make_interval(hours => ${hours})
        where id = ${row.sessionId} returning expires_at as "expiresAt"`)
      expiresAt = renewed.expiresAt
    }
    const user = sessionUser(row)
    const session: Session = {
      id: row.sessionId,
      user,
      actor: actorOf(user),
      lastLoginAt: row.lastLoginAt,
      expiresAt,
      remember: row.remember,
    }
    if (this.#trusted.size > 5_000) this.#trusted.clear()
    if (forgotten === this.#forgotten)
      this.#trusted.set(hash, { session, until: performance.now() + TRUST_MILLISECONDS })
    return session
  }

  /** Ends a session; its token is refused from now on. */
  async end(token: string): Promise<void> {
    const hash = hashOf(token)
    this.#trusted.delete(hash)
    await this.#db.run(sql`update sessions set ended_at = now() where token_hash = ${hash} and ended_at is null`)
  }

  /** Gives a new token for a living session and ends the old one. */
  async renew(token: string): Promise<{ token: string; session: Session }> {
    const old = await this.find(token)
    const row = await this.#db.one<UserRow & { sliding: boolean }>(sql`
      select u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName", u.role, u.landing, u.status,
        u.last_login_at as "lastLoginAt", s.sliding
      from sessions s join users u on u.id = s.user_id where s.id = ${old.id}`)
    await this.end(token)
    return this.#open(row, old.remember, !row.sliding)
  }

  /** Forgets what is trusted: a session ended, or an account changed, here or in another process. */
  forget(): void {
    this.#forgotten += 1
    this.#trusted.clear()
  }
}
