/** Names, inputs and outputs of outgoing mail. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zId, zText } from '#kernel/contract.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { MAIL_STATUSES } from './mail.ts'
import { mailRights } from './rights.ts'

const MOST_ADDRESSES = 10
const zAddress = z.email().max(254)

/** One address or a few, as they stand in the e-mail field of a customer. */
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

/** What a person says of a mail before it goes out; the subject is one line. */
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
  status: z.enum(MAIL_STATUSES),
  /** Why it failed, or waits longer than usual. */
  error: z.string().nullable(),
  /** Each address and what became of the mail for it. */
  recipients: z.array(z.object({ address: z.string(), status: z.enum(MAIL_STATUSES), error: z.string().nullable() })),
  userName: z.string(),
  created: z.string(),
  sent: z.string().nullable(),
})
export type Mail = z.output<typeof zMail>

/** The mails about one record, the newest first; whoever may read the record may read them. */
export const mailsOfRecord = defineQuery('mail.of-record', {
  right: mailRights.read,
  input: z.strictObject({ entity: zText(60), id: zId }),
  output: z.object({ rows: z.array(zMail) }),
})

/** What went along with a mail, byte for byte. */
export const mailAttachment = defineQuery('mail.attachment', {
  right: mailRights.read,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Sends a mail once more, as it was: to those for whom it failed, or where none did to those for whom it may have gone. */
export const retryMail = defineCommand('mail.retry', {
  right: mailRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
