/** Names, inputs and outputs of outgoing mail. */
import { z } from 'zod'
import { defineCommand, defineQuery, zFileAnswer, zId, zText } from '#kernel/contract.ts'
import { MAIL_STATUSES, RECORDS } from './mail.ts'

/** One address. */
export const zMailAddress = zText(254).pipe(z.email({ message: 'email' }))

/** What a person says of a mail before it goes out; the subject is one line. */
export const zMailText = {
  to: zMailAddress,
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
  userName: z.string(),
  created: z.string(),
  sent: z.string().nullable(),
})
export type Mail = z.output<typeof zMail>

/** The mails about one record, the newest first; whoever may read the record may read them. */
export const mailsOfRecord = defineQuery('mail.of-record', {
  right: 'mail.read',
  input: z.strictObject({ entity: z.enum(RECORDS), id: zId }),
  output: z.object({ rows: z.array(zMail) }),
})

/** What went along with a mail, byte for byte. */
export const mailAttachment = defineQuery('mail.attachment', {
  right: 'mail.read',
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})

/** Sends a mail that failed once more, as it was. */
export const retryMail = defineCommand('mail.retry', {
  right: 'mail.write',
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
