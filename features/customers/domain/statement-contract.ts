/** Names, inputs and outputs of a customer's statement of account: the paper, and mailing it. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { customersRights } from './rights.ts'

/** Whose statement, and from which day until which; both belong to it. */
const whoAndWhen = { id: zId, from: zDay, until: zDay }

export const customerStatement = definePaper('customers.statement', {
  right: customersRights.read,
  input: z.strictObject(whoAndWhen),
})

/** What a mail with the statement says unless the person writes something else. */
export const statementDraft = defineQuery('customers.statement-draft', {
  right: customersRights.write,
  input: z.strictObject(whoAndWhen),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

/** Mails the statement as PDF. */
export const mailStatement = defineCommand('customers.mail-statement', {
  right: customersRights.write,
  input: z.strictObject({ ...whoAndWhen, ...zMailText }),
  output: z.object({ mailId: z.int() }),
})
