/** Asks for a link for a new password, without a sign-in. */
import type { LanguageCode } from '#kernel/languages.ts'
import { refuse } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import type { Mailer } from '#server/integrations/mail/mail.ts'
import type { Runner } from '#server/runner.ts'
import { countRequest } from './limit-requests.ts'
import { MAIL_LINK_JOB, type MailLinkPayload } from './mail-link.ts'

export type ForgottenPassword = {
  readonly email: string
  readonly language: LanguageCode
  /** The IP address of the caller. */
  readonly address: string
}

/**
 * Enqueues the mail with the link. It does the same for every e-mail and does not look for its account; the job does. Refuses if
 * the company has no mail server, and after too many requests.
 */
export async function requestNewPassword(
  runner: Runner,
  mail: Mailer | null,
  { email, language, address }: ForgottenPassword,
): Promise<void> {
  if (!mail?.delivers) refuse('refused', 'users.no-mail')
  await runner.work(
    SYSTEM,
    'users.request-new-password',
    async ({ tx, enqueue }) => {
      const requestId = await countRequest(tx, { kind: 'PASSWORD', email, address })
      await enqueue({ kind: MAIL_LINK_JOB, payload: { requestId, language } satisfies MailLinkPayload })
    },
    { mode: 'locking' },
  )
}
