import { writeMail } from '#features/mail/server/write-mail.ts'
import { readCompany } from '#server/company.ts'
import { stopOn } from '#kernel/refusal.ts'
import { command, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { ordersEntity } from '../../domain/entity.ts'
import { mailDraft, mailOffer } from '../../domain/paper/contract.ts'
import { whyNotMailed } from '../../domain/paper/mailing.ts'
import { draftOf } from './mail-draft.ts'
import { readOrderSheet } from './order-sheet.ts'

/** Returns the default text of the mail, which the person may replace. */
export const mailDraftQuery = query(mailDraft, async (view, { id }) => {
  const { order, sheet } = await readOrderSheet(view, id)
  const company = await readCompany(view.rows)
  const { email } = await view.rows.one<{ email: string }>(
    sql`select email from customers where id = ${order.customer.id}`,
  )
  return { to: email, ...draftOf(order, sheet, company) }
})

/** Mails the sheet in its current state. */
export const mailOfferCommand = command(mailOffer, async (work, input) => {
  const { order, sheet } = await readOrderSheet({ rows: work.tx, actor: work.actor, today: work.today }, input.id)
  if (order.version !== input.version) await refuseStale(work.tx, 'orders', order.id, order.version)
  stopOn(whyNotMailed(order.status))
  const mailId = await writeMail(work, {
    entity: ordersEntity,
    entityId: order.id,
    to: input.to,
    subject: input.subject,
    body: input.body,
    attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: await work.pdfOf(sheet) },
  })
  work.record({ entity: 'orders', id: order.id, changes: { mail: [null, 'WAITING'] }, note: input.to })
  return { mailId }
})
