/** An outgoing mail as the mail library wants it: plain addresses, nothing fetched from files or addresses. */
import { addressesIn } from '#kernel/mail-addresses.ts'
import type { OutgoingMail } from './mail.ts'

const PLAIN_ADDRESS = /^[^\s@<>()[\]:"\\]+@[^\s@<>()[\]:"\\]+$/

/** The addresses of a mail; null when there is none or one that is not plain. */
function plainAddresses(text: string): string[] | null {
  const addresses = addressesIn(text)
  return addresses.length > 0 && addresses.every((address) => PLAIN_ADDRESS.test(address)) ? addresses : null
}

/** Whom a mail is handed on for now; null when there is no such address or one that is not plain. */
export const recipientsOf = ({ to, recipients }: OutgoingMail): readonly string[] | null =>
  plainAddresses(recipients?.join(', ') ?? to)

/** The mail for the library; null when it cannot be sent to whom it is for. */
export function messageOf(mail: OutgoingMail, from: string) {
  const to = plainAddresses(mail.to)
  const recipients = recipientsOf(mail)
  if (!to || !recipients) return null
  return {
    from,
    ...(mail.recipients ? { envelope: { from, to: [...recipients] } } : {}),
    // as objects, so that nothing in an address is read as a name or a second address
    to: to.map((address) => ({ name: '', address })),
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.messageId.replace(/^<|>$/g, '')}>`,
    attachments: mail.attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content: Buffer.from(content),
      contentTransferEncoding: 'base64' as const,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
