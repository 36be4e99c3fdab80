/** The page's one way to the server: commands and queries by contract, refusals as `Refused`, a broken line as `Offline`. */
import type { CommandContract, InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { failureOf, isSignedOut, Offline } from './failures.ts'

export { failureOf, isAnotherPerson, isSignedOut, Offline, ServerFault } from './failures.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** A server that is silent for so many milliseconds is taken as not to be reached; each try has this time. */
  patience?: number
  /** Looked at right before each try, also after a sign-in over the page; what it throws ends the call. */
  beforeEachTry?: () => void
  /** A 401 is answered as a refusal instead of opening the sign-in dialog. */
  withoutSignIn?: boolean
}

export type RunOptions = CallOptions & {
  /** The same key with the same input is done once, however often it is sent. */
  idempotencyKey?: string
  /** Whose action it is: the server refuses it in the session of anybody else. */
  personId?: number
}

type SignInAgain = () => Promise<boolean>
let signInAgain: SignInAgain = async () => false

/** Says who lets the person sign in again when the session has ended (answers false when they gave up). */
export function whenSignedOut(ask: SignInAgain): void {
  signInAgain = ask
}

const fromMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

let commandDone = (): void => undefined

/** Calls `hear` after each command that the server has done. */
export function whenCommandDone(hear: () => void): void {
  commandDone = hear
}

/** The nonce that lets the ui kit add style sheets under the content security policy. */
export const styleNonce = (): string => fromMeta('csp-nonce')

/** What every request of the page carries. */
export function headers(extra: Record<string, string> = {}): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang || 'en',
    'X-DreamFactory-API-Key': fromMeta('app-key'),
    ...extra,
  }
}

/** Changes something; throws `Refused`, `Offline` or `ServerFault`. */
export async function runCommand<C extends CommandContract>(
  contract: C,
  input: InputOf<C>,
  options: RunOptions = {},
): Promise<OutputOf<C>> {
  return (await runNamed(contract.name, input, options)) as OutputOf<C>
}

/** The same for a command that was written down by its name and is sent later. */
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

/** Servers on the way cut addresses off at 8 KB; what is asked about hundreds of lines is sent as a body. */
const MOST_ADDRESS = 6_000

/** Reads something; throws `Refused`, `Offline` or `ServerFault`. */
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

/** Makes a call; when the session has ended meanwhile, the person signs in over the page and it is made again. */
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

/** A key nobody else has; works on plain http too, where `crypto.randomUUID` does not exist. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
