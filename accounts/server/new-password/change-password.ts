import { readCompany } from '#server/company.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { closeLinks } from './close-links.ts'
import { whyWeakPassword } from './weak-password.ts'
import { endSessions } from '../end-sessions.ts'
import { hashPassword } from '../passwords.ts'
import type { Sessions } from '../sessions.ts'
import { type Proving, proveOwnPassword, refuseWrongPassword } from '../lock.ts'
import { signInOf } from '../session-use.ts'

/**
 * Changes the password of a signed-in person who knows the old one. Wrong ones count like those of a sign-in. Ends all other
 * sessions, and returns how many: so a person who knew only the old password is signed out.
 */
export async function changePassword(
  runner: Runner,
  sessions: Sessions,
  proving: Proving,
  { old, password }: { readonly old: string; readonly password: string },
): Promise<number> {
  const { session } = proving
  const { email, username, firstName, lastName } = session.user
  const account = await proveOwnPassword(runner.db, sessions, proving, old, 'old')
  const company = await readCompany(runner.db)
  stopOn(whyWeakPassword(password, [email, username, `${firstName} ${lastName}`, company.name]))
  if (password === old) refuse('invalid', 'users.password-same', { fields: { password: 'users.password-same' } })
  const passwordHash = await hashPassword(password)
  return runner.work(session.actor, 'users.change-password', async ({ tx, record }) => {
    const changed = await tx.run(sql`
      update users set password_hash = ${passwordHash} where id = ${account.id} and password_hash = ${account.passwordHash}`)
    // a new password was set in the meantime
    if (changed === 0) refuseWrongPassword('old')
    await closeLinks(tx, account.id)
    const ended = await endSessions(tx, account.id, await signInOf(tx, account.id, session.id))
    record({
      entity: 'users',
      id: account.id,
      changes: { password: [null, 'CHANGED'], ...(ended > 0 && { sessionsEnded: [null, ended] }) },
    })
    return ended
  })
}
