/** Lines of the log about sign-in: who, from where, how it ended. They never hold a password, a token or a cookie. */
import type { Log } from '#server/log.ts'

/** Why a try failed; the person who tries reads the same in all cases. */
export type FailureReason = 'unknown-account' | 'wrong-password' | 'account-closed'

export type SignInTry = { readonly email: string; readonly address: string; readonly knownDevice: boolean }

const NO_LOG: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Returns the e-mail as the log shows it: a text without @ may be a password in the wrong field. */
const shown = (email: string): string => (email.includes('@') ? email.slice(0, 100) : '(no e-mail)')

export class SignInLog {
  readonly #log: Log

  constructor(log: Log = NO_LOG) {
    this.#log = log
  }

  signedIn(one: SignInTry, userId: number): void {
    this.#log.info(this.#details('sign-in', one, { userId }), 'signed in')
  }

  failed(one: SignInTry, reason: FailureReason): void {
    this.#log.warn(this.#details('sign-in-failed', one, { reason }), 'a sign-in failed')
  }

  /** The limit is reached: further tries are refused without a look at the password. */
  locked(one: SignInTry, minutes: number): void {
    this.#log.warn(this.#details('sign-in-locked', one, { minutes }), 'further sign-ins are refused for a while')
  }

  refused(one: SignInTry, seconds: number): void {
    this.#log.warn(this.#details('sign-in-refused', one, { retryAfterSeconds: seconds }), 'a sign-in was refused')
  }

  signedOut(userId: number): void {
    this.#log.info({ event: 'sign-out', userId }, 'signed out')
  }

  /** A refresh token was used a second time: it was stolen or copied, and its whole chain of sessions is ended. */
  tokenReused(userId: number): void {
    this.#log.warn({ event: 'refresh-token-reused', userId }, 'a refresh token was used twice; its sessions are ended')
  }

  #details(event: string, { email, address, knownDevice }: SignInTry, more: object): object {
    return { event, email: shown(email), address, knownDevice, ...more }
  }
}
