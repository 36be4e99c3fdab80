/** Declares the second factor of a sign-in: the codes that people type, and what pages send and receive for it. */
import { z } from 'zod'
import { defineCommand, zId } from '#kernel/contract.ts'
import { usersRights } from './rights.ts'

/** The codes of an authenticator app: the usual form of RFC 6238, which every app knows. */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
/** The number of recovery codes that are made together. */
export const RECOVERY_CODES = 10
/** The letters and digits of a recovery code, without those that look alike (RFC 4648, base 32). */
export const RECOVERY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const RECOVERY_CHARACTERS = 16

export type TypedCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }

/** Returns the code that a person typed or pasted, with any spaces and dashes. Null if it has the form of no code. */
export function typedCode(text: string): TypedCode | null {
  const code = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (new RegExp(`^[0-9]{${CODE_DIGITS}}$`).test(code)) return { kind: 'app', code }
  const isRecovery =
    code.length === RECOVERY_CHARACTERS && Array.from(code).every((one) => RECOVERY_LETTERS.includes(one))
  return isRecovery ? { kind: 'recovery', code } : null
}

/** Returns a recovery code in groups of four, as it is shown. */
export const shownRecoveryCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

const zCode = z.string().min(1).max(100)
const zProof = z.string().min(1).max(1000)

export const signInCodeInput = z.strictObject({ code: zCode })

export const beginFactorInput = z.strictObject({ password: zProof })
/** The secret as text, and the address that an authenticator app reads from a QR code. They are returned only here. */
export const beginFactorOutput = z.object({ secret: z.string(), address: z.string() })

export const confirmFactorInput = z.strictObject({ code: zCode })
/** The recovery codes. They are returned only here. */
export const recoveryCodesOutput = z.object({ codes: z.array(z.string()) })

/** The proof for whatever changes the factor of the own account. */
export const provedByBothInput = z.strictObject({ password: zProof, code: zCode })
export const endFactorOutput = z.object({ on: z.literal(false) })

export const factorState = z.object({
  /** Since when a code is asked, or null. */
  since: z.string().nullable(),
  recoveryCodes: z.int(),
  /** False if the server has no key with which it could store a secret. */
  possible: z.boolean(),
})
export type FactorState = z.output<typeof factorState>

/** Removes the second factor of another account, whose person has lost the phone and the recovery codes. */
export const resetSecondFactor = defineCommand('users.reset-second-factor', {
  right: usersRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ ended: z.int() }),
})
