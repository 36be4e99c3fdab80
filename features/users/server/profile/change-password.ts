import { readCompany } from '#features/settings/server/company.ts'
import { Refused, refuse, stopOn } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { whyWeakPassword } from '../../domain/password.ts'
import { closeLinks } from '../account-links.ts'
import { endSessions } from '../change-account.ts'
import { hashPassword } from '../passwords.ts'
import type { Session, Sessions } from '../sessions.ts'
import { provePassword } from '../verify-credentials.ts'

const WRONG = { fields: { old: 'users.wrong-password' } }

/** The person is signed in, so that a wrong password is said at its field and is no missing sign-in. */
function refuseOldPassword(error: unknown): never {
  if (error instanceof Refused && error.refusal.code === 'wrong-credentials')
    refuse('refused', 'users.wrong-password', WRONG)
  throw error
}

type Asking = { readonly session: Session; readonly address: string; readonly device: string | null }

/**
 * Changes the password of a signed-in person who knows the old one. Wrong ones count like those of a sign-in. Ends all other
 * sessions, and returns how many: whoever knew the old password is signed out.
 */
export async function changePassword(
  runner: Runner,
  sessions: Sessions,
  { session, address, device }: Asking,
  { old, password }: { readonly old: string; readonly password: string },
): Promise<number> {
  const { email, username, firstName, lastName } = session.user
  const { account } = await provePassword(runner.db, sessions.log, { email, password: old, address, device }).catch(
    refuseOldPassword,
  )
  const company = await readCompany(runner.db)
  stopOn(whyWeakPassword(password, [email, username, `${firstName} ${lastName}`, company.name]))
  if (password === old) refuse('invalid', 'users.password-same', { fields: { password: 'users.password-same' } })
  const passwordHash = await hashPassword(password)
  return runner.work(session.actor, 'users.change-password', async ({ tx, record }) => {
    const changed = await tx.run(sql`
      update users set password_hash = ${passwordHash} where id = ${account.id} and password_hash = ${account.passwordHash}`)
    // somebody else has set a new one in the meantime
    if (changed === 0) refuse('refused', 'users.wrong-password', WRONG)
    await closeLinks(tx, account.id)
    const own = await tx.one<{ family: number }>(
      sql`select coalesce(family_id, id) as family from sessions where id = ${session.id}`,
    )
    const ended = await endSessions(tx, account.id, own.family)
    record({
      entity: 'users',
      id: account.id,
      changes: { password: [null, 'CHANGED'], ...(ended > 0 && { sessionsEnded: [null, ended] }) },
    })
    return ended
  })
}
