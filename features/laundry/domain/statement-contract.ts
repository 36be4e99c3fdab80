/** Declares the statement of the lent items of a customer: the paper, and the command to mail it. */
import { z } from 'zod'
import { whoAndWhen } from '#features/customers/domain/statement-contract.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery } from '#kernel/contract.ts'

export const lentStatement = definePaper('laundry.statement', {
  right: loansRights.read,
  input: z.strictObject(whoAndWhen),
})

/** Returns the initial text of a mail with the statement. */
export const lentStatementDraft = defineQuery('laundry.statement-draft', {
  right: loansRights.write,
  input: z.strictObject(whoAndWhen),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

/** Mails the statement as PDF. */
export const mailLentStatement = defineCommand('laundry.mail-statement', {
  right: loansRights.write,
  input: z.strictObject({ ...whoAndWhen, ...zMailText }),
  output: z.object({ mailId: z.int() }),
})
