/** A mail server behind the product's port. */
import { Transform } from 'node:stream'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import type { MailFate, MailOutcome, Mailer } from './mail.ts'
import { messageOf, recipientsOf } from './mail-message.ts'

export type SmtpAccess = {
  /** smtp://user:password@host:587 or smtps://…:465 */
  readonly url: string
  /** Who mails come from, `Name <address>`. */
  readonly from: string
  /** For the connection and the greeting. */
  readonly timeoutMilliseconds?: number
  /** For every later answer, the one to the complete mail before all. */
  readonly answerMilliseconds?: number
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const TIMEOUT_MILLISECONDS = 20_000
/** A server may deliver to the mailbox before it answers to the final dot; given up earlier, mails come twice (RFC 5321 4.5.3.2.6). */
const ANSWER_MILLISECONDS = 10 * 60_000
/** What a mail server may say about the mail itself; what it says before is about us or about itself. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)/

type MailError = Error & {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly recipient?: string
  readonly rejectedErrors?: readonly MailError[]
}

class NotHandedOver extends Error {}

/** Opens the way to a mail server. Each mail is a connection of its own. */
export function openSmtp({
  url,
  from,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
  answerMilliseconds = ANSWER_MILLISECONDS,
}: SmtpAccess): Mailer {
  const { protocol, password: coded, hostname } = new URL(url)
  const password = decodeURIComponent(coded)

  /** A connection that asks `handOver` when the whole mail but its final dot is on the way. */
  const connect = (handOver: () => Promise<void>) => {
    const transport = createTransport({
      url,
      // a line in clear is no line for a password; who sits in between may have taken the offer of encryption away
      requireTLS: protocol === 'smtp:' && password !== '' && !LOOPBACK.has(hostname),
      connectionTimeout: timeoutMilliseconds,
      greetingTimeout: timeoutMilliseconds,
      socketTimeout: answerMilliseconds,
      dnsTimeout: timeoutMilliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    transport.use('stream', (mail, done) => {
      mail.message.transform(
        () =>
          new Transform({
            transform: (chunk, _encoding, next) => next(null, chunk),
            // runs only when the mail was read to its end, never when it was refused before
            flush: callbackify(handOver),
          }),
      )
      done()
    })
    return transport
  }

  /** Words of the server without our password in them, short enough to store. */
  const clean = (text: string): string =>
    (password === '' ? text : text.replaceAll(password, '***')).replace(/\s+/g, ' ').trim().slice(0, 300)

  const fateOf = (error: MailError, complete: boolean): MailFate => {
    const { code, command = '', responseCode = 0 } = error
    const message = clean(error.response ?? code ?? 'unknown')
    // without a "no" of the server, a complete mail may have gone
    if (complete && responseCode < 400) return { kind: 'unsure', message }
    const never = responseCode >= 500 && ABOUT_THE_MAIL.test(command)
    // an address the library itself will not hand on
    const noEnvelope = code === 'EENVELOPE' && responseCode === 0
    return { kind: never || noEnvelope ? 'refused' : 'later', message }
  }

  /** What the server said of each address; the others share the fate of the mail. */
  const outcomeOf = (all: readonly string[], rejected: readonly MailError[], rest: MailFate): MailOutcome => {
    if (rejected.length === 0) return rest
    const each = Object.fromEntries(all.map((address): [string, MailFate] => [address, rest]))
    for (const error of rejected) if (error.recipient !== undefined) each[error.recipient] = fateOf(error, false)
    const [only] = all
    return all.length === 1 && only !== undefined ? (each[only] ?? rest) : { kind: 'mixed', each }
  }

  return {
    async send(mail, handOver = async () => true) {
      const message = messageOf(mail, from)
      const all = recipientsOf(mail)
      if (!message || !all) return { kind: 'refused', message: 'address' }
      let complete = false
      const transport = connect(async () => {
        if (!(await handOver())) throw new NotHandedOver()
        complete = true
      })
      try {
        const { rejectedErrors } = await transport.sendMail(message)
        return outcomeOf(all, rejectedErrors ?? [], { kind: 'sent' })
      } catch (caught) {
        const error = caught as MailError
        return outcomeOf(all, complete ? [] : (error.rejectedErrors ?? []), fateOf(error, complete))
      } finally {
        transport.close()
      }
    },
  }
}
