/** The logic of the simulated Epsilon: accounts, rotating tokens, and the answers of `api/send` and `api/get`. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type Fault, faultOf, sendForm } from './epsilon-document.ts'
import { SmartStore } from './epsilon-smart-store.ts'
import { EpsilonStore, identityOf, type StoredDocument } from './epsilon-store.ts'

export type EpsilonSimulatorOptions = {
  readonly subscriptionKey: string
  readonly email: string
  readonly password: string
  /** The file in which documents are kept; without it they are lost when the process ends. */
  readonly file?: string
  /** How many times `api/get` answers "in progress" for a new document. */
  readonly polls?: number
  /** True for a service that issues the same key several times, to test whether callers prevent it. */
  readonly careless?: boolean
  /** True if answers contain the document that they are about, as in some versions of the service. */
  readonly returnsDocument?: boolean
  /** The MARKs of documents that were issued before the simulation began. */
  readonly issuedBefore?: readonly string[]
  readonly now?: () => Date
}

/** The HTTP answer; null for no answer at all. */
export type Answer = {
  readonly status: number
  readonly body?: unknown
  readonly html?: string
  readonly location?: string
} | null

/** Returns an error in the form of ASP.NET. */
export const problem = (status: number, title: string, errors?: object): Answer => ({
  status,
  body: { type: 'about:blank', title, status, errors },
})
const loginForm = z.strictObject({ subscriptionKey: z.string(), email: z.string(), password: z.string() })
const refreshForm = z.strictObject({ token: z.string(), refreshToken: z.string() })
const getForm = z.union([z.strictObject({ externalSystemId: z.string() }), z.strictObject({ processId: z.string() })])
const duplicate: Fault = {
  category: 'BED',
  code: 'DuplicateExternalSystemId',
  message: 'externalSystemId is already completed',
}

/** The tax office refuses a second document with the number of another one. */
const sameNumber: Fault = { category: 'BTA', code: '228', message: 'The uid of the document was sent before' }

/** The accounts, tokens and documents of Epsilon. The simulator adds HTTP and failures. */
export class Epsilon {
  readonly #options: EpsilonSimulatorOptions
  readonly #now: () => Date
  readonly #jwts = new Map<string, number>()
  readonly #refreshTokens = new Map<string, { jwt: string; until: number }>()
  readonly #polls = new Map<string, number>()
  readonly store: EpsilonStore
  /** What Epsilon Smart has recorded. */
  readonly smart = new SmartStore()
  apiUrl = ''

  constructor(options: EpsilonSimulatorOptions) {
    this.#options = options
    this.#now = options.now ?? (() => new Date())
    this.store = new EpsilonStore(options.file ?? null)
  }

  login(body: unknown): Answer {
    const form = loginForm.safeParse(body)
    if (!form.success) return problem(400, 'One or more validation errors occurred.', z.flattenError(form.error))
    const { subscriptionKey, email, password } = this.#options
    const known =
      form.data.subscriptionKey === subscriptionKey && form.data.email === email && form.data.password === password
    return known ? this.#tokens() : { status: 401 }
  }

  refresh(body: unknown): Answer {
    const form = refreshForm.safeParse(body)
    if (!form.success) return problem(400, 'One or more validation errors occurred.')
    const held = this.#refreshTokens.get(form.data.refreshToken)
    this.#refreshTokens.delete(form.data.refreshToken)
    if (!held || held.jwt !== form.data.token || held.until < Date.now()) return { status: 401 }
    return this.#tokens()
  }

  #tokens(): Answer {
    const jwtUntil = Date.now() + 900_000
    const refreshUntil = Date.now() + 7 * 86_400_000
    const jwt = `eyJ${randomBytes(24).toString('base64url')}.${randomBytes(12).toString('base64url')}.x`
    const jwtRefreshToken = randomBytes(24).toString('base64url')
    this.#jwts.set(jwt, jwtUntil)
    this.#refreshTokens.set(jwtRefreshToken, { jwt, until: refreshUntil })
    const moment = (at: number) => new Date(at).toISOString()
    const body = {
      jwt,
      jwtExpiration: moment(jwtUntil),
      jwtRefreshToken,
      jwtRefreshTokenExpiration: moment(refreshUntil),
      url1: this.apiUrl,
      url2: this.apiUrl,
    }
    return { status: 200, body }
  }

  /** Expires all access tokens issued so far; with `refreshTokens` also the refresh tokens. */
  expireTokens(refreshTokens: boolean): void {
    this.#jwts.clear()
    if (refreshTokens) this.#refreshTokens.clear()
  }

  acceptsToken(request: IncomingMessage): boolean {
    const jwt = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return (this.#jwts.get(jwt) ?? 0) > Date.now()
  }

  send(body: unknown, forced: Fault | null): Answer {
    const form = sendForm.safeParse(body)
    if (!form.success) return problem(400, 'One or more validation errors occurred.', z.flattenError(form.error))
    const key = form.data.externalSystemId
    const issued = this.store.all().filter((entry) => entry.signing !== null)
    if (!this.#options.careless && issued.some((entry) => entry.key === key)) {
      return { status: 200, body: { externalSystemId: key, processId: null, status: 2, ...faultOnWire(duplicate) } }
    }
    // a document dated tomorrow here is dated today in another time zone
    const tomorrow = new Date(this.#now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const marks = new Set([
      ...(this.#options.issuedBefore ?? []),
      ...issued.map((entry) => String(entry.signing?.mark)),
    ])
    const identities = new Set(issued.map(({ document }) => identityOf(document)))
    const taken = !this.#options.careless && identities.has(identityOf(form.data)) ? sameNumber : null
    const entry = this.store.add(form.data, forced ?? taken ?? faultOf(form.data, tomorrow, marks), this.#now())
    this.#polls.set(entry.processId, this.#options.polls ?? 0)
    return { status: 200, body: this.#progress(entry) }
  }

  get(body: unknown): Answer {
    const form = getForm.safeParse(body)
    if (!form.success) return problem(400, 'One or more validation errors occurred.')
    const wanted = form.data
    const mine = (entry: StoredDocument) =>
      'processId' in wanted ? entry.processId === wanted.processId : entry.key === wanted.externalSystemId
    const entries = this.store.all().filter(mine)
    const entry = entries.find(({ signing }) => signing !== null) ?? entries.at(-1)
    if (!entry) return problem(404, 'Not Found')
    const answer = { status: 200, body: this.#progress(entry) }
    this.#polls.set(entry.processId, (this.#polls.get(entry.processId) ?? 0) - 1)
    return answer
  }

  #progress(entry: StoredDocument): object {
    const source = this.#options.returnsDocument ? { source: entry.document.source } : {}
    const base = { externalSystemId: entry.key, processId: entry.processId, timeStamp: entry.at, ...source }
    if (entry.fault) return { ...base, status: 2, ...faultOnWire(entry.fault) }
    if ((this.#polls.get(entry.processId) ?? 0) > 0) return { ...base, status: 0, errorCode: null, errorMessage: null }
    const signing = { ...entry.signing, pdfUploaded: false, pdfFileUrl: null, publishStatus: 0, paymentTokens: [] }
    return { ...base, status: 1, errorCode: null, errorMessage: null, signing }
  }
}

const faultOnWire = ({ category, code, message }: Fault) => ({
  errorCode: code,
  errorMessage: message,
  errorCategory: category,
  errorSeverity: 1,
})
