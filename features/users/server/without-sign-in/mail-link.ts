/**
 * The job that mails a one-time link. It makes the link just before it sends the mail, so that the secret is never part of a
 * job, of the table of mails or of an answer.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readCompany } from '#features/settings/server/company.ts'
import type { FieldChanges } from '#kernel/changes.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import type { JobParts } from '#server/feature.ts'
import { sql } from '#server/db/database.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import { SYSTEM } from '#server/command.ts'
import type { LinkPurpose } from '../../domain/accounts.ts'
import { zLanguage } from '../../domain/contract.ts'
import { addLink, withdrawLink } from '../account-links.ts'
import { mailText } from './mail-texts.ts'
import { MOST_REQUESTS } from './limit-requests.ts'

export const MAIL_LINK_JOB = 'users.mail-link'

const zPayload = z.union([
  /** What somebody asked for without a sign-in; the job finds out whether an account has the e-mail. */
  z.strictObject({ requestId: z.int(), language: zLanguage }),
  /** The account to which an administrator sends the link. */
  z.strictObject({ userId: z.int(), language: zLanguage }),
])
export type MailLinkPayload = z.output<typeof zPayload>

type Wanted = { readonly userId: number; readonly email: string; readonly purpose: LinkPurpose }

/** Returns the account that gets the mail. Null if there is none, if it is deactivated, or if the request is too old. */
const wantedBy = ({ runner }: JobParts, input: MailLinkPayload): Promise<Wanted | null> =>
  'userId' in input
    ? runner.db.maybe<Wanted>(sql`
        select id as "userId", email, case when last_login_at is null then 'INVITATION' else 'RESET' end as purpose
        from users where id = ${input.userId} and status <> 'DISABLED'`)
    : runner.db.maybe<Wanted>(sql`
        select u.id as "userId", u.email, 'RESET' as purpose
        from public_requests r join users u on u.email = r.email
        where r.id = ${input.requestId} and r.kind = 'PASSWORD' and u.status <> 'DISABLED'
          and r.at > now() - make_interval(mins => ${MOST_REQUESTS.minutes})`)

export const mailLinkWork = (parts: JobParts): JobWork => ({
  atOnce: 2,
  // within an hour; then the person has asked again
  tries: 20,
  run: async (payload) => {
    const input = zPayload.parse(payload)
    const wanted = await wantedBy(parts, input)
    if (wanted) await sendLink(parts, wanted, input.language)
  },
})

async function sendLink(
  { runner, outside, publicUrl }: JobParts,
  { userId, email, purpose }: Wanted,
  language: LanguageCode,
): Promise<void> {
  const mailer = outside().mail
  const note = (changes: FieldChanges) =>
    runner.work(SYSTEM, 'users.mail-link', async ({ record }) => record({ entity: 'users', id: userId, changes }))
  // the mail server was taken away after the request
  if (!mailer?.delivers) return note({ linkMail: [null, 'FAILED'] })
  const { name: company } = await readCompany(runner.db)
  const token = await runner.work(SYSTEM, 'users.mail-link', ({ tx }) => addLink(tx, userId, purpose, null))
  const { subject, body } = mailText(purpose, language, {
    company,
    link: new URL(`/new-password#${token}`, publicUrl).href,
  })
  const outcome = await mailer.send({
    // a new one for each attempt, because each has another link
    messageId: `${randomUUID()}@${new URL(publicUrl).hostname}`,
    to: email,
    subject,
    text: body,
    attachments: [],
  })
  const fate = outcome.kind === 'mixed' ? outcome.each[email]?.kind : outcome.kind
  if (fate === 'later' || fate === undefined) {
    await withdrawLink(runner.db, token)
    throw new Later('the mail server did not take the mail with a link', 0)
  }
  await note({ link: [null, purpose], linkMail: [null, FATES[fate]] })
}

const FATES = { sent: 'SENT', refused: 'FAILED', unsure: 'UNSURE' } as const
