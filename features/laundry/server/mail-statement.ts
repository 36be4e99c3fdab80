import { mailToCustomer } from '#features/customers/server/mail-statement.ts'
import { readCompany } from '#server/company.ts'
import { command, query } from '#server/command.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import { lentStatementDraft, mailLentStatement } from '../domain/statement-contract.ts'
import { readLentStatement } from './statement.ts'

const t = paperTexts('laundry')

/** Returns the initial text of the mail, which the person may change. */
export const lentStatementDraftQuery = query(lentStatementDraft, async (view, input) => {
  const { customer, pieces } = await readLentStatement(view, input)
  const company = await readCompany(view.rows)
  const until = onPaper.day(input.until)
  return {
    to: customer.email,
    subject: t('mail.subject', { until, company: company.name }),
    body: t('mail.body', {
      until,
      pieces: onPaper.quantity(pieces),
      company: [company.name, company.phone].filter(Boolean).join('\n'),
    }),
  }
})

/** Mails the statement as it is at this moment. */
export const mailLentStatementCommand = command(mailLentStatement, async (work, { to, subject, body, ...wanted }) => {
  const { customer, sheet } = await readLentStatement({ rows: work.tx, today: work.today }, wanted)
  return mailToCustomer(work, customer.id, { to, subject, body }, sheet)
})
