/**
 * The connection to Epsilon: sign-in, tokens in memory, the host that it may redirect to, and failures of the
 * connection.
 */
import { z } from 'zod'
import { isLoopbackHost } from '#kernel/loopback.ts'
import { WrongConfiguration } from '#server/config.ts'
import { cutText } from '../clean-text.ts'
import { fetchText } from '../fetch-text.ts'
import { NO_PAUSE, type ServicePause } from '../service-pause.ts'
import { LONGEST_WORDS } from './signing.ts'

export type EpsilonAccess = {
  /** The address of the account server, such as https://myaccount.epsilonnet.gr */
  readonly loginUrl: string
  readonly subscriptionKey: string
  readonly email: string
  readonly password: string
  /** The host that the account server names must end with this. */
  readonly hostSuffix: string
  /** The names under which the answer to the sign-in has the address of the API, the first that is there; `url1`, then `url`. */
  readonly addressNames?: readonly AddressName[]
  /** Prevents that a refused sign-in is repeated at once. Without it there is no pause. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one call; 15 seconds by default. */
  readonly timeLimit?: (path: string, body: object) => AbortSignal
}

/** The names of addresses in the answer to the sign-in: `url1` of Epsilon Digital, `url2` of Epsilon Smart, `url` in some versions. */
export const ADDRESS_NAMES = ['url1', 'url2', 'url'] as const
export type AddressName = (typeof ADDRESS_NAMES)[number]
const DIGITAL_NAMES: readonly AddressName[] = ['url1', 'url']

/** The headers of a call beside the token. */
const VERSION_3 = { 'x-version': '3.0' }

/** An answer of the service, or the reason why there is no valid one. */
export type Reply = { readonly status: number; readonly body: unknown } | { readonly failure: string }

const TIMEOUT_MILLISECONDS = 15_000

