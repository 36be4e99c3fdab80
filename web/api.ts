/**
 * Sends commands and queries to the server by their contracts. A refusal is thrown as `Refused`, a failed connection as
 * `Offline`.
 */
import type { CommandContract, InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { failureOf, isSignedOut, Offline } from './failures.ts'

export { failureOf, isAnotherPerson, isSignedOut, Offline, ServerFault } from './failures.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** After this many milliseconds without an answer the server counts as unreachable. Each attempt has this time. */
  patience?: number
  /** Called before each attempt, also after a sign-in over the page. An exception from it ends the call. */
  beforeEachTry?: () => void
  /** With true a 401 is thrown as a refusal and does not open the sign-in dialog. */
  withoutSignIn?: boolean
}

export type RunOptions = CallOptions & {
  /** Commands with the same key and input run once, however often they are sent. */
  idempotencyKey?: string
  /** The person who acts. The server refuses the command in another person's session. */
  personId?: number
}

type SignInAgain = () => Promise<boolean>
let signInAgain: SignInAgain = async () => false

/**
 * Sets the function that lets the person sign in again after the session has ended. It returns false if the person
 * gives up.
 */
export function whenSignedOut(ask: SignInAgain): void {
  signInAgain = ask
}

const fromMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

let commandDone = (): void => undefined

/** Calls `act` after each successful command. */
export function whenCommandDone(act: () => void): void {
  commandDone = act
}

/** The nonce with which Mantine may add style sheets under the content security policy. */
export const styleNonce = (): string => fromMeta('csp-nonce')

/** Returns the headers of every request. */
export function headers(extra: Record<string, string> = {}): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    'X-DreamFactory-API-Key': fromMeta('app-key'),
    ...extra,
  }
}

/** Sends a command. Throws `Refused`, `Offline` or `ServerFault`. */
export async function runCommand<C extends CommandContract>(
  contract: C,
  input: InputOf<C>,
  options: RunOptions = {},
): Promise<OutputOf<C>> {
  return (await runNamed(contract.name, input, options)) as OutputOf<C>
}

/** Sends a command that was stored by its name. */
export async function runNamed(name: string, input: unknown, options: RunOptions = {}): Promise<unknown> {
  const extra: Record<string, string> = { 'Content-Type': 'application/json' }
  if (options.idempotencyKey) extra['Idempotency-Key'] = options.idempotencyKey
  if (options.personId !== undefined) extra['X-Person'] = String(options.personId)
  const send = () =>
    fetch(`/app/${name}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: headers(extra),
      body: JSON.stringify(input),
      signal: signalOf(options),
    })
  const answer = await answerOf(send, options)
  commandDone()
  return answer
}

/** Proxies cut addresses at 8 KB, so longer inputs are sent in the body. */
const MOST_ADDRESS = 6_000

/** Sends a query. Throws `Refused`, `Offline` or `ServerFault`. */
export async function askQuery<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const text = JSON.stringify(input)
  const address = `/app/${contract.name}?input=${encodeURIComponent(text)}`
  const send = () =>
    address.length <= MOST_ADDRESS
      ? fetch(address, { credentials: 'same-origin', headers: headers(), signal: signalOf(options) })
      : fetch(`/app/${contract.name}`, {
          method: 'POST',
          credentials: 'same-origin',
          headers: headers({ 'Content-Type': 'application/json' }),
          body: text,
          signal: signalOf(options),
        })
  return (await answerOf(send, options)) as OutputOf<C>
}

function signalOf({ signal, patience }: CallOptions): AbortSignal | undefined {
  if (patience === undefined) return signal
  const silence = AbortSignal.timeout(patience)
  return signal ? AbortSignal.any([signal, silence]) : silence
}

const answerOf = (send: () => Promise<Response>, options: CallOptions): Promise<unknown> =>
  withSignIn(async () => {
    options.beforeEachTry?.()
    return read(await reach(send))
  }, options)

/** Makes a call. If the session has ended, the person signs in over the page and the call is made again. */
export async function withSignIn<T>(call: () => Promise<T>, options: CallOptions = {}): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (options.withoutSignIn || !isSignedOut(error) || !(await signInAgain())) throw error
    return call()
  }
}

async function reach(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Offline('the server cannot be reached')
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.ok) {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  const said: unknown = await response.json().catch(() => null)
  throw failureOf(response.status, said, response.headers.get('x-request-id'))
}

/** Returns a unique key. It also works on plain http, where `crypto.randomUUID` does not exist. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
