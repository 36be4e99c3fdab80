/** Notes sign-ins with account, address and result, in the log and in the history. No entry contains a password, a code or a token. */
import type { SignInEvent } from '#kernel/history/security-events.ts'
import type { Log } from '#server/log.ts'
import type { SecurityEvents } from '#server/security-events/security-events.ts'

/** Why an attempt failed. The person reads the same message in all cases. */
export type FailureReason = 'unknown-account' | 'wrong-password' | 'account-closed' | 'wrong-code'

export type SignInAttempt = { readonly email: string; readonly address: string; readonly knownDevice: boolean }

const NO_LOG: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns the e-mail for the log. A text without @ may be a password in the wrong field, so it is hidden. */
const shown = (email: string): string => (email.includes('@') ? email.slice(0, 100) : '(no e-mail)')

/** What is shown among the failed sign-ins. */
const FAILURES: readonly SignInEvent[] = ['FAILED', 'LOCKED', 'TURNED-AWAY', 'TOKEN-REUSED']

export class SignInLog {
  readonly #log: Log
  readonly #events: SecurityEvents | undefined

  constructor(log: Log = NO_LOG, events?: SecurityEvents) {
    this.#log = log
    this.#events = events
  }

  signedIn(one: SignInAttempt, userId: number): void {
    this.#log.info(this.#details('sign-in', one, { userId }), 'signed in')
    this.#note('SIGNED-IN', one, { userId })
  }

  askedForCode(one: SignInAttempt, userId: number): void {
    this.#log.info(this.#details('sign-in-code-asked', one, { userId }), 'the password is right, a code is asked')
    this.#note('CODE-ASKED', one, { userId })
  }

  failed(one: SignInAttempt, reason: FailureReason): void {
    this.#log.warn(this.#details('sign-in-failed', one, { reason }), 'a sign-in failed')
    this.#note('FAILED', one, { code: reason })
  }

  /** Notes that a limit is reached and further attempts are refused without comparing the password. */
  locked(one: SignInAttempt, minutes: number): void {
    this.#log.warn(this.#details('sign-in-locked', one, { minutes }), 'further sign-ins are refused for a while')
    this.#note('LOCKED', one, { details: { minutes } })
  }

  refused(one: SignInAttempt, seconds: number): void {
    this.#log.warn(this.#details('sign-in-refused', one, { retryAfterSeconds: seconds }), 'a sign-in was refused')
    this.#note('TURNED-AWAY', one, {})
  }

  signedOut(userId: number): void {
    this.#log.info({ event: 'sign-out', userId }, 'signed out')
    this.#note('SIGNED-OUT', null, { userId })
  }

  /** Notes that a refresh token was used a second time. It was copied, and its whole chain of sessions is ended. */
  tokenReused(userId: number): void {
    this.#log.warn({ event: 'refresh-token-reused', userId }, 'a refresh token was used twice; its sessions are ended')
    this.#note('TOKEN-REUSED', null, { userId })
  }

  #details(event: string, { email, address, knownDevice }: SignInAttempt, more: object): object {
    return { event, email: shown(email), address, knownDevice, ...more }
  }

  #note(
    what: SignInEvent,
    attempt: SignInAttempt | null,
    {
      userId = null,
      code = '',
      details = {},
    }: { userId?: number | null; code?: string; details?: Record<string, number> },
  ): void {
    this.#events?.note({
      kind: FAILURES.includes(what) ? 'FAILED-SIGN-IN' : 'SIGN-IN',
      userId,
      // the name of a known account is read when the event is written
      userName: userId === null && attempt ? shown(attempt.email) : '',
      what,
      code,
      details,
      address: attempt?.address ?? '',
    })
  }
}
