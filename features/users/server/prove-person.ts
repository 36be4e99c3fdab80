/** Compares e-mail and password, within the limits of wrong tries. */
import { Refused, refuse } from '#kernel/refusal.ts'
import { type Database, sql } from '#server/db/database.ts'
import { knownDevice } from './known-devices.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { type CountedTry, countTry, forgetTry, MOST_FAILURES, tryFailed, tryWorked } from './sign-in-limits.ts'
import type { SignInLog } from './sign-in-log.ts'
import type { UserRow } from './user-row.ts'

export type Proof = {
  readonly email: string
  readonly password: string
  /** The internet address of the caller. */
  readonly address: string
  /** The token in the device's cookie, if it has one. */
  readonly device: string | null
}

// compared against when the e-mail is unknown, so that the answer takes as long
const absent = hashPassword('nobody has this password')

/** Returns the account that e-mail and password belong to. Refuses an unknown e-mail and a wrong password alike. */
export async function provePerson(db: Database, log: SignInLog, proof: Proof): Promise<UserRow> {
  // the database holds no NUL: an address with one belongs to nobody
  const email = proof.email.trim().toLowerCase().replaceAll('\u0000', '\ufffd')
  const deviceId = await knownDevice(db, proof.device, email)
  const shown = { email, address: proof.address, knownDevice: deviceId !== null }
  let counted: CountedTry
  try {
    counted = await countTry(db, { email, address: proof.address, deviceId })
  } catch (error) {
    if (error instanceof Refused) log.refused(shown, Number(error.refusal.details?.['retryAfterSeconds']))
    throw error
  }
  const found = await compare(db, email, proof.password).catch(async (error: unknown) => {
    await forgetTry(db, counted.id)
    throw error
  })
  if ('reason' in found) {
    log.failed(shown, found.reason)
    const { locked } = await tryFailed(db, counted)
    if (locked) log.locked(shown, MOST_FAILURES.minutes)
    refuse('unauthenticated', 'wrong-credentials')
  }
  await tryWorked(db, counted)
  await db.run(sql`update users set last_login_at = now() where id = ${found.id}`)
  log.signedIn(shown, found.id)
  return found
}

type Found = UserRow | { readonly reason: 'unknown-account' | 'wrong-password' | 'account-closed' }

async function compare(db: Database, email: string, password: string): Promise<Found> {
  const row = await db.maybe<UserRow & { passwordHash: string }>(sql`
    select id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
      last_login_at as "lastLoginAt", password_hash as "passwordHash"
    from users where email = ${email}`)
  const matches = await passwordMatches(password, row?.passwordHash ?? (await absent))
  if (!row) return { reason: 'unknown-account' }
  if (!matches) return { reason: 'wrong-password' }
  return row.status === 'DISABLED' ? { reason: 'account-closed' } : row
}
