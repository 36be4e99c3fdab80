/** Tries the mail server: connects and signs in, and on request sends one mail. */
import { createTransport } from 'nodemailer'
import type { Trial, TrialQuestion } from '#kernel/settings/environment.ts'
import { messageOf } from '../mail/mail-message.ts'
import { type SmtpAccess, smtpConnection } from '../mail/smtp.ts'
import { failed, withoutSecrets, works } from './trial.ts'
import { faultOfError } from './why-no-connection.ts'

type MailError = Error & {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

const MILLISECONDS = 10_000

/** Returns the result of a failed trial. The words of the server are shown, because they often name the cause. */
function failedMail(error: MailError, secrets: readonly string[]): Trial {
  const words = withoutSecrets(error.response ?? '', secrets)
  const { code = '', command = '', responseCode = 0 } = error
  if (code === 'EAUTH') return failed(responseCode >= 500 || responseCode === 0 ? 'wrong-password' : 'busy', words)
  if (code === 'ETLS') return failed(faultOfTls(error), words)
  if (code === 'EDNS') return failed('name-not-found', words)
  if (code === 'ETIMEDOUT') return failed('time-out', words)
  if (command === 'MAIL FROM') return failed('sender-refused', words)
  if (command === 'RCPT TO') return failed('recipient-refused', words)
  if (responseCode >= 400) return failed('service-fault', words)
  return failed(faultOfError(error), words)
}

/** A refused STARTTLS has an answer of the server; a certificate that is not valid has none. */
const faultOfTls = (error: MailError) => (error.response === undefined ? faultOfError(error) : 'no-encryption')

/** Tries the mail server. With an address in the question, the server has accepted a mail to it if the trial works. */
export async function trySmtp(
  access: SmtpAccess,
  { mailTo, subject, text }: TrialQuestion,
  milliseconds = MILLISECONDS,
): Promise<Trial> {
  const { username, password } = new URL(access.url)
  const secrets = [password, username].flatMap((coded) => [coded, decodeURIComponent(coded)])
  const transport = createTransport({ ...smtpConnection(access.url, milliseconds), socketTimeout: milliseconds })
  try {
    if (mailTo === null) await transport.verify()
    else {
      const mail = { messageId: `${crypto.randomUUID()}@trial`, to: mailTo, subject, text, attachments: [] }
      const message = messageOf(mail, access.from)
      if (!message) return failed('no-recipient')
      await transport.sendMail(message)
    }
    return works(mailTo ?? '')
  } catch (error) {
    return failedMail(error as MailError, secrets)
  } finally {
    transport.close()
  }
}
