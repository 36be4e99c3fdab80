/** Checks e-mail and password, within the limits for wrong passwords. */
import { Refused, refuse } from '#kernel/refusal.ts'
import { type Database, type Sql, sql } from '#server/db/database.ts'
import { networkOf } from '../domain/network.ts'
import { knownDevice } from './known-devices.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import {
  type CountedAttempt,
  countAttempt,
  deleteAttempt,
  MOST_FAILURES,
  attemptFailed,
  attemptSucceeded,
} from './sign-in-limits.ts'
import type { SignInAttempt, SignInLog } from './sign-in-log.ts'
import { changedRights, sectionOfAccount, type UserRow } from './user-row.ts'

export type Credentials = {
  readonly email: string
  readonly password: string
  /** The IP address of the caller. */
  readonly address: string
  /** The token in the cookie of the device, or null. */
  readonly device: string | null
}

// An unknown e-mail is compared with this hash, so that the answer takes the same time.
const absent = hashPassword('nobody has this password')

/** An account, with the hash that the entered password matches, and whether it also needs a code. */
export type VerifiedUser = UserRow & { readonly passwordHash: string; readonly needsCode: boolean }

/**
 * Selects a verified account if it still has the password that was checked, was not closed meanwhile and needs no code. It changes
 * the row of the account, so that a new password, a deactivation or a second factor at the same moment either prevents the session
 * or ends it.
 */
export const accountStill = ({ id, passwordHash }: VerifiedUser): Sql => sql`
  update users set last_login_at = now()
  where id = ${id} and password_hash = ${passwordHash} and status <> 'DISABLED' and factor_since is null returning id`

/**
 * Returns the account with this e-mail and password, for a sign-in. Refuses an unknown e-mail and a wrong password in the
 * same way.
 */
export async function verifyCredentials(db: Database, log: SignInLog, credentials: Credentials): Promise<VerifiedUser> {
  const { account, shown } = await provePassword(db, log, credentials)
  if (account.needsCode) log.askedForCode(shown, account.id)
  else log.signedIn(shown, account.id)
  return account
}

type Proved = { readonly account: VerifiedUser; readonly shown: SignInAttempt }

/** The same for a signed-in person who proves who they are. It counts like a sign-in. */
export async function provePassword(db: Database, log: SignInLog, credentials: Credentials): Promise<Proved> {
  // PostgreSQL stores no NUL character, so an e-mail with one must not match any account.
  const email = credentials.email.trim().toLowerCase().replaceAll('\u0000', '\ufffd')
  const deviceId = await knownDevice(db, credentials.device, email)
  const shown = { email, address: credentials.address, knownDevice: deviceId !== null }
  let counted: CountedAttempt
  try {
    counted = await countAttempt(db, { proof: 'PASSWORD', email, address: networkOf(credentials.address), deviceId })
  } catch (error) {
    if (error instanceof Refused) log.refused(shown, Number(error.refusal.details?.['retryAfterSeconds']))
    throw error
  }
  const found = await compare(db, email, credentials.password).catch(async (error: unknown) => {
    await deleteAttempt(db, counted.id)
    throw error
  })
  if ('reason' in found) {
    log.failed(shown, found.reason)
    const { locked } = await attemptFailed(db, counted)
    if (locked) log.locked(shown, MOST_FAILURES.minutes)
    refuse('unauthenticated', 'wrong-credentials')
  }
  await attemptSucceeded(db, counted)
  return { account: found, shown }
}

type Found = VerifiedUser | { readonly reason: 'unknown-account' | 'wrong-password' | 'account-closed' }

async function compare(db: Database, email: string, password: string): Promise<Found> {
  const row = await db.maybe<VerifiedUser>(sql`
    select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
      ${sectionOfAccount} as section, ${changedRights} as "changedRights", last_login_at as "lastLoginAt",
      password_hash as "passwordHash", factor_since is not null as "needsCode"
    from users u where email = ${email}`)
  const matches = await passwordMatches(password, row?.passwordHash ?? (await absent))
  if (!row) return { reason: 'unknown-account' }
  if (!matches) return { reason: 'wrong-password' }
  return row.status === 'DISABLED' ? { reason: 'account-closed' } : row
}
