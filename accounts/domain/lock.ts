/** Decides about the PIN that opens a locked screen. */
import { z } from 'zod'
import { type Refusal, refusal } from '#kernel/refusal.ts'

const LEAST_PIN_DIGITS = 4
const MOST_PIN_DIGITS = 8
/** After this many wrong PINs only the password opens the screen. */
export const MOST_WRONG_PINS = 5

export const zPin = z.string().regex(new RegExp(`^\\d{${LEAST_PIN_DIGITS},${MOST_PIN_DIGITS}}$`))

/** Returns why a PIN is too easy to guess, or null: one digit repeated, or digits in a row. */
export function whyWeakPin(pin: string): Refusal | null {
  const steps = new Set(Array.from(pin).flatMap((digit, at) => (at === 0 ? [] : [Number(digit) - Number(pin[at - 1])])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
    ? refusal('invalid', 'users.pin-weak', { fields: { pin: 'users.pin-weak' } })
    : null
}

/** The state of the screen: whether the session is locked, and whether a PIN opens it. */
export const zLock = z.object({ locked: z.boolean(), pin: z.boolean() })
export type Lock = z.output<typeof zLock>

const zProof = z.string().min(1).max(1000)
export const unlockInput = z.union([
  z.strictObject({ pin: z.string().min(1).max(20) }),
  z.strictObject({ password: zProof }),
])
/** Without `pin` the PIN is removed. */
export const setPinInput = z.strictObject({ password: zProof, pin: zPin.nullable() })
export const setPinOutput = z.object({ pin: z.boolean() })
