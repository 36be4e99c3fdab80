/**
 * The failures of a call: a refusal (`Refused`), no connection (`Offline`), or a failure of the server (`ServerFault`).
 */
import { type Refusal, Refused } from '#kernel/refusal.ts'

/** The server was not reached or did not answer, so the result is unknown. */
export class Offline extends Error {
  override readonly name = 'Offline'
}

/** Reports whether the server was not reached or did not answer in time. */
export const isUnreachable = (problem: unknown): boolean =>
  problem instanceof Offline || (problem instanceof DOMException && problem.name === 'TimeoutError')

/** The server failed. The request id finds the failure in its log. */
export class ServerFault extends Error {
  override readonly name = 'ServerFault'
  readonly requestId: string | null
  readonly status: number
  constructor(status: number, requestId: string | null) {
    super(`server fault ${status}`)
    this.status = status
    this.requestId = requestId
  }
}

/** Reports whether the session has ended, so that a new sign-in helps. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused && (error.refusal.kind === 'unauthenticated' || error.refusal.code === 'session-ended')

/** Reports whether the screen of this session is locked, so that the person must open it first. */
export const isScreenLocked = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === 'session-locked'

/** Reports whether the person must set up a second factor before anything else. */
export const isFactorDemanded = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === 'users.factor-demanded'

/**
 * Reports whether another person is signed in in this browser. The action waits until its own person signs in again.
 */
export const isAnotherPerson = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === 'another-person'

/**
 * Returns what a successful answer says; undefined if it is empty. Throws `Offline` if it is no JSON: a proxy or the sign-in page of a network
 * answers so in the place of the server, and then the result is unknown.
 */
export function saidIn(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Offline('something else than the server answered')
  }
}

/** Returns the failure that an unsuccessful answer stands for. */
export function failureOf(status: number, said: unknown, requestId: string | null): Refused | ServerFault {
  const refusal = refusalIn(said)
  // whatever else a 401 says, a new sign-in is what helps (C-45)
  if (refusal && (status !== 401 || refusal.kind === 'unauthenticated')) return new Refused(refusal)
  // A proxy rejects bodies of this size. Sending it again would block the actions behind it.
  if (status === 413) return new Refused({ kind: 'invalid', code: 'too-large' })
  return status === 401
    ? new Refused({ kind: 'unauthenticated', code: 'unauthenticated' })
    : new ServerFault(status, requestId)
}

function refusalIn(said: unknown): Refusal | null {
  if (typeof said !== 'object' || said === null || !('refusal' in said)) return null
  const refusal = said.refusal
  return typeof refusal === 'object' && refusal !== null && 'kind' in refusal && 'code' in refusal
    ? (refusal as Refusal)
    : null
}
