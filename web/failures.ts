/** How a call to the server fails: it said no (`Refused`), it could not be reached, or it failed itself. */
import { type Refusal, Refused } from '#kernel/refusal.ts'

/** The server could not be reached: nothing is known about whether it acted. */
export class Offline extends Error {
  override readonly name = 'Offline'
}

/** The server failed; the request id lets the office find it in the log. */
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

/** True when the session has ended or was signed out elsewhere: signing in again helps. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refused && (error.refusal.kind === 'unauthenticated' || error.refusal.code === 'session-ended')

/** True when the browser's session is not that of the person who did it: it waits until that person signs in again. */
export const isAnotherPerson = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === 'another-person'

/** What an answer that is no success means. */
export function failureOf(status: number, said: unknown, requestId: string | null): Refused | ServerFault {
  const refusal = refusalIn(said)
  if (refusal) return new Refused(refusal)
  // something on the way takes no bodies of this size: sending it again would hold up what waits behind it
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
