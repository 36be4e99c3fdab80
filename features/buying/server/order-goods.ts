/** Orders goods from a provider: one document with its lines, which answers the requests for them. */
import { writeMail } from '#features/mail/server/write-mail.ts'
import { lockKeptProvider } from '#features/providers/server/kept-provider.ts'
import { addDays } from '#kernel/day.ts'
import { PLACES, type Quantity, subtractQuantity, toNumber, type UnitPrice } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { isShort } from '#features/stock/domain/availability.ts'
import { addToCatalogue } from '#features/supplier-catalogue/server/remember.ts'
import { invoicesEntity } from '../domain/entity.ts'
import { mailOrderSheet, orderGoods } from '../domain/contract.ts'
import { answeredRequests, whyNotBought } from '../domain/request.ts'
import { readOrderSheet } from './order-sheet.ts'
import { readOpenRequests } from './proposals.ts'
import { readProposalSums } from './read-goods.ts'
import { lockRequests } from './settle.ts'
import { writeRequestLines } from './write-requests.ts'

type Wanted = { readonly productId: number; readonly quantity: Quantity; readonly missing: Quantity }
type Line = Wanted & {
  readonly lineNo: number
  readonly code: string
  readonly price: UnitPrice | null
  readonly leadDays: number | null
}

/** Locks the products, so that of two people who order the same goods the second one sees what the first one ordered. */
async function lockProducts({ tx }: Work, wanted: readonly Wanted[]): Promise<Map<number, string>> {
  const ids = wanted.map(({ productId }) => productId)
  const products = await tx.many<{ id: number; name: string; unit: string; service: boolean }>(sql`
    select id, name, unit, service from products where id = any(${ids}::bigint[]) order by id for update`)
  for (const { productId, quantity } of wanted) {
    const product = products.find(({ id }) => id === productId)
    if (!product || product.service) return refuse('missing', 'purchases.no-product', { productId })
    stopOn(whyNotBought(product, quantity))
  }
  return new Map(products.map(({ id, name }) => [id, name]))
}

/** Refuses if less of a product is missing than the person saw, because then somebody else has ordered it or it has come. */
function demandStillMissing(
  lines: readonly Wanted[],
  missing: ReadonlyMap<number, Quantity>,
  names: ReadonlyMap<number, string>,
): void {
  const gone = lines.filter(({ productId, missing: shown }) =>
    isShort(subtractQuantity(missing.get(productId) ?? (0 as Quantity), shown)),
  )
  if (gone.length > 0)
    refuse('conflict', 'purchases.proposals-changed', {
      names: gone.map(({ productId }) => names.get(productId) ?? '').join(', '),
    })
}

/** Adds what the catalogue says, and puts products into the catalogue that it did not have. */
async function withCatalogue(work: Work, providerId: number, lines: readonly Wanted[]): Promise<Line[]> {
  const ids = lines.map(({ productId }) => productId)
  await addToCatalogue(work, providerId, ids)
  const entries = await work.tx.many<Pick<Line, 'productId' | 'code' | 'price' | 'leadDays'>>(sql`
    select product_id as "productId", code, price_e4 as price, lead_days as "leadDays" from provider_products
    where provider_id = ${providerId} and product_id = any(${ids}::bigint[])`)
  return lines.map((line, index) => {
    const { code = '', price = null, leadDays = null } = entries.find((one) => one.productId === line.productId) ?? {}
    return { ...line, lineNo: index + 1, code, price, leadDays }
  })
}

/**
 * Returns the number of the next order at a locked provider: the day, and which one of the day it is. It does not contain the id, because
 * the sheet is drawn outside the transaction, and the next attempt gets another id.
 */
async function nextNumber({ tx, today }: Work, providerId: number): Promise<string> {
  const { before } = await tx.one<{ before: number }>(sql`
    select count(*)::int as before from inbound_invoices
    where provider_id = ${providerId} and type = 'REQUEST-PM' and import_date = ${today}::date and origin = 'PROPOSAL'`)
  return `${today.replaceAll('-', '')}-${before + 1}`
}

