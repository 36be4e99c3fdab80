/**
 * Invites a person, and makes the link for a new password or mails it. The first two are lookups, because the answer of a
 * command is stored for
 * its repetition, and the token of a link must not be stored.
 */
import { randomBytes } from 'node:crypto'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, lookup } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { whyNotByProgram } from '#accounts/domain/accounts.ts'
import * as contract from '../domain/people-contract.ts'
import { makeLink } from '#accounts/server/account-links.ts'
import { addColleague } from './create-user.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { MAIL_LINK_JOB, type MailLinkPayload } from '#accounts/server/without-sign-in/mail-link.ts'

export const inviteLookup = lookup(contract.invite, async (reach, input) => {
  // nobody knows this password; the invited person sets one with the link
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  return reach.keep(async (work) => {
    const id = await addColleague(work, { ...input, passwordHash })
    return { id, token: await makeLink(work, id, 'INVITATION') }
  })
})

export const newPasswordLinkLookup = lookup(contract.newPasswordLink, (reach, { id }) =>
  reach.keep(async (work) => {
    const account = await work.tx.maybe<{ status: string; role: string | null; invited: boolean }>(
      sql`select status, role, last_login_at is null as invited from users where id = ${id}`,
    )
    if (!account) refuse('missing', 'users.no-account')
    if (account.status === 'DISABLED') refuse('refused', 'users.deactivated')
    stopOn(whyNotByProgram(work.actor.userId, account.role))
    return { id, token: await makeLink(work, id, account.invited ? 'INVITATION' : 'RESET') }
  }),
)

/** Enqueues the mail. The job makes the link, so that this answer, which is stored for its repetition, does not contain it. */
export const mailLinkCommand = command(contract.mailLink, async (work, { id, language }) => {
  const account = await work.tx.maybe<{ status: string; email: string }>(
    sql`select status, email from users where id = ${id}`,
  )
  if (!account) refuse('missing', 'users.no-account')
  if (account.status === 'DISABLED') refuse('refused', 'users.deactivated')
  await work.enqueue({
    kind: MAIL_LINK_JOB,
    payload: { userId: id, by: work.actor.userId, byKey: work.actor.keyId, language } satisfies MailLinkPayload,
  })
  work.record({ entity: 'users', id, changes: { linkMail: [null, 'WAITING'] } })
  return { email: account.email }
})
