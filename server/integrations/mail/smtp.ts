/** Connects the mail interface to a mail server. */
import { Transform } from 'node:stream'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#kernel/loopback.ts'
import type { MailFate, MailOutcome, Mailer } from './mail.ts'
import { messageOf, recipientsOf } from './mail-message.ts'

export type SmtpAccess = {
  /** smtp://user:password@host:587 or smtps://…:465 */
  readonly url: string
  /** The sender of all mails, `Name <address>`. */
  readonly from: string
  /** The time limit of the connection and the greeting. */
  readonly timeoutMilliseconds?: number
  /** The time limit of each later answer, in particular of the answer to the complete mail. */
  readonly answerMilliseconds?: number
}

const TIMEOUT_MILLISECONDS = 20_000
/**
 * A server may deliver to the mailbox before it answers to the final dot. With a shorter limit, mails would be sent
 * twice (RFC 5321 4.5.3.2.6).
 */
const ANSWER_MILLISECONDS = 10 * 60_000
/** The commands whose answers concern the mail; earlier answers concern the account or the server. */
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

/** Returns how the mail library connects to the server of an address. `milliseconds` limits the connection and the greeting. */
export const smtpConnection = (url: string, milliseconds: number) => {
  const { protocol, password, hostname } = new URL(url)
  return {
    url,
    // a password is never sent unencrypted; an attacker on the connection may have removed the offer of encryption
    requireTLS: protocol === 'smtp:' && password !== '' && !isLoopbackHost(hostname),
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    dnsTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Returns a mailer for a mail server. Each mail uses a new connection. In one piece, because its steps share the
 * address, the password and the limits of the server.
 */
export function openSmtp({
  url,
  from,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
  answerMilliseconds = ANSWER_MILLISECONDS,
}: SmtpAccess): Mailer {
  const password = decodeURIComponent(new URL(url).password)

  /** Returns a connection that calls `handOver` when the whole mail except its final dot has been sent. */
  const connect = (handOver: () => Promise<void>) => {
    const transport = createTransport({
      ...smtpConnection(url, timeoutMilliseconds),
      socketTimeout: answerMilliseconds,
    })
    transport.use('stream', (mail, done) => {
      mail.message.transform(
        () =>
          new Transform({
            transform: (chunk, _encoding, next) => next(null, chunk),
            // runs only after the whole mail was read, not if the server refused it earlier
            flush: callbackify(handOver),
          }),
      )
      done()
    })
    return transport
  }

  /** Returns a text of the server without the password, short enough to store. */
  const clean = (text: string): string =>
    (password === '' ? text : text.replaceAll(password, '***')).replace(/\s+/g, ' ').trim().slice(0, 300)

  const fateOf = (error: MailError, complete: boolean): MailFate => {
    const { code, command = '', responseCode = 0 } = error
    const message = clean(error.response ?? code ?? 'unknown')
    // if the server did not refuse a complete mail, it may have accepted it
    if (complete && responseCode < 400) return { kind: 'unsure', message }
    const never = responseCode >= 500 && ABOUT_THE_MAIL.test(command)
    // an address that the library refuses
    const noEnvelope = code === 'EENVELOPE' && responseCode === 0
    if (never || noEnvelope) return { kind: 'refused', message }
    return { kind: 'later', message, ...(responseCode >= 400 && { answered: true }) }
  }

  /** Returns the outcome of each refused address; the other addresses share the outcome of the mail. */
  const outcomeOf = (all: readonly string[], rejected: readonly MailError[], rest: MailFate): MailOutcome => {
    if (rejected.length === 0) return rest
    const each = Object.fromEntries(all.map((address): [string, MailFate] => [address, rest]))
    for (const error of rejected) if (error.recipient !== undefined) each[error.recipient] = fateOf(error, false)
    const [only] = all
    return all.length === 1 && only !== undefined ? (each[only] ?? rest) : { kind: 'mixed', each }
  }

  return {
    delivers: true,
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