/** Links the requests that the order answers to its lines. */
async function answerRequests(
  work: Work,
  orderId: number,
  lines: readonly Line[],
  missing: ReadonlyMap<number, Quantity>,
) {
  const open = await readOpenRequests(
    work.tx,
    lines.map(({ productId }) => productId),
  )
  const answered = lines.flatMap(({ productId, quantity, lineNo }) =>
    answeredRequests(
      open.filter((one) => one.productId === productId),
      missing.get(productId) ?? (0 as Quantity),
      quantity,
    ).map((one) => ({ id: one.id, lineNo: one.lineNo, orderLineNo: lineNo, taskId: one.taskId })),
  )
  if (answered.length === 0) return
  const requests = await lockRequests(
    work,
    answered.map(({ id }) => id),
  )
  await work.tx.run(sql`
    update inbound_invoice_lines l set ordered_in = ${orderId}, ordered_line_no = a."orderLineNo"
    from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as a(id bigint, "lineNo" int, "orderLineNo" int)
    where l.invoice_id = a.id and l.line_no = a."lineNo" and l.waiting = 'REQUEST' and l.ordered_in is null`)
  const complete = await work.tx.many<{ id: number }>(sql`
    update inbound_invoices i set state = 'ORDERED', updated_at = ${work.now}::timestamptz, version = i.version + 1
    where i.id = any(${requests.map(({ id }) => id)}::bigint[]) and i.state = 'OPEN' and not exists (
      select from inbound_invoice_lines l where l.invoice_id = i.id and l.ordered_in is null) returning i.id`)
  for (const { id } of complete)
    work.record({ entity: 'invoices', id, changes: { state: ['OPEN', 'ORDERED'], orderedIn: [null, orderId] } })
  for (const taskId of new Set(answered.flatMap(({ taskId }) => taskId ?? [])))
    work.moved({ entity: 'tasks', id: taskId })
}

/** Orders goods, and mails the sheet in the same transaction, so that a repeated press mails it only once. */
export const orderGoodsCommand = lockingCommand(
  orderGoods,
  async (work, { providerId, dueOn, note, mail, ...input }) => {
    const { tx, actor, now, today } = work
    const wanted = [...new Map(input.lines.map((line) => [line.productId, line])).values()]
    const provider = await lockKeptProvider(tx, providerId)
    if (!provider) return refuse('missing', 'purchases.no-provider', { providerId })
    const names = await lockProducts(work, wanted)
    const missing = new Map((await readProposalSums(tx)).map((sum) => [sum.productId, sum.missing]))
    demandStillMissing(wanted, missing, names)
    const lines = await withCatalogue(work, provider.id, wanted)
    const leadDays = Math.max(-1, ...lines.map((line) => line.leadDays ?? -1))
    const due = dueOn ?? (leadDays < 0 ? null : addDays(today, leadDays))
    const { id } = await tx.one<{ id: number }>(sql`
    insert into inbound_invoices (type, state, origin, provider_id, provider_name, provider_vat, import_date, number, due_on, note, line_count,
      ordered_at, user_id, user_name, created_at, updated_at)
    values ('REQUEST-PM', 'ORDERED', 'PROPOSAL', ${provider.id}, ${provider.name}, ${provider.vat}, ${today}::date,
      ${await nextNumber(work, provider.id)}, ${due}::date, ${note},
      ${lines.length}, ${now}::timestamptz, ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz, ${now}::timestamptz)
    returning id`)
    await writeRequestLines(
      work,
      lines.map(({ productId, quantity, lineNo, code, price }) => ({
        invoiceId: id,
        lineNo,
        taskId: null,
        waiting: 'ORDER',
        productId,
        quantity,
        providerSku: code,
        price,
      })),
    )
    await answerRequests(work, id, lines, missing)
    const ordered = lines.map(
      ({ productId, quantity }) => `${names.get(productId)} ${toNumber(quantity, PLACES.quantity)}`,
    )
    work.record({
      entity: 'invoices',
      id,
      changes: { state: [null, 'ORDERED'], provider: [null, provider.name], ordered: [null, ordered.join(', ')] },
    })
    work.moved({ entity: 'providers', id: provider.id })
    for (const { productId } of lines) work.moved({ entity: 'products', id: productId })
    return { id, mailId: mail ? await mailSheet(work, id, mail) : null }
  },
)

async function mailSheet(
  work: Work,
  id: number,
  { to, subject, body }: { to: string; subject: string; body: string },
): Promise<number> {
  const sheet = await readOrderSheet({ rows: work.tx, today: work.today }, id)
  const mailId = await writeMail(work, {
    entity: invoicesEntity,
    entityId: id,
    to,
    subject,
    body,
    attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: await work.pdfOf(sheet) },
  })
  work.record({ entity: 'invoices', id, changes: { mail: [null, 'WAITING'] }, note: to })
  return mailId
}

/** Mails the sheet of an order. Refuses a second mail unless `again` is true. */
export const mailOrderSheetCommand = lockingCommand(mailOrderSheet, async (work, { id, again, ...mail }) => {
  await lockRequests(work, [id])
  const mailed = await work.tx.maybe<{ to: string }>(sql`
    select to_address as to from mails where entity = 'invoices' and entity_id = ${id} and status <> 'FAILED' order by id desc limit 1`)
  if (mailed && !again) refuse('refused', 'purchases.mailed-already', { to: mailed.to })
  return { mailId: await mailSheet(work, id, mail) }
})
