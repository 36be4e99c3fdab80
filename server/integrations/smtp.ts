/** A mail server behind the product's port. */
import { createTransport } from 'nodemailer'
import type { Mailer, MailOutcome } from './mail.ts'
import { messageOf } from './mail-message.ts'

export type SmtpAccess = {
  /** smtp://user:password@host:587 or smtps://…:465 */
  readonly url: string
  /** Who mails come from, `Name <address>`. */
  readonly from: string
  readonly timeoutMilliseconds?: number
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const TIMEOUT_MILLISECONDS = 20_000
/** What a mail server may say about the mail itself; what it says before is about us or about itself. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)/

type MailError = Error & {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** Opens the way to a mail server. Each mail is a connection of its own. */
export function openSmtp({ url, from, timeoutMilliseconds = TIMEOUT_MILLISECONDS }: SmtpAccess): Mailer {
  const { protocol, password: coded, hostname } = new URL(url)
  const password = decodeURIComponent(coded)
  const transport = createTransport({
    url,
    // a line in clear is no line for a password; who sits in between may have taken the offer of encryption away
    requireTLS: protocol === 'smtp:' && password !== '' && !LOOPBACK.has(hostname),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    dnsTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /** Words of the server without our password in them, short enough to store. */
  const clean = (text: string): string =>
    (password === '' ? text : text.replaceAll(password, '***')).replace(/\s+/g, ' ').trim().slice(0, 300)

  const outcomeOf = (error: MailError): MailOutcome => {
    const { code, command = '', responseCode = 0 } = error
    const message = clean(error.response ?? code ?? 'unknown')
    const never = responseCode >= 500 && ABOUT_THE_MAIL.test(command)
    // an address the library itself will not hand on
    const noEnvelope = code === 'EENVELOPE' && responseCode === 0
    return { kind: never || noEnvelope ? 'refused' : 'later', message }
  }

  return {
    async send(mail) {
      const message = messageOf(mail, from)
      if (!message) return { kind: 'refused', message: 'address' }
      try {
        const { rejected, rejectedErrors } = await transport.sendMail(message)
        if (rejected.length === 0) return { kind: 'sent' }
        // sent again, it would come twice to those who have it
        const why = (rejectedErrors ?? []).map(({ response }) => response ?? '').join(' ')
        return { kind: 'refused', message: clean(`${rejected.join(', ')}: ${why}`) }
      } catch (error) {
        return outcomeOf(error as MailError)
      }
    },
  }
}
