/** Declares the statement of account of a customer: the paper, and the command to mail it. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { customersRights } from './rights.ts'

/** The customer, and the first and last day of the period. Both days belong to it. */
export const whoAndWhen = { id: zId, from: zDay, until: zDay }

export const customerStatement = definePaper('customers.statement', {
  right: customersRights.read,
  input: z.strictObject(whoAndWhen),
})

/** Returns the initial text of a mail with the statement. */
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
