/**
 * Sends commands and queries to the server by their contracts. A refusal is thrown as `Refused`, a failed connection as
 * `Offline`.
 */
import {
  type CommandContract,
  type InputOf,
  NEW_ANSWER_HEADER,
  NEW_ANSWERS_MS,
  type OutputOf,
  type QueryContract,
  inputAddress,
} from '#kernel/contract.ts'
import type { AskedAnswer } from '#kernel/drawing/drawing.ts'
import { ABOUT_HEADER, CHANGED_HEADER, topicsInHeader } from '#kernel/live/topics.ts'
import { watchers } from './watchers.ts'
import { failureOf, isFactorDemanded, isScreenLocked, isSignedOut, Offline, saidIn } from './failures.ts'

export { failureOf, isAnotherPerson, isSignedOut, isUnreachable, Offline, ServerFault } from './failures.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Receives what the answer of a query is about; null if the server does not say it. */
  about?: (topics: readonly string[] | null) => void
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

let whenOpen: SignInAgain = async () => false

/** Sets the function that waits until a locked screen is open. It returns false if the person signs out instead. */
export function whenLocked(wait: SignInAgain): void {
  whenOpen = wait
}

let whenSetUp: SignInAgain = async () => false

/** Sets the function that waits until a person has set up the second factor that the company demands. */
export function whenFactorDemanded(wait: SignInAgain): void {
  whenSetUp = wait
}

const fromMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

const changes = watchers<[topics: readonly string[]]>()

/** Calls a function with what each request of this page changed, before its caller gets the answer. */
export const whenChanged = changes.watch

/** Tells of what a request changed, as the header of its answer says it. */
export function tellChanged(header: string | null): void {
  const topics = topicsInHeader(header)
  if (topics) changes.changed(topics)
}

const doneCommands = watchers<[call: string]>()
/** The commands that failed, with their input, by the errors that were thrown. */
const failedCalls = new WeakMap<object, string>()

/** Until then queries demand new answers. So do those of a page that was just opened, perhaps after a command. */
let newAnswersUntil = NEW_ANSWERS_MS

/**
 * Makes queries demand answers that contain every change so far, after a command of this page or news of a change. The
 * process that answers may not know of the change yet.
 */
export function demandNewAnswers(): void {
  newAnswersUntil = performance.now() + NEW_ANSWERS_MS
}

/** Calls a function after each successful command, with the command and its input as a text. */
export const whenCommandDone = doneCommands.watch

/** Returns the command that failed with this error, with its input as a text. Undefined if the error is of something else. */
export const failedCallOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? failedCalls.get(error) : undefined

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

/** Sends a command outside a page. Retries once after a lost connection, with the same key, so that the action is done only once. */
export async function callTwice<C extends CommandContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> {
  const idempotencyKey = newKey()
  return runCommand(contract, input, { idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof Offline)) throw error
    return runCommand(contract, input, { idempotencyKey })
  })
}

