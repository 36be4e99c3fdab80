/** What credit notes in part took back of orders. */
import { changes } from '#kernel/changes.ts'
import { type Cents, PLACES, toNumber } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type CreditableLine, type CreditLine, divideCredits, sumOfParts } from '../../domain/crediting/crediting.ts'
import type { SplitLine } from '../../domain/split.ts'
import { repostOrders } from './post-orders.ts'

/** Returns the lines of an order with what credit notes took back of them. A refused credit note took back nothing. */
export const readCreditable = (rows: Rows, orderId: number): Promise<CreditableLine[]> =>
  rows.many<CreditableLine>(sql`
    select l.line_no as "lineNo", l.name, l.unit, l.sales_price_e4 as price, l.vat_bp as "vatRate", l.quantity_e4 as quantity,
      l.total_cents as net, l.vat_cents as vat,
      json_build_object('quantity', coalesce(c.quantity, 0), 'net', coalesce(c.net, 0), 'vat', coalesce(c.vat, 0)) as credited
    from order_lines l left join (
      select t.line_no, sum(t.quantity_e4)::bigint as quantity, sum(t.net_cents)::bigint as net, sum(t.vat_cents)::bigint as vat
      from credits c join order_documents d on d.id = c.document_id join credit_lines t on t.credit_id = c.id
      where c.order_id = ${orderId} and d.status <> 'FAILED' group by t.line_no) c on c.line_no = l.line_no
    where l.order_id = ${orderId} order by l.line_no`)

