import type { z } from 'zod'
import { writeMail } from '#features/mail/server/write-mail.ts'
import { readCompany } from '#server/company.ts'
import type { Paper } from '#kernel/paper.ts'
import { command, query, type Work } from '#server/command.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import { customersEntity } from '../domain/entity.ts'
import { mailStatement, statementDraft } from '../domain/statement-contract.ts'
import { readStatement } from './statement.ts'

const t = paperTexts('customers')

/** Returns the initial text of the mail, which the person may change. */
export const statementDraftQuery = query(statementDraft, async (view, input) => {
  const { customer, statement } = await readStatement(view, input)
  const company = await readCompany(view.rows)
  const period = { from: onPaper.day(input.from), until: onPaper.day(input.until) }
  return {
    to: customer.email,
    subject: t('mail.subject', { ...period, company: company.name }),
    body: t('mail.body', {
      ...period,
      balance: onPaper.euro(statement.after),
      company: [company.name, company.phone].filter(Boolean).join('\n'),
    }),
  }
})

/** Mails a paper to a customer, and records it in the customer's history. */
export async function mailToCustomer(
  work: Work,
  id: number,
  text: Pick<z.output<typeof mailStatement.input>, 'to' | 'subject' | 'body'>,
  sheet: Paper,
): Promise<{ mailId: number }> {
  const content = await work.pdfOf(sheet)
  const attachment = { name: sheet.fileName, mediaType: PDF_TYPE, content }
  const mailId = await writeMail(work, { entity: customersEntity, entityId: id, ...text, attachment })
  work.record({ entity: 'customers', id, changes: { mail: [null, 'WAITING'] }, note: text.to })
  return { mailId }
}

/** Mails the statement as it is at this moment. */
export const mailStatementCommand = command(mailStatement, async (work, { to, subject, body, ...wanted }) => {
  const { customer, sheet } = await readStatement({ rows: work.tx, today: work.today }, wanted)
  return mailToCustomer(work, customer.id, { to, subject, body }, sheet)
})
