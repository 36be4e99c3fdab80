/** Logs sign-ins with account, address and result. The entries never contain a password, a code, a token or a cookie. */
import type { Log } from '#server/log.ts'

/** Why an attempt failed. The person reads the same message in all cases. */
export type FailureReason = 'unknown-account' | 'wrong-password' | 'account-closed' | 'wrong-code'

export type SignInAttempt = { readonly email: string; readonly address: string; readonly knownDevice: boolean }

const NO_LOG: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns the e-mail for the log. A text without @ may be a password in the wrong field, so it is hidden. */
const shown = (email: string): string => (email.includes('@') ? email.slice(0, 100) : '(no e-mail)')

export class SignInLog {
  readonly #log: Log

  constructor(log: Log = NO_LOG) {
    this.#log = log
  }

  signedIn(one: SignInAttempt, userId: number): void {
    this.#log.info(this.#details('sign-in', one, { userId }), 'signed in')
  }

  askedForCode(one: SignInAttempt, userId: number): void {
    this.#log.info(this.#details('sign-in-code-asked', one, { userId }), 'the password is right, a code is asked')
  }

  failed(one: SignInAttempt, reason: FailureReason): void {
    this.#log.warn(this.#details('sign-in-failed', one, { reason }), 'a sign-in failed')
  }

  /** Logs that a limit is reached and further attempts are refused without comparing the password. */
  locked(one: SignInAttempt, minutes: number): void {
    this.#log.warn(this.#details('sign-in-locked', one, { minutes }), 'further sign-ins are refused for a while')
  }

  refused(one: SignInAttempt, seconds: number): void {
    this.#log.warn(this.#details('sign-in-refused', one, { retryAfterSeconds: seconds }), 'a sign-in was refused')
  }

  signedOut(userId: number): void {
    this.#log.info({ event: 'sign-out', userId }, 'signed out')
  }

  /** Logs that a refresh token was used a second time. It was copied, and its whole chain of sessions is ended. */
  tokenReused(userId: number): void {
    this.#log.warn({ event: 'refresh-token-reused', userId }, 'a refresh token was used twice; its sessions are ended')
  }

  #details(event: string, { email, address, knownDevice }: SignInAttempt, more: object): object {
    return { event, email: shown(email), address, knownDevice, ...more }
  }
}
