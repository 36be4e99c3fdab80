/** Registers an account, without a sign-in. It waits without a role until an administrator approves it (C-23). */
import { readCompany } from '#server/company.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import { changes } from '#kernel/changes.ts'
import { fold } from '#kernel/fold.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { readSettings } from '#server/settings.ts'
import { whyWeakPassword } from '../new-password/weak-password.ts'
import { SIGN_IN_FORM } from '../../domain/sign-in-form.ts'
import { hashPassword } from '../passwords.ts'
import { countRequest } from './limit-requests.ts'
import { MAIL_LINK_JOB, type MailLinkPayload } from './mail-link.ts'

/** The most accounts that may wait for approval, so that programs cannot fill the list of people. */
const MOST_WAITING_ACCOUNTS = 100

export type Registration = {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly language: LanguageCode
  /** The IP address of the caller. */
  readonly address: string
}

/** Reports whether people may create an account without a sign-in. An administrator may close the registration. */
export async function registrationOpen(rows: Rows): Promise<boolean> {
  return (await readSettings(rows, SIGN_IN_FORM)).registrationOpen
}

async function demandOpen(rows: Rows): Promise<void> {
  if (!(await registrationOpen(rows))) refuse('refused', 'users.registration-closed')
}

/**
 * Creates the account. For an e-mail that has one already it does the same work, gives the same answer and changes nothing: its
 * owner gets a mail instead. The first account of an empty database becomes an administrator. Refuses if the registration is closed,
 * a weak password, too many requests, and too many accounts that wait.
 */
export async function register(runner: Runner, registration: Registration): Promise<void> {
  const { email, username, password, language, address } = registration
  // first, so that the answer tells nothing else
  await demandOpen(runner.db)
  // the history would name the person like the product
  if (fold(username) === fold(SYSTEM.name))
    refuse('refused', 'users.name-taken', { name: username, fields: { username: 'users.name-taken' } })
  const company = await readCompany(runner.db)
  stopOn(whyWeakPassword(password, [email, username, company.name]))
  const requestId = await runner.work(
    SYSTEM,
    'users.register',
    ({ tx }) => countRequest(tx, { kind: 'ACCOUNT', email, address }),
    { mode: 'locking' },
  )
  // after the limit, because hashing is costly
  const passwordHash = await hashPassword(password)
  await runner.work(SYSTEM, 'users.register', async (work) => {
    await demandOpen(work.tx)
    const role = await roleOfNext(work.tx)
    await insertWaiting(work, { email, username, passwordHash, role })
    await work.enqueue({ kind: MAIL_LINK_JOB, payload: { requestId, language } satisfies MailLinkPayload })
  })
}

/** Returns the role of the next account: administrator in an empty database, otherwise none. */
async function roleOfNext(tx: Rows): Promise<'admin' | null> {
  const { all, waiting } = await tx.one<{ all: number; waiting: number }>(sql`
    select count(*)::int as all, count(*) filter (where status = 'WAITING')::int as waiting from users`)
  if (waiting >= MOST_WAITING_ACCOUNTS) refuse('refused', 'users.too-many-waiting')
  return all === 0 ? 'admin' : null
}

/** Stores the account, unless one has the e-mail. The first name stays empty: that of a workshop gives its rights. */
async function insertWaiting(
  { tx, record }: Work,
  account: { email: string; username: string; passwordHash: string; role: 'admin' | null },
): Promise<void> {
  const { email, username, passwordHash, role } = account
  const status = role === null ? 'WAITING' : 'ACTIVE'
  const made = await tx.maybe<{ id: number }>(sql`
    insert into users (email, username, role, status, password_hash)
    values (${email}, ${username}, ${role}, ${status}, ${passwordHash})
    on conflict (email) do nothing returning id`)
  if (made) record({ entity: 'users', id: made.id, changes: changes({}, { email, username, role }) })
}