/** Sends a command that was stored by its name. */
export async function runNamed(name: string, input: unknown, options: RunOptions = {}): Promise<unknown> {
  const body = JSON.stringify(input)
  const extra: Record<string, string> = { 'Content-Type': 'application/json' }
  if (options.idempotencyKey) extra['Idempotency-Key'] = options.idempotencyKey
  if (options.personId !== undefined) extra['X-Person'] = String(options.personId)
  const send = () =>
    fetch(`/app/${name}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: headers(extra),
      body,
      signal: signalOf(options),
    })
  const call = `${name} ${body}`
  try {
    // a command whose answer was lost may have changed something too
    const answer = await answerOf(send, options).finally(demandNewAnswers)
    doneCommands.changed(call)
    return answer
  } catch (error) {
    if (error instanceof Error) failedCalls.set(error, call)
    throw error
  }
}

/** Returns the headers of a query. They name JSON like those of a command, although a query mostly has no body. */
const queryHeaders = (extra: Record<string, string> = {}): Record<string, string> =>
  headers({
    'Content-Type': 'application/json',
    ...extra,
    ...(performance.now() < newAnswersUntil && { [NEW_ANSWER_HEADER]: '1' }),
  })

/** Proxies cut addresses at 8 KB, so longer inputs are sent in the body. */
const MOST_ADDRESS = 6_000

/** Sends a query. Throws `Refused`, `Offline` or `ServerFault`. */
export async function askQuery<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  const address = inputAddress(contract, input)
  if (address.length > MOST_ADDRESS) {
    const post = () =>
      fetch(`/app/${contract.name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: queryHeaders(),
        body: JSON.stringify(input),
        signal: signalOf(options),
      })
    return (await answerOf(post, options)) as OutputOf<C>
  }
  const known = knownAnswers.get(address)
  let etag: string | null = null
  let askedBy = person
  const get = async () => {
    askedBy = person
    const response = await fetch(address, {
      credentials: 'same-origin',
      headers: queryHeaders(known && { 'If-None-Match': known.etag }),
      signal: signalOf(options),
    })
    etag = response.headers.get('etag')
    return response
  }
  const answer = await answerOf(get, options, known)
  if (etag !== null && askedBy === person) rememberAnswer(address, { etag, answer })
  return answer as OutputOf<C>
}

/** An answer of the server and its ETag. The server answers 304 without a body while the answer is the same. */
type KnownAnswer = { readonly etag: string; readonly answer: unknown }

/**
 * The last answers, by address. They are in the memory of the page only, because browsers must not store answers: computers are
 * shared.
 */
const knownAnswers = new Map<string, KnownAnswer>()
const MOST_KNOWN = 40

function rememberAnswer(address: string, known: KnownAnswer): void {
  // the map is in the order of insertion, so the first one is the oldest
  knownAnswers.delete(address)
  knownAnswers.set(address, known)
  for (const oldest of knownAnswers.keys()) {
    if (knownAnswers.size <= MOST_KNOWN) return
    knownAnswers.delete(oldest)
  }
}

/** Returns where an answer was asked and its ETag; null if it is not one of the last answers. */
export function askedAnswer(answer: unknown): AskedAnswer | null {
  for (const [address, known] of knownAnswers) if (known.answer === answer) return { address, etag: known.etag }
  return null
}

/** Takes over an answer that came with the page. When it is asked again, the server says only whether it is still the same. */
export const takeAnswer = ({ address, etag }: AskedAnswer, answer: unknown): void =>
  rememberAnswer(address, { etag, answer })

/** Counts the changes of the person, because an answer to the person before must not be remembered afterwards. */
let person = 0

/** Forgets all answers, when the person changes. */
export function forgetAnswers(): void {
  person += 1
  knownAnswers.clear()
}

function signalOf({ signal, patience }: CallOptions): AbortSignal | undefined {
  if (patience === undefined) return signal
  const silence = AbortSignal.timeout(patience)
  return signal ? AbortSignal.any([signal, silence]) : silence
}

const answerOf = (send: () => Promise<Response>, options: CallOptions, known?: KnownAnswer): Promise<unknown> =>
  withSignIn(async () => {
    options.beforeEachTry?.()
    const response = await reach(send)
    options.about?.(topicsInHeader(response.headers.get(ABOUT_HEADER)))
    tellChanged(response.headers.get(CHANGED_HEADER))
    return known && response.status === 304 ? known.answer : read(response)
  }, options)

/**
 * Makes a call. If the session has ended, the person signs in over the page and the call is made again. The same if the screen is
 * locked or a second factor must be set up: the call waits until that is done.
 */
export async function withSignIn<T>(call: () => Promise<T>, options: CallOptions = {}): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isScreenLocked(error) && (await whenOpen())) return withSignIn(call, options)
    if (isFactorDemanded(error) && (await whenSetUp())) return withSignIn(call, options)
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
  if (response.ok) return saidIn(await response.text())
  const said: unknown = await response.json().catch(() => null)
  throw failureOf(response.status, said, response.headers.get('x-request-id'))
}

/** Returns a unique key. It also works on plain http, where `crypto.randomUUID` does not exist. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
