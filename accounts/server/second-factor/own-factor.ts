/** What people do with the second factor of their own account. Every change needs the password, or a code, or both. */
import { randomInt } from 'node:crypto'
import { readCompany } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import {
  type FactorState,
  RECOVERY_CHARACTERS,
  RECOVERY_CODES,
  RECOVERY_LETTERS,
  shownRecoveryCode,
} from '../../domain/second-factor.ts'
import { endSessions } from '../end-sessions.ts'
import { forgetOtherDevices } from '../known-devices.ts'
import { type Proving, proveOwnPassword } from '../lock.ts'
import { signInOf } from '../session-use.ts'
import type { Sessions } from '../sessions.ts'
import { appAddress, newSecret } from './app-code.ts'
import { ownerOf, recoveryHash, useCode, withinCodeLimits } from './prove-code.ts'

/** A secret that was not confirmed after this time is no longer accepted: it may still stand on a screen. */
const CONFIRM_MINUTES = 15

export type FactorParts = { readonly runner: Runner; readonly sessions: Sessions }

export async function factorStateOf({ runner }: FactorParts, userId: number): Promise<FactorState> {
  const stored = await runner.db.one<{ since: string | null; recoveryCodes: number }>(sql`
    select factor_since as since,
      (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as "recoveryCodes"
    from users u where id = ${userId}`)
  return { ...stored, possible: runner.sealing.possible() }
}

/**
 * Begins to set up the factor: stores a new secret, encrypted, and returns it for the app. No code is asked before one has confirmed
 * that the app has it.
 */
export async function beginFactor(
  { runner, sessions }: FactorParts,
  proving: Proving,
  password: string,
): Promise<{ secret: string; address: string }> {
  if (!runner.sealing.possible()) refuse('refused', 'users.factor-key-missing')
  const { id, email } = await proveOwnPassword(runner.db, sessions, proving, password, 'password')
  const { name } = await readCompany(runner.db)
  const secret = newSecret()
  const sealed = runner.sealing.seal(secret, ownerOf(id)) ?? refuse('refused', 'users.factor-key-missing')
  await runner.db.transaction('locking', async (tx) => {
    const { on } = await tx.one<{ on: boolean }>(
      sql`select factor_since is not null as on from users where id = ${id} for update`,
    )
    if (on) refuse('refused', 'users.factor-on')
    await tx.run(sql`
      insert into second_factors (user_id, sealed_secret) values (${id}, ${sealed})
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, made_at = now(), last_step = 0`)
  })
  return { secret, address: appAddress(secret, name, email) }
}

/**
 * Switches the factor on with a code of the app, and returns the recovery codes. Ends all other sessions and forgets the other
 * devices: they were opened and became known with the password alone.
 */
export async function confirmFactor(parts: FactorParts, proving: Proving, code: string): Promise<string[]> {
  const { runner } = parts
  const { session, device } = proving
  const { id: userId } = session.user
  return withCode(parts, proving, async () =>
    runner.work(
      session.actor,
      'users.switch-on-second-factor',
      async ({ tx, record }) => {
        const open = await tx.maybe(sql`
          select from second_factors f join users u on u.id = f.user_id
          where u.id = ${userId} and u.factor_since is null
            and f.made_at > now() - make_interval(mins => ${CONFIRM_MINUTES})
          for update of u`)
        if (!open) refuse('refused', 'users.factor-not-begun')
        const used = await useCode(tx, runner.sealing, { userId, typed: code, now: runner.clock() })
        if (used !== 'app') return null
        await tx.run(sql`update users set factor_since = now() where id = ${userId}`)
        const codes = await newRecoveryCodes(tx, userId)
        const ended = await endSessions(tx, userId, await signInOf(tx, userId, session.id))
        // each device has its own count of wrong codes, and who knows the password could have made many known
        await forgetOtherDevices(tx, userId, device)
        record({
          entity: 'users',
          id: userId,
          changes: { secondFactor: [null, 'ON'], ...(ended > 0 && { sessionsEnded: [null, ended] }) },
        })
        return codes
      },
      { mode: 'locking' },
    ),
  )
}

/** Switches the factor off. It needs the password and a code, so that neither a device left open nor a stolen code is enough. */
export async function endFactor(
  parts: FactorParts,
  proving: Proving,
  proof: { readonly password: string; readonly code: string },
): Promise<void> {
  await withBoth(parts, proving, proof, 'users.switch-off-second-factor', async (tx, userId) => {
    await removeFactor(tx, userId)
    return { result: true, change: 'OFF' }
  })
}

/** Returns new recovery codes, which replace the earlier ones. */
export const renewRecoveryCodes = (
  parts: FactorParts,
  proving: Proving,
  proof: { readonly password: string; readonly code: string },
): Promise<string[]> =>
  withBoth(parts, proving, proof, 'users.make-recovery-codes', async (tx, userId) => ({
    result: await newRecoveryCodes(tx, userId),
    change: 'NEW-CODES',
  }))

/** Removes the factor of an account: a sign-in asks for no code any more. Returns false if it has none. */
export async function removeFactor(tx: Rows, userId: number): Promise<boolean> {
  const on = await tx.run(sql`
    update users set factor_since = null where id = ${userId} and factor_since is not null`)
  await tx.run(sql`delete from second_factors where user_id = ${userId}`)
  return on > 0
}

const withCode = <T>(
  { runner, sessions }: FactorParts,
  { session, address, device }: Proving,
  act: () => Promise<T | null>,
): Promise<T> => withinCodeLimits(runner.db, sessions.log, { email: session.user.email, address, device }, act)

/** Changes the factor of the own account for a person who knows the password and has a code. */
async function withBoth<T>(
  parts: FactorParts,
  proving: Proving,
  { password, code }: { readonly password: string; readonly code: string },
  name: string,
  act: (tx: Rows, userId: number) => Promise<{ readonly result: T; readonly change: string }>,
): Promise<T> {
  const { runner, sessions } = parts
  const { id: userId } = await proveOwnPassword(runner.db, sessions, proving, password, 'password')
  return withCode(parts, proving, () =>
    runner.work(
      proving.session.actor,
      name,
      async ({ tx, record }) => {
        if (!(await tx.maybe(sql`select from users where id = ${userId} and factor_since is not null for update`)))
          refuse('refused', 'users.factor-off')
        if ((await useCode(tx, runner.sealing, { userId, typed: code, now: runner.clock() })) === null) return null
        const { result, change } = await act(tx, userId)
        record({ entity: 'users', id: userId, changes: { secondFactor: [null, change] } })
        return result
      },
      { mode: 'locking' },
    ),
  )
}

/** Stores new recovery codes as hashes instead of the earlier ones, and returns them as they are shown. */
async function newRecoveryCodes(tx: Rows, userId: number): Promise<string[]> {
  const letter = () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)] ?? ''
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_CHARACTERS }, letter).join(''),
  )
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hash from unnest(${codes.map(recoveryHash)}::text[]) as hash`)
  return codes.map(shownRecoveryCode)
}
