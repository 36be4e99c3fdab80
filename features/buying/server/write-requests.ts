/** Writes requests to buy goods, and cancels them, in the transaction of what asks for the goods. */
import { inWholePieces } from '#features/products/domain/product.ts'
import { cents, type Quantity, rate, type UnitPrice } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { invoiceLineAmounts, invoiceTotals } from '../domain/amounts.ts'
import type { RequestOrigin } from '../domain/request.ts'

/** A product that is asked for, with the material of the task that needs it. */
export type AskedLine = {
  readonly productId: number
  readonly quantity: Quantity
  readonly taskLineNo?: number | undefined
}

export type NewRequest = {
  readonly origin: Exclude<RequestOrigin, 'PROPOSAL'>
  readonly orderId?: number | null | undefined
  readonly taskId?: number | null | undefined
  readonly section?: string | undefined
  readonly dueOn?: string | null | undefined
  readonly note?: string | undefined
  /** The name of the person who asks; without it the name of the account. */
  readonly person?: string | undefined
  readonly lines: readonly AskedLine[]
}

/** Writes requests and returns their ids, in their order. Their amounts are those of the present costs, and count nowhere (C-13). */
export async function writeRequests(work: Work, requests: readonly NewRequest[]): Promise<number[]> {
  if (requests.length === 0) return []
  const { tx, actor, now, today } = work
  const numbers = await tx.many<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('inbound_invoices', 'id')) as id from generate_series(1, ${requests.length}) order by 1`)
  const ids = numbers.map(({ id }) => id)
  const documents = requests.map(({ origin, orderId, taskId, section, dueOn, note, person, lines }, index) => ({
    id: ids[index],
    origin,
    order_id: orderId ?? null,
    task_id: taskId ?? null,
    section: section ?? '',
    due_on: dueOn ?? null,
    note: note ?? '',
    user_name: person || actor.name,
    line_count: lines.length,
  }))
  await tx.run(sql`
    insert into inbound_invoices (id, type, state, origin, import_date, order_id, task_id, section, due_on, note, line_count, user_id,
      user_name, created_at, updated_at)
    select r.id, 'REQUEST-PM', 'OPEN', r.origin, ${today}::date, r.order_id, r.task_id, r.section, r.due_on, r.note, r.line_count,
      ${actor.userId}::bigint, r.user_name, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as r(id bigint, origin text, order_id bigint, task_id bigint, section text,
      due_on date, note text, line_count int, user_name text)`)
  await writeRequestLines(
    work,
    requests.flatMap(({ lines, taskId }, index) =>
      lines.map((line, position) => ({
        invoiceId: ids[index] as number,
        lineNo: position + 1,
        taskId: taskId ?? null,
        waiting: 'REQUEST' as const,
        ...line,
      })),
    ),
  )
  for (const id of ids) work.record({ entity: 'invoices', id, changes: { state: [null, 'OPEN'] } })
  return ids
}

type NewLine = AskedLine & {
  readonly invoiceId: number
  readonly lineNo: number
  readonly taskId: number | null
  readonly waiting: 'REQUEST' | 'ORDER'
  readonly providerSku?: string
  /** The price of one unit, if the provider's one is known. */
  readonly price?: UnitPrice | null
}

/** Writes the lines of requests, with the names and costs of their products, and the sums of the requests. Pieces are asked for whole. */
export async function writeRequestLines({ tx }: Work, lines: readonly NewLine[]): Promise<void> {
  const products = await tx.many<{ id: number; unit: string; cost: UnitPrice }>(sql`
    select id, unit, cost_price_e4 as cost from products where ${isOneOf(sql`id`, [...new Set(lines.map(({ productId }) => productId))])}`)
  const byId = new Map(products.map((product) => [product.id, product]))
  const written = lines.flatMap((line) => {
    const product = byId.get(line.productId)
    if (product === undefined) return []
    const { unit, cost } = product
    const quantity = inWholePieces(unit, line.quantity)
    const price = line.price ?? cost
    const { net } = invoiceLineAmounts({ quantity, price, discount: rate(0), vat: rate(0) }, true)
    return [{ ...line, quantity, cost, price, net, vatAmount: cents(0) }]
  })
  await tx.run(sql`
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, description, sku, provider_sku, category, unit, quantity_e4,
      price_e4, cost_price_e4, new_cost_price_e4, vat_bp, net_cents, stock_e4, task_id, task_line_no, waiting)
    select l."invoiceId", l."lineNo", p.id, p.name, p.description, p.sku, coalesce(l."providerSku", ''), p.category, p.unit, l.quantity,
      l.price, l.cost, l.price, p.vat_bp, l.net, p.stock_e4, l."taskId", l."taskLineNo", l.waiting
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as l("invoiceId" bigint, "lineNo" int, "productId" bigint, quantity bigint,
      "taskId" bigint, "taskLineNo" int, waiting text, "providerSku" text, price bigint, cost bigint, net bigint)
    join products p on p.id = l."productId"`)
  const sums = [...Map.groupBy(written, ({ invoiceId }) => invoiceId)].map(([id, of]) => ({ id, ...invoiceTotals(of) }))
  await tx.run(sql`
    update inbound_invoices i set goods_cents = s.goods, total_cents = s.total, quantity_e4 = s.quantity
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s(id bigint, goods bigint, total bigint, quantity bigint)
    where i.id = s.id`)
}

/** Cancels the open requests that a condition on `inbound_invoices i` finds. Returns their ids. Those that were ordered stay. */
async function cancelOpen(work: Work, condition: Sql, reason: string): Promise<number[]> {
  const { tx, actor, now } = work
  const cancelled = await tx.many<{ id: number }>(sql`
    update inbound_invoices i set state = 'CANCELED', canceled_at = ${now}::timestamptz, canceled_by = ${actor.userId}::bigint,
      canceled_name = ${actor.name}, cancel_reason = ${reason}, updated_at = ${now}::timestamptz, version = i.version + 1
    where i.type = 'REQUEST-PM' and i.state = 'OPEN' and ${condition} returning i.id`)
  const ids = cancelled.map(({ id }) => id)
  if (ids.length === 0) return ids
  await tx.run(sql`update inbound_invoice_lines set waiting = null where invoice_id = any(${ids}::bigint[])`)
  for (const id of ids)
    work.record({
      entity: 'invoices',
      id,
      changes: { state: ['OPEN', 'CANCELED'] },
      note: reason,
    })
  return ids
}

/** Cancels a request. Returns false if it is not open: it was ordered, has come or was cancelled. */
export const cancelOpenRequest = async (work: Work, id: number, reason = ''): Promise<boolean> =>
  (await cancelOpen(work, sql`i.id = ${id}`, reason)).length > 0

/** Cancels the open requests for the materials of tasks. */
export const cancelRequestsOfTasks = (work: Work, taskIds: readonly number[]): Promise<number[]> =>
  cancelOpen(work, sql`i.origin = 'TASK' and i.task_id = any(${[...taskIds]}::bigint[])`, '')

/** Cancels the open requests for goods that an order sells itself. Those of its tasks belong to the tasks. */
export const cancelRequestsOfOrder = (work: Work, orderId: number): Promise<number[]> =>
  cancelOpen(work, sql`i.origin = 'ORDER' and i.order_id = ${orderId}`, '')
