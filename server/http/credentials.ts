/** Identifies the caller of a request: by cookie (pages), by token (programs, people) or by key alone (programs). */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Use } from '#features/users/server/profile/session-use.ts'
import type { Session, Sessions } from '#features/users/server/sessions.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Role } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'

/**
 * Returns the names of the cookies. With https, the prefix __Host- makes the browser send them to this host over
 * https only.
 */
export const cookieNames = (secure: boolean) => {
  const prefix = secure ? '__Host-' : ''
  return { session: `${prefix}kerino_session`, device: `${prefix}kerino_device` } as const
}
export type CookieNames = ReturnType<typeof cookieNames>

const KEY_HEADER = 'x-dreamfactory-api-key'
const TOKEN_HEADER = 'x-dreamfactory-session-token'
/** Contains the id of the account that did an action which was stored on a device while offline. */
const PERSON_HEADER = 'x-person'

export type Caller = { readonly actor: Actor; readonly session: Session | null; readonly token: string | null }

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the session token of a program, from its own header or as a bearer token; null if there is none. */
export function tokenOf(request: FastifyRequest): string | null {
  const own = header(request, TOKEN_HEADER)
  if (own) return own
  const bearer = /^Bearer\s+(\S+)$/i.exec(header(request, 'authorization') ?? '')
  return bearer?.[1] ?? null
}

/** Returns from where a request comes, for the list of the person's sessions. */
export const usedFrom = (request: FastifyRequest): Use => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

/** Refuses an action of one person in the session of another who has since signed in on the same device. */
function demandPerson(request: FastifyRequest, session: Session): void {
  const person = header(request, PERSON_HEADER)
  if (person !== null && person !== String(session.user.id)) refuse('conflict', 'another-person')
}

export class Credentials {
  readonly #db: Database
  readonly #sessions: Sessions
  readonly #pageKey: string
  readonly #origins: ReadonlySet<string>
  readonly #cookies: CookieNames

  constructor(
    db: Database,
    sessions: Sessions,
    pageKey: string,
    origins: readonly string[],
    cookies: CookieNames = cookieNames(false),
  ) {
    this.#cookies = cookies
    this.#db = db
    this.#sessions = sessions
    this.#pageKey = pageKey
    this.#origins = new Set(origins)
  }

  /** Returns the session token in the cookie of a page; null if there is none. */
  cookieOf(request: FastifyRequest): string | null {
    return request.cookies[this.#cookies.session] ?? null
  }

  /**
   * Returns the caller of a request. For writes, a cookie is accepted only with the key of the pages and from the
   * product's own origin.
   */
  async callerOf(request: FastifyRequest, writes: boolean): Promise<Caller> {
    const token = tokenOf(request)
    if (token) {
      const session = await this.#sessions.find(token, usedFrom(request))
      demandPerson(request, session)
      return { actor: session.actor, session, token }
    }
    const key = header(request, KEY_HEADER)
    const cookie = this.cookieOf(request)
    if (cookie) {
      if (writes) {
        this.demandOwnOrigin(request)
        if (key === null) refuse('forbidden', 'key-missing')
      }
      if (key !== null && key !== this.#pageKey) await this.#keyRole(key)
      const session = await this.#sessions.find(cookie, usedFrom(request))
      demandPerson(request, session)
      return { actor: session.actor, session, token: cookie }
    }
    if (key === null) refuse('invalid', 'credentials-missing')
    const { name, role } = await this.#keyRole(key)
    if (role === null) refuse('unauthenticated', 'session-missing')
    return { actor: { userId: null, name, role, section: null }, session: null, token: null }
  }

  /** Refuses a write that another site makes the browser of a person send. */
  demandOwnOrigin(request: FastifyRequest): void {
    const origin = header(request, 'origin')
    if (origin === null) {
      const site = header(request, 'sec-fetch-site')
      if (site !== null && site !== 'same-origin' && site !== 'none') refuse('forbidden', 'foreign-origin')
      return
    }
    const sameHost = origin === `${request.protocol}://${request.headers.host ?? ''}`
    if (!sameHost && !this.#origins.has(origin)) refuse('forbidden', 'foreign-origin')
  }

  async #keyRole(key: string): Promise<{ name: string; role: Role | null }> {
    if (key === this.#pageKey) return { name: 'page', role: null }
    const hash = createHash('sha256').update(key).digest('base64')
    const found = await this.#db.maybe<{ name: string; role: Role | null }>(
      sql`select name, role from api_keys where key_hash = ${hash} and revoked_at is null`,
    )
    if (!found) refuse('unauthenticated', 'key-unknown')
    return found
  }
}
