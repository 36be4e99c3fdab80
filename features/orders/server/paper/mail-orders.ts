/** Mails the sheets of many orders to their customers. */
import { writeMail } from '#features/mail/server/write-mail.ts'
import { readCompany } from '#server/company.ts'
import { refusal } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { ordersEntity } from '../../domain/entity.ts'
import { whyNotMailedToCustomer } from '../../domain/paper/mailing.ts'
import type { OrderStatus } from '../../domain/order.ts'
import { mailOrders } from '../../domain/paper/contract.ts'
import { ordersRights } from '../../domain/rights.ts'
import { draftOf } from './mail-draft.ts'
import { readOrderSheet } from './order-sheet.ts'

type Mailable = {
  readonly id: number
  readonly status: OrderStatus
  readonly email: string
  readonly mailedAt: string | null
}

/** Reads what decides whether orders are mailed. People who may not restore a deleted offer do not find it (C-02). */
const readMailable = ({ tx, actor }: Work, ids: readonly number[]): Promise<Mailable[]> =>
  tx.many<Mailable>(sql`
    select o.id, o.status, c.email, (
      select max(m.created_at) from mails m
      where m.entity = ${ordersEntity.name} and m.entity_id = o.id and m.to_address = c.email and m.status <> 'FAILED'
        and m.created_at >= o.updated_at) as "mailedAt"
    from orders o join customers c on c.id = o.customer_id
    where ${isOneOf(sql`o.id`, ids)}
      and (o.status <> 'OFFER-DELETE' or ${may(actor, ordersRights.restoreOffer)}::boolean)`)

export const mailOrdersCommand = command(mailOrders, async (work, input) => {
  const ids = [...new Set(input.ids)]
  const found = new Map((await readMailable(work, ids)).map((order) => [order.id, order]))
  const mailing: Mailable[] = []
  const refused: { id: number; code: string; details?: Record<string, unknown> }[] = []
  for (const id of ids) {
    const order = found.get(id)
    const no = order ? whyNotMailedToCustomer(order) : refusal('missing', 'orders.missing', { orderId: id })
    if (no) refused.push({ id, code: no.code, details: { ...no.details } })
    else if (order) mailing.push(order)
  }
  const view = { rows: work.tx, actor: work.actor, today: work.today }
  const sheets: Awaited<ReturnType<typeof readOrderSheet>>[] = []
  for (const { id } of mailing) sheets.push(await readOrderSheet(view, id))
  const company = await readCompany(work.tx)
  const pdfs = await work.pdfsOf(sheets.map(({ sheet }) => sheet))
  for (const [at, { id, email }] of mailing.entries()) {
    const { order, sheet } = sheets[at] as (typeof sheets)[number]
    await writeMail(work, {
      entity: ordersEntity,
      entityId: id,
      to: email,
      ...draftOf(order, sheet, company),
      attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: pdfs[at] as Uint8Array },
      bulk: true,
    })
    work.record({ entity: 'orders', id, changes: { mail: [null, 'WAITING'] }, note: email })
  }
  return { mailed: mailing.map(({ id, email }) => ({ id, to: email })), refused }
})