/** Writes what a credit note takes back of an order. It counts when the credit note is issued. */
export async function writeCredit(
  tx: Rows,
  { documentId, orderId }: { readonly documentId: number; readonly orderId: number },
  lines: readonly CreditLine[],
): Promise<void> {
  const { net, vat, total } = sumOfParts(lines)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into credits (document_id, order_id, net_cents, vat_cents, total_cents)
    values (${documentId}, ${orderId}, ${net}, ${vat}, ${total}) returning id`)
  await writeLines(tx, id, orderId, lines)
}

const writeLines = (tx: Rows, creditId: number, orderId: number, lines: readonly CreditLine[]) =>
  tx.run(sql`
    insert into credit_lines (credit_id, line_no, product_id, quantity_e4, net_cents, vat_cents)
    select ${creditId}, c."lineNo", l.product_id, c.quantity, c.net, c.vat
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as c("lineNo" int, quantity bigint, net bigint, vat bigint)
    join order_lines l on l.order_id = ${orderId} and l.line_no = c."lineNo"`)

/**
 * Reports whether a credit note takes back more than other credit notes have left of its orders. It may, if it was stored as refused and was issued
 * after all: what it takes back was free until then, or was worth a cent less after the later ones. `total` is that of a credit note of
 * the whole order; null for one in part.
 */
export async function exceedsInvoice(
  rows: Rows,
  {
    documentId,
    orderId,
    total,
  }: { readonly documentId: number; readonly orderId: number; readonly total: number | null },
): Promise<boolean> {
  if (total !== null) {
    const { left } = await rows.one<{ left: number }>(sql`
      select (o.total_cents - (select coalesce(sum(c.total_cents), 0)
        from credits c join order_documents d on d.id = c.document_id
        where c.order_id = o.id and d.status <> 'FAILED'))::bigint as left
      from orders o where o.id = ${orderId}`)
    return total > left
  }
  const found = await rows.maybe(sql`
    select t.line_no from credits c
      join orders o on o.id = c.order_id
      join credit_lines t on t.credit_id = c.id
      left join order_lines l on l.order_id = c.order_id and l.line_no = t.line_no
      cross join lateral (
        select coalesce(sum(t2.quantity_e4), 0) as quantity, coalesce(sum(t2.net_cents), 0) as net, coalesce(sum(t2.vat_cents), 0) as vat
        from credits c2 join order_documents d on d.id = c2.document_id join credit_lines t2 on t2.credit_id = c2.id
        where c2.order_id = c.order_id and t2.line_no = t.line_no and c2.document_id <> c.document_id and d.status <> 'FAILED') others
    where c.document_id = ${documentId} and c.issued_on is null and (o.status = 'CANCELED'
      or t.quantity_e4 > coalesce(l.quantity_e4, 0) - others.quantity
      or t.net_cents > greatest(l.total_cents - others.net, 0) or t.vat_cents > greatest(l.vat_cents - others.vat, 0))
    limit 1`)
  return found !== null
}

/** Counts an issued credit note. The order stays where it is, and no stock moves. */
export async function issueCredit(work: Work, documentId: number): Promise<void> {
  const credits = await work.tx.many<{ orderId: number }>(sql`
    update credits set issued_on = ${work.today}::date where document_id = ${documentId} and issued_on is null
    returning order_id as "orderId"`)
  for (const { orderId } of credits) {
    await sumCredits(work, orderId)
    await repostOrders(work.tx, [orderId])
  }
}

/** Keeps the sum of the issued credits of an order. */
async function sumCredits(work: Work, orderId: number): Promise<void> {
  const { before, after } = await work.tx.one<{ before: Cents; after: Cents }>(sql`
    select o.credited_cents as before, (
      select coalesce(sum(c.total_cents), 0)::bigint from credits c where c.order_id = o.id and c.issued_on is not null) as after
    from orders o where o.id = ${orderId} for update of o`)
  if (before === after) return
  await work.tx.run(sql`
    update orders set credited_cents = ${after}, updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${orderId}`)
  const euro = (amount: Cents) => toNumber(amount, PLACES.cents)
  work.record({
    entity: 'orders',
    id: orderId,
    changes: changes({ credited: euro(before) }, { credited: euro(after) }),
  })
}

/** What a credit note took back of an order. `refused` is true if it counts for nothing, unless it is issued after all. */
export type OrderCredit = {
  readonly id: number
  readonly documentId: number
  readonly issuedOn: string | null
  readonly refused: boolean
  readonly lines: readonly CreditLine[]
}

/** Returns what credit notes took back of an order, in their order, and the refused ones last. */
export const readCredits = (tx: Rows, orderId: number): Promise<OrderCredit[]> =>
  tx.many<OrderCredit>(sql`
    select c.id, c.document_id as "documentId", c.issued_on as "issuedOn", d.status = 'FAILED' as refused, coalesce((
      select json_agg(json_build_object('lineNo', t.line_no, 'quantity', t.quantity_e4, 'net', t.net_cents, 'vat', t.vat_cents) order by t.line_no)
      from credit_lines t where t.credit_id = c.id), '[]') as lines
    from credits c join order_documents d on d.id = c.document_id where c.order_id = ${orderId} order by refused, c.id`)

/** Returns by line what credit notes took back, without the refused ones. */
export const creditsByLine = (credits: readonly OrderCredit[]): Map<number, CreditLine[]> =>
  Map.groupBy(
    credits.flatMap(({ refused, lines }) => (refused ? [] : lines)),
    ({ lineNo }) => lineNo,
  )

type MovedLine = Pick<SplitLine, 'lineNo' | 'quantity' | 'total' | 'vatAmount'>

/**
 * Moves what was credited of a split order beyond its kept pieces to the follow-up order. `kept` are the lines that stay, under their
 * numbers, and `rest` those of the follow-up order, in order, under the numbers that they had.
 */
export async function moveCredits(
  work: Work,
  { orderId, followUpId }: { readonly orderId: number; readonly followUpId: number },
  credits: readonly OrderCredit[],
  { kept, rest }: { readonly kept: readonly MovedLine[]; readonly rest: readonly MovedLine[] },
): Promise<void> {
  const { tx } = work
  const numberInRest = new Map(rest.map(({ lineNo }, index) => [lineNo, index + 1]))
  for (const { credit, stays, goes: beyond } of divideCredits(kept, credits)) {
    if (beyond.length === 0) continue
    const goes = beyond.map((line) => ({ ...line, lineNo: numberInRest.get(line.lineNo) ?? line.lineNo }))
    const [staying, going] = [sumOfParts(stays), sumOfParts(goes)]
    await tx.run(sql`delete from credit_lines where credit_id = ${credit.id}`)
    await writeLines(tx, credit.id, orderId, stays)
    await tx.run(sql`
      update credits set net_cents = ${staying.net}, vat_cents = ${staying.vat}, total_cents = ${staying.total} where id = ${credit.id}`)
    const moved = await tx.one<{ id: number }>(sql`
      insert into credits (document_id, order_id, net_cents, vat_cents, total_cents, issued_on)
      values (${credit.documentId}, ${followUpId}, ${going.net}, ${going.vat}, ${going.total}, ${credit.issuedOn}::date) returning id`)
    await writeLines(tx, moved.id, followUpId, goes)
  }
  if (credits.length === 0) return
  await sumCredits(work, orderId)
  await sumCredits(work, followUpId)
}
