import { writeMail } from '#features/mail/server/write-mail.ts'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { readCompany } from '#server/company.ts'
import { command, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import { documentDraft, mailDocument } from '../../domain/paper-contract.ts'
import { readDocumentPaper, readIssued, titleOf } from './document-paper.ts'

const t = paperTexts('invoicing')

/** Returns the initial text of the mail, which the person may change. */
export const documentDraftQuery = query(documentDraft, async (view, { id }) => {
  const document = await readIssued(view, id)
  const company = await readCompany(view.rows)
  const { email } = await view.rows.one<{ email: string }>(sql`
    select c.email from orders o join customers c on c.id = o.customer_id where o.id = ${document.orderId}`)
  const words = { ...titleOf(document), total: onPaper.euro(document.request.total) }
  return {
    to: email,
    subject: t('mail.subject', { ...words, company: company.name }),
    body: t('mail.body', { ...words, company: [company.name, company.phone].filter(Boolean).join('\n') }),
  }
})

/** Mails the document as it was issued. */
export const mailDocumentCommand = command(mailDocument, async (work, { id, to, subject, body }) => {
  const { orderId } = await readIssued({ rows: work.tx }, id)
  const sheet = await readDocumentPaper({ rows: work.tx, today: work.today }, id)
  const mailId = await writeMail(work, {
    entity: ordersEntity,
    entityId: orderId,
    to,
    subject,
    body,
    attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: await work.pdfOf(sheet) },
  })
  work.record({ entity: 'orders', id: orderId, changes: { mail: [null, 'WAITING'] }, note: to })
  return { mailId }
})
