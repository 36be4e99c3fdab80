import { changes, type FieldChanges } from '#kernel/changes.ts'
import { type Cents, PLACES, type Rate, toNumber } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { withOwnVat } from '../domain/totals.ts'

/**
 * Removes the VAT from every line of an order and from its total. Returns the change of the total, for the history. The caller has locked
 * the order.
 */
export async function removeVat({ tx }: Work, orderId: number): Promise<FieldChanges> {
  const { total, products } = await tx.one<{ total: Cents; products: Cents }>(
    sql`select total_cents as total, products_cents as products from orders where id = ${orderId}`,
  )
  await tx.run(
    sql`update order_lines set vat_bp = 0, vat_cents = 0, vat_rounding_cents = 0 where order_id = ${orderId}`,
  )
  await tx.run(sql`update orders set vat_cents = 0, total_cents = products_cents where id = ${orderId}`)
  return changes({ total: toNumber(total, PLACES.cents) }, { total: toNumber(products, PLACES.cents) })
}

/** Takes the VAT off a locked order, or charges it again, as a change of its own in the history. */
export async function changeVat(work: Work, id: number, charged: boolean): Promise<void> {
  const change = await (charged ? restoreVat(work, id) : removeVat(work, id))
  await work.tx.run(
    sql`update orders set updated_at = ${work.now}::timestamptz, version = version + 1 where id = ${id}`,
  )
  work.record({ entity: 'orders', id, changes: change })
}

/**
 * Gives every line without VAT the rate that its product has now, and adds the VAT to the total of the order. Returns the change of the
 * total, for the history. The caller has locked the order.
 */
async function restoreVat({ tx }: Work, orderId: number): Promise<FieldChanges> {
  // the VAT follows the amount of the line, which may differ by a cent from its pieces after a split
  const lines = await tx.many<{ lineNo: number; total: Cents; vat: Rate }>(sql`
    select l.line_no as "lineNo", l.total_cents as total, case when l.vat_bp = 0 then p.vat_bp else l.vat_bp end as vat
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
