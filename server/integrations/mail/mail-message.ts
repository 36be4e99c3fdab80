/**
 * Converts an outgoing mail to the form of the mail library. Addresses are plain, and the library may not read files
 * or addresses.
 */
import { addressesIn } from '#kernel/mail-addresses.ts'
import { escapeHtml } from '#kernel/escape-html.ts'
import type { MailFile, OutgoingMail } from './mail.ts'

const PLAIN_ADDRESS = /^[^\s@<>()[\]:"\\]+@[^\s@<>()[\]:"\\]+$/

/** Returns the addresses in a text; null if there is none or one is not plain. */
function plainAddresses(text: string): string[] | null {
  const addresses = addressesIn(text)
  return addresses.length > 0 && addresses.every((address) => PLAIN_ADDRESS.test(address)) ? addresses : null
}

/** Returns the addresses that a mail goes to now; null if there is none or one is not plain. */
export const recipientsOf = ({ to, recipients }: OutgoingMail): readonly string[] | null =>
  plainAddresses(recipients?.join(', ') ?? to)

/** The name by which the HTML of a mail finds the logo among the parts of the mail. */
const LOGO_ID = 'logo@kerino'
/** The height of the logo in pixels. Some mail programs read it only as an attribute, and would draw the picture in its full size. */
const LOGO_HEIGHT = 56

/** The address of a page in a text, without the quotation mark, bracket or punctuation that follows it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)»])/

/** Returns the text as HTML below the logo. Characters of the text are never markup, and an address of a page is a link. */
function htmlOf(text: string): string {
  // escaping first would make the quotation mark after an address a part of it
  const lines = text
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
    .replace(/\r?\n/g, '<br>\n')
  const logo = `<img src="cid:${LOGO_ID}" alt="" height="${LOGO_HEIGHT}" style="height:${LOGO_HEIGHT}px;max-width:100%">`
  return `<p>${logo}</p>\n<div style="font-family:Arial,sans-serif;font-size:15px;line-height:1.5">${lines}</div>\n`
}

const attached = ({ name, mediaType, content }: MailFile) => ({
  filename: name,
  contentType: mediaType,
  content: Buffer.from(content),
  contentTransferEncoding: 'base64' as const,
})

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
    ...(mail.logo && { html: htmlOf(mail.text) }),
    attachments: [
      ...mail.attachments.map(attached),
      ...(mail.logo ? [{ ...attached(mail.logo), cid: LOGO_ID, contentDisposition: 'inline' as const }] : []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