/** Parses JSON and keeps all digits of long whole numbers as text. */
function parseExactly(text: string): unknown {
  const exact = (key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && (key === 'mark' || key === 'processId') ? (context?.source ?? value) : value
  return JSON.parse(text, exact)
}

/** Sends JSON and reads JSON. Never throws. A failure contains no address, header or content. */
async function postJson(
  url: string,
  body: object,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Reply> {
  const reply = await fetchText(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    signal,
  })
  if ('failure' in reply) return reply
  const { status, text } = reply
  if (text === '') return { status, body: undefined }
  try {
    return { status, body: parseExactly(text) }
  } catch {
    return { failure: status >= 400 ? `http-${status}` : 'not-json' }
  }
}

/** Returns the address that the account server named; null if our token may not be sent there. */
export function pinnedAddress(named: string, loginUrl: string, hostSuffix: string): string | null {
  const url = URL.parse(named)
  if (!url || url.username !== '' || url.password !== '') return null
  const suffix = hostSuffix.startsWith('.') ? hostSuffix : `.${hostSuffix}`
  const ownHost = url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(suffix.toLowerCase())
  const bothHere =
    isLoopbackHost(url.hostname) && isLoopbackHost(new URL(loginUrl).hostname) && /^https?:$/.test(url.protocol)
  if (!ownHost && !bothHere) return null
  return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`
}

const tokensForm = z.object({
  jwt: z.string().min(1),
  jwtRefreshToken: z.string().min(1),
  url1: z.string().nullish(),
  url2: z.string().nullish(),
  url: z.string().nullish(),
})

type Tokens = { readonly jwt: string; readonly refreshToken: string; readonly address: string }
type SignedIn = Tokens | { readonly failure: string }

/** One account at Epsilon. It calls the API with a token, and renews an expired token. */
export class EpsilonConnection {
  readonly #access: EpsilonAccess
  readonly #account: string
  #tokens: Tokens | null = null
  #renewing: Promise<SignedIn> | null = null

  constructor(access: EpsilonAccess) {
    const url = URL.parse(access.loginUrl)
    if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)))) {
      throw new WrongConfiguration('ACCOUNTING_URL is wrong: it must be an https address.')
    }
    if (!/[^.]/.test(access.hostSuffix))
      throw new WrongConfiguration('ACCOUNTING_HOST_SUFFIX is wrong: it must name a domain.')
    this.#access = access
    this.#account = `${url.origin}${url.pathname.replace(/\/*$/, '')}`
  }

  /** Returns a time limit for all calls of one question or one sending, without renewals of the token. */
  deadline(): AbortSignal {
    return AbortSignal.timeout(3 * TIMEOUT_MILLISECONDS)
  }

  #timeLimit(path: string, body: object): AbortSignal {
    return this.#access.timeLimit?.(path, body) ?? AbortSignal.timeout(TIMEOUT_MILLISECONDS)
  }

  /** Returns the address of the API, after a sign-in if it is not known yet; null if the sign-in fails. */
  async address(): Promise<string | null> {
    const tokens = this.#tokens ?? (await this.#renew(null))
    return 'failure' in tokens ? null : tokens.address
  }

  /** Signs in, whatever tokens there are. Returns why it was refused; null if it was not. */
  async signIn(): Promise<string | null> {
    const tokens = await this.#renew(this.#tokens, true)
    return 'failure' in tokens ? tokens.failure : null
  }

  /** Calls the API. After a 401 it first refreshes the token, and after a second 401 it signs in again. */
  async call(
    path: string,
    body: object,
    deadline: AbortSignal,
    version: Record<string, string> = VERSION_3,
  ): Promise<Reply> {
    let tokens: SignedIn = this.#tokens ?? (await this.#renew(null))
    for (let renewals = 0; ; renewals++) {
      if ('failure' in tokens) return { failure: `sign-in ${tokens.failure}` }
      if (deadline.aborted) return { failure: 'time-out' }
      const headers = { authorization: `Bearer ${tokens.jwt}`, ...version }
      const signal = AbortSignal.any([deadline, this.#timeLimit(path, body)])
      const reply = await postJson(`${tokens.address}${path}`, body, headers, signal)
      if ('failure' in reply || reply.status !== 401) return reply
      if (renewals === 2) return { failure: 'unauthorised' }
      tokens = await this.#renew(tokens, renewals > 0)
    }
  }

  /** Returns a text of the service without our secrets, short enough to store. */
  readonly clean = (text: string): string => {
    const { password, subscriptionKey } = this.#access
    let clean = text
    for (const secret of [this.#tokens?.jwt, this.#tokens?.refreshToken, password, subscriptionKey]) {
      if (secret) clean = clean.replaceAll(secret, '***')
    }
    // older tokens, and any other text that looks like a token
    clean = clean.replace(/Bearer\s+\S+/gi, 'Bearer ***').replace(/\beyJ[\w-]+(\.[\w-]*)*/g, '***')
    return cutText(clean, LONGEST_WORDS)
  }

  /** Renews a token. All callers that hold the same expired token wait for one renewal. */
  async #renew(expired: Tokens | null, signIn = false): Promise<SignedIn> {
    if (this.#tokens && this.#tokens !== expired) return this.#tokens
    this.#renewing ??= this.#obtain(expired, signIn).finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #obtain(expired: Tokens | null, signIn: boolean): Promise<SignedIn> {
    if (expired && !signIn) {
      const refreshed = await this.#ask(
        '/api/token/refresh',
        { token: expired.jwt, refreshToken: expired.refreshToken },
        expired.address,
      )
      if (!('failure' in refreshed)) return refreshed
    }
    const { subscriptionKey, email, password, pause = NO_PAUSE } = this.#access
    const refusedBefore = await pause.reason()
    if (refusedBefore !== null) return { failure: refusedBefore }
    const signedIn = await this.#ask('/api/account/loginToSubscription', { subscriptionKey, email, password }, null)
    // a refusal is caused by our settings, and repeated ones lock the account; an unreachable server says nothing
    // about the account
    if (!('failure' in signedIn)) await pause.answered()
    else if (signedIn.failure.startsWith('http-4')) await pause.begin(signedIn.failure)
    return signedIn
  }

  async #ask(path: string, body: object, oldAddress: string | null): Promise<SignedIn> {
    const reply = await postJson(`${this.#account}${path}`, body, {}, this.#timeLimit(path, body))
    if ('failure' in reply) return reply
    const form = tokensForm.safeParse(reply.body)
    if (reply.status !== 200 || !form.success)
      return { failure: reply.status === 200 ? 'unreadable' : `http-${reply.status}` }
    const { addressNames = DIGITAL_NAMES } = this.#access
    const named = addressNames.map((name) => form.data[name]).find((address) => address != null) ?? oldAddress
    const address = named && pinnedAddress(named, this.#access.loginUrl, this.#access.hostSuffix)
    if (!address) return { failure: 'address-refused' }
    this.#tokens = { jwt: form.data.jwt, refreshToken: form.data.jwtRefreshToken, address }
    return this.#tokens
  }
}
