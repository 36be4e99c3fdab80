import { changes, type FieldChanges } from '#kernel/changes.ts'
import { type Cents, PLACES, type Rate, toNumber } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { withOwnVat } from '../domain/totals.ts'

/** Over order lines `l`: reports whether a line sells goods. Lent pieces that the customer keeps are sold as goods. */
export const SELLS_GOODS: Sql = sql`(not l.service or l.lost)`

/** Removes the VAT from the lines of an order. Returns the change of the total, for the history. The caller has locked the order. */
export const removeVat = (work: Work, orderId: number): Promise<FieldChanges> => writeRates(work, orderId, sql`0`)

/** How the VAT of an order is changed: taken off all lines or only off goods, or charged again. */
export type VatChange = 'off' | 'off-goods' | 'charged'

/** The rate of a line `l` of a product `p` after each change. Lines that are charged again get the rate that their product has now. */
const RATES: Readonly<Record<VatChange, Sql>> = {
  off: sql`0`,
  'off-goods': sql`case when ${SELLS_GOODS} then 0 else l.vat_bp end`,
  charged: sql`case when l.vat_bp = 0 then p.vat_bp else l.vat_bp end`,
}

/** Takes the VAT off a locked order, or charges it again, as a change of its own in the history. */
export async function changeVat(work: Work, id: number, change: VatChange): Promise<void> {
  const written = await writeRates(work, id, RATES[change])
  await work.tx.run(
    sql`update orders set updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`,
  )
  work.record({ entity: 'orders', id, changes: written })
}

/** Gives every line of an order a rate of VAT, and the order its new sums. Returns the change of the total, for the history. */
async function writeRates({ tx }: Work, orderId: number, rate: Sql): Promise<FieldChanges> {
  // the VAT follows the amount of the line, which may differ by a cent from its pieces after a split
  const lines = await tx.many<{ lineNo: number; total: Cents; vat: Rate }>(sql`
    select l.line_no as "lineNo", l.total_cents as total, ${rate} as vat
    from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.line_no`)
  const written = withOwnVat(lines)
  await tx.run(sql`
    update order_lines l set vat_bp = w.vat, vat_cents = w."vatAmount", vat_rounding_cents = w."vatRounding"
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w("lineNo" int, vat int, "vatAmount" bigint, "vatRounding" bigint)
    where l.order_id = ${orderId} and l.line_no = w."lineNo"`)
  const { before, after } = await tx.one<{ before: Cents; after: Cents }>(sql`
    update orders o set vat_cents = l.vat, total_cents = o.products_cents + l.vat
    from (select id, total_cents from orders where id = ${orderId}) b,
      (select coalesce(sum(vat_cents), 0)::bigint as vat from order_lines where order_id = ${orderId}) l
    where o.id = b.id returning b.total_cents as before, o.total_cents as after`)
  return changes({ total: toNumber(before, PLACES.cents) }, { total: toNumber(after, PLACES.cents) })
}
