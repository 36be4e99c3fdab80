/** Identifies the caller of a request: by cookie (pages), by token (programs, people) or by key alone (programs). */
import type { FastifyRequest } from 'fastify'
import type { Use } from '#accounts/server/session-use.ts'
import type { Session, Sessions } from '#accounts/server/sessions.ts'
import { type Refusal, Refused, refuse } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'
import type { Database } from '#server/db/database.ts'
import { type ProgramKey, ProgramKeys } from '#app/server/features.ts'

/**
 * Returns the names of the cookies. With https, the prefix __Host- makes the browser send them to this host over
 * https only.
 */
export const cookieNames = (secure: boolean) => {
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}kerino_session`,
    device: `${prefix}kerino_device`,
    begun: `${prefix}kerino_begun_sign_in`,
  } as const
}
export type CookieNames = ReturnType<typeof cookieNames>

const KEY_HEADER = 'x-dreamfactory-api-key'
const TOKEN_HEADER = 'x-dreamfactory-session-token'
/** Contains the id of the account that did an action which was stored on a device while offline. */
const PERSON_HEADER = 'x-person'

export type Caller = {
  readonly actor: Actor
  readonly session: Session | null
  readonly token: string | null
  /** When the key of a program ends; null for people and for keys without an end. */
  readonly endsAt?: string | null
}

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

/** Reports whether a request has a token, a cookie or a key, right or wrong. */
export const hasCredentials = (request: FastifyRequest, credentials: Credentials): boolean =>
  tokenOf(request) !== null || credentials.cookieOf(request) !== null || header(request, KEY_HEADER) !== null

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
  readonly #keys: ProgramKeys
  /** The requests of programs that were counted, because a request may ask for its caller several times. */
  readonly #counted = new WeakSet<FastifyRequest>()
  readonly #sessions: Sessions
  readonly #pageKey: string
  readonly #origins: ReadonlySet<string>
  readonly #cookies: CookieNames
  readonly #refused: (name: string | null, refusal: Refusal, address: string) => void

  constructor(
    db: Database,
    sessions: Sessions,
    pageKey: string,
    origins: readonly string[],
    cookies: CookieNames = cookieNames(false),
    /** Is told of a refused key, with the name of its program; null if the key is not known. */
    refused: (name: string | null, refusal: Refusal, address: string) => void = () => {},
  ) {
    this.#refused = refused
    this.#cookies = cookies
    this.#keys = new ProgramKeys(db)
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
   * product's own origin. `settingUp` also accepts the cookie of a person who must first set up a second factor.
   */
  async callerOf(request: FastifyRequest, writes: boolean, settingUp = false): Promise<Caller> {
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
      if (key !== null && key !== this.#pageKey) await this.#tellingOf(null, request, () => this.#keys.find(key))
      const session = await this.#sessions.find(cookie, usedFrom(request), settingUp)
      demandPerson(request, session)
      return { actor: session.actor, session, token: cookie }
    }
    if (key === null) refuse('invalid', 'credentials-missing')
    if (key === this.#pageKey) refuse('unauthenticated', 'session-missing')
    const program = await this.#tellingOf(null, request, () => this.#keys.find(key))
    const { id: keyId, name, role, rightChanges, endsAt } = program
    if (role === null) refuse('unauthenticated', 'session-missing')
    await this.#count(request, program)
    return {
      actor: { userId: null, name, role, rightChanges, section: null, keyId },
      session: null,
      token: null,
      endsAt,
    }
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

  /** Counts a request of a program once. */
  async #count(request: FastifyRequest, program: ProgramKey): Promise<void> {
    if (this.#counted.has(request)) return
    this.#counted.add(request)
    await this.#tellingOf(program.name, request, () => this.#keys.count(program))
  }

  /** Tells of a refused key. */
  async #tellingOf<T>(name: string | null, request: FastifyRequest, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof Refused) this.#refused(name, error.refusal, request.ip)
      throw error
    }
  }
}
