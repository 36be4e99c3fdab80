/**
 * The job that mails an account, mostly with a one-time link. It makes the link just before it sends the mail, so that the
 * secret is never part of a job, of the table of mails or of an answer.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readCompany } from '#server/company.ts'
import type { FieldChanges } from '#kernel/changes.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import type { JobParts } from '#server/feature.ts'
import { sql } from '#server/db/database.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import { SYSTEM } from '#server/command.ts'
import type { LinkPurpose } from '../../domain/accounts.ts'
import { zLanguage } from '../../domain/contract.ts'
import { addLink, type LinkMaker, withdrawLink } from '../account-links.ts'
import { type AccountMail, mailText } from './mail-texts.ts'
import { MOST_REQUESTS } from './limit-requests.ts'

export const MAIL_LINK_JOB = 'users.mail-link'

const zPayload = z.union([
  /** What somebody asked for without a sign-in; the job finds out whether an account has the e-mail. */
  z.strictObject({ requestId: z.int(), language: zLanguage }),
  /** The account to which an administrator sends the link. */
  z.strictObject({ userId: z.int(), by: z.int().nullable(), byKey: z.int().optional(), language: zLanguage }),
])
export type MailLinkPayload = z.output<typeof zPayload>

/** A mail to an account. `link` is the kind of the one-time link in it; null if it has none. */
type DueMail = {
  readonly userId: number
  readonly email: string
  readonly mail: AccountMail
  readonly link: LinkPurpose | null
  /** Who sends the link. Undefined if a person asked for it without a sign-in. */
  readonly by?: LinkMaker
}

/** Returns the mail that is due. Null if no account gets one: there is none, it is deactivated, or the request is too old. */
async function dueMail({ runner }: JobParts, input: MailLinkPayload): Promise<DueMail | null> {
  if ('userId' in input) {
    const account = await runner.db.maybe<{ email: string; link: LinkPurpose }>(sql`
      select email, case when last_login_at is null then 'INVITATION' else 'RESET' end as link
      from users where id = ${input.userId} and status <> 'DISABLED'`)
    return (
      account && { ...account, userId: input.userId, mail: account.link, by: { userId: input.by, keyId: input.byKey } }
    )
  }
  const account = await runner.db.maybe<{ userId: number; email: string; forgotten: boolean }>(sql`
    select u.id as "userId", u.email, r.kind = 'PASSWORD' as forgotten
    from public_requests r join users u on u.email = r.email
    where r.id = ${input.requestId} and u.status <> 'DISABLED'
      and r.at > now() - make_interval(mins => ${MOST_REQUESTS.minutes})
      -- the account of a registration is younger than its request, and gets no mail
      and (r.kind = 'PASSWORD' or u.created_at < r.at)`)
  if (!account) return null
  const { forgotten, ...to } = account
  return forgotten ? { ...to, mail: 'RESET', link: 'RESET' } : { ...to, mail: 'REGISTERED', link: null }
}

export const mailLinkWork = (parts: JobParts): JobWork => ({
  atOnce: 2,
  // later the request is too old
  tries: 20,
  run: async (payload) => {
    const input = zPayload.parse(payload)
    const due = await dueMail(parts, input)
    if (due) await sendLink(parts, due, input.language)
  },
  // an administrator reads there whether the mail went out
  onAbandoned: async (payload) => {
    const input = zPayload.parse(payload)
    if ('userId' in input) await recordFate(parts, input.userId, { linkMail: [null, 'FAILED'] })
  },
})

const recordFate = ({ runner }: JobParts, userId: number, changes: FieldChanges): Promise<void> =>
  runner.work(SYSTEM, 'users.mail-link', async ({ record }) => record({ entity: 'users', id: userId, changes }))

/** Sends the mail, and records the outcome in the history of the account. */
async function sendLink(
  parts: JobParts,
  { userId, email, mail, link, by }: DueMail,
  language: LanguageCode,
): Promise<void> {
  const { runner, publicUrl } = parts
  const mailer = parts.outside().mail
  const note = (changes: FieldChanges) => recordFate(parts, userId, changes)
  // the mail server was taken away after the request
  if (!mailer?.delivers) return note({ linkMail: [null, 'FAILED'] })
  const { name } = await readCompany(runner.db)
  const company = name || SYSTEM.name
  const token =
    link && (await runner.work(SYSTEM, 'users.mail-link', ({ tx }) => addLink(tx, userId, link, by ?? null)))
  const page = token === null ? '/login' : `/new-password#${token}`
  const { subject, body } = mailText(mail, language, { company, link: new URL(page, publicUrl).href })
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
    if (token !== null) await withdrawLink(runner.db, token)
    throw new Later('the mail server did not take the mail with a link', 0)
  }
  await note({ ...(link && { link: [null, link] }), linkMail: [null, FATES[fate]] })
}

const FATES = { sent: 'SENT', refused: 'FAILED', unsure: 'UNSURE' } as const
