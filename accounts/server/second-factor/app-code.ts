/** The codes of an authenticator app (RFC 6238), with the values that every app supports: SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from 'otpauth'
import { CODE_DIGITS, CODE_SECONDS } from '../../domain/second-factor.ts'

/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20
/** The characters of the company's name in the app. A Greek letter takes six characters in the address. */
const MOST_NAME = 20
/** A code is accepted one step before and after its time, because the clocks of phones differ. */
const STEPS_BESIDE = 1

const ofSecret = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({
    issuer,
    label,
    // the name stands once in the address: a shorter one makes a picture that phones read more easily
    issuerInLabel: false,
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: CODE_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Returns a new secret in base 32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the address with which an app adds the account. `company` and `email` name it there. */
export const appAddress = (secret: string, company: string, email: string): string =>
  ofSecret(
    secret,
    Array.from(company.replaceAll(':', ' ')).slice(0, MOST_NAME).join('').trim() || 'Kerino',
    email,
  ).toString()

/** Returns the step of time whose code this is. Null if it is no code of this time. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = ofSecret(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_BESIDE })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / CODE_SECONDS) + delta
}

/** Returns the code that an app shows at a time, for the tests, which sign in with one. */
export const codeAt = (secret: string, now: Date): string => ofSecret(secret).generate({ timestamp: now.getTime() })
