/** Checks the code of a second factor, within the limits of a sign-in. */
import { Refused, refuse } from '#kernel/refusal.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { networkOf } from '../../domain/network.ts'
import { typedCode } from '../../domain/second-factor.ts'
import { knownDevice } from '../known-devices.ts'
import { attemptFailed, attemptSucceeded, countAttempt, deleteAttempt, MOST_FAILURES } from '../sign-in-limits.ts'
import type { SignInLog } from '../sign-in-log.ts'
import { tokenHash } from '../token-hash.ts'
import { stepOfCode } from './app-code.ts'

/** Who enters a code, and where. */
export type CodeTyped = {
  readonly email: string
  readonly code: string
  /** The IP address of the caller. */
  readonly address: string
  /** The token in the cookie of the device, or null. */
  readonly device: string | null
}

/** Returns the hash of a recovery code. It needs no key and no slow function, because the code has 80 random bits. */
export const recoveryHash = (code: string): string => tokenHash(`recovery ${code}`)

/** Returns the owner for whom the secret of an account is encrypted. */
export const ownerOf = (userId: number): string => `second-factor ${userId}`

/** Returns the secret of an account. Null if it has none. Refuses if the server has lost the key. */
async function readSecret(rows: Rows, sealing: Sealing, userId: number): Promise<string | null> {
  const stored = await rows.maybe<{ sealed: string }>(
    sql`select sealed_secret as sealed from second_factors where user_id = ${userId}`,
  )
  if (!stored) return null
  return sealing.unseal(stored.sealed, ownerOf(userId)) ?? refuse('unavailable', 'users.factor-key-lost')
}

/**
 * Uses a code: none is accepted twice, also not at the same moment. Returns which kind it was, or null if it is wrong or was used
 * before.
 */
export async function useCode(
  tx: Rows,
  sealing: Sealing,
  { userId, typed, now }: { readonly userId: number; readonly typed: string; readonly now: Date },
): Promise<'app' | 'recovery' | null> {
  const given = typedCode(typed)
  if (given === null) return null
  if (given.kind === 'recovery') {
    const used = await tx.run(sql`
      update recovery_codes set used_at = now()
      where user_id = ${userId} and code_hash = ${recoveryHash(given.code)} and used_at is null`)
    return used > 0 ? 'recovery' : null
  }
  const secret = await readSecret(tx, sealing, userId)
  const step = secret === null ? null : stepOfCode(secret, given.code, now)
  if (step === null) return null
  const used = await tx.run(sql`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)
  return used > 0 ? 'app' : null
}

/**
 * Runs `act` for somebody who enters a code. `act` returns null if the code is wrong, which counts like a wrong password, but apart
 * from these. The attempt is stored before the code is compared.
 */
export async function withinCodeLimits<T>(
  db: Database,
  log: SignInLog,
  { email, address, device }: Omit<CodeTyped, 'code'>,
  act: () => Promise<T | null>,
): Promise<T> {
  // a stranger who reads the mailbox must not get further tries of the code with each link
  const deviceId = await knownDevice(db, device, email, { signedIn: true })
  const shown = { email, address, knownDevice: deviceId !== null }
  const counted = await countAttempt(db, { proof: 'CODE', email, address: networkOf(address), deviceId }).catch(
    (error: unknown) => {
      if (error instanceof Refused) log.refused(shown, Number(error.refusal.details?.['retryAfterSeconds']))
      throw error
    },
  )
  const done = await act().catch(async (error: unknown) => {
    await deleteAttempt(db, counted.id)
    throw error
  })
  if (done === null) {
    log.failed(shown, 'wrong-code')
    const { locked } = await attemptFailed(db, counted)
    if (locked) log.locked(shown, MOST_FAILURES.minutes)
    refuse('refused', 'users.wrong-code', { fields: { code: 'users.wrong-code' } })
  }
  await attemptSucceeded(db, counted)
  return done
}
