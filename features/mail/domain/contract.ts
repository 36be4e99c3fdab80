/** Declares the names, inputs and outputs of outgoing mail. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zId, zText } from '#kernel/contract.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { MAIL_STATUSES } from './mail.ts'
import { mailRights } from './rights.ts'

const MOST_ADDRESSES = 10
const zAddress = z.email().max(254)

/** One or several addresses, as they are stored in the e-mail field of a customer. */
export const zMailAddresses = zText(1_000).refine(
  (text) => {
    const addresses = addressesIn(text)
    return (
      addresses.length > 0 &&
      addresses.length <= MOST_ADDRESSES &&
      addresses.every((address) => zAddress.safeParse(address).success)
    )
  },
  { message: 'email' },
)

/** The text of a mail. The subject is a single line. */
export const zMailText = {
  to: zMailAddresses,
  subject: zText(200).refine((text) => text !== '' && !/[\r\n\t]/.test(text), { message: 'required' }),
  body: zText(10_000),
}

const zMail = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  attachmentName: z.string(),
  /** Attachments of old mails are deleted, and only their names are left. */
  attachmentKept: z.boolean(),
  status: z.enum(MAIL_STATUSES),
  /** The reason of a failure, or of a longer wait. */
  error: z.string().nullable(),
  /** The status of the mail for each address. */
  recipients: z.array(z.object({ address: z.string(), status: z.enum(MAIL_STATUSES), error: z.string().nullable() })),
  userName: z.string(),
  created: z.string(),
  sent: z.string().nullable(),
})
export type Mail = z.output<typeof zMail>

/** Returns the mails about one record, newest first. It needs the right to read the record. */
export const mailsOfRecord = defineQuery('mail.of-record', {
  right: mailRights.read,
  input: z.strictObject({ entity: zText(60), id: zId }),
  output: z.object({ rows: z.array(zMail) }),
  about: ({ entity, id }) => ({ mails: false, 'mail-recipients': false, [entity]: id }),
})

/** Returns the attachment of a mail, byte for byte. */
export const mailAttachment = defineQuery('mail.attachment', {
  right: mailRights.read,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Sends a mail again, unchanged: to the recipients that failed, or else to those with an unknown result. */
export const retryMail = defineCommand('mail.retry', {
  right: mailRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
