/**
 * Converts an outgoing mail to the form of the mail library. Addresses are plain, and the library may not read files
 * or addresses.
 */
import { addressesIn } from '#kernel/mail-addresses.ts'
import type { OutgoingMail } from './mail.ts'

const PLAIN_ADDRESS = /^[^\s@<>()[\]:"\\]+@[^\s@<>()[\]:"\\]+$/

/** Returns the addresses in a text; null if there is none or one is not plain. */
function plainAddresses(text: string): string[] | null {
  const addresses = addressesIn(text)
  return addresses.length > 0 && addresses.every((address) => PLAIN_ADDRESS.test(address)) ? addresses : null
}

/** Returns the addresses that a mail goes to now; null if there is none or one is not plain. */
export const recipientsOf = ({ to, recipients }: OutgoingMail): readonly string[] | null =>
  plainAddresses(recipients?.join(', ') ?? to)

/** Returns the mail for the library; null if an address is missing or not plain. */
export function messageOf(mail: OutgoingMail, from: string) {
  const to = plainAddresses(mail.to)
  const recipients = recipientsOf(mail)
  if (!to || !recipients) return null
  return {
    from,
    ...(mail.recipients ? { envelope: { from, to: [...recipients] } } : {}),
    // as objects, so that the library does not parse a name or a second address from the text
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
