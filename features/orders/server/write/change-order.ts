import { changes } from '#kernel/changes.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { type Cents, PLACES, toNumber } from '#kernel/money.ts'
import { type ValuesOf, valuesIn } from '#kernel/records/fields.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { join, sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { assigned, expressionsOf, readable, selected } from '#server/records/kinds.ts'
import { changeOrder } from '../../domain/contract.ts'
import { ORDER_FIELDS } from '../../domain/fields.ts'
import { EDITABLE_STATUSES, type OrderStatus } from '../../domain/order.ts'
import { goodsChanges } from '../../domain/goods-history.ts'
import { lockOrder } from '../lock-orders.ts'
import { deliveryPast, type Earlier, prepareOrder, writeLines } from './write-order.ts'

type Change = Omit<ParsedInputOf<typeof changeOrder>, 'version'> & {
  readonly version?: number
  /** The name and label of the customer on this order, if they differ from the customer's own. */
  readonly name?: string
  readonly label?: string
}

type Written = ValuesOf<typeof ORDER_FIELDS> & { readonly customer: string; readonly total: Cents }

type OldLine = Earlier['lines'][number] & { readonly name: string; readonly sku: string }
type OldLoan = Earlier['loans'][number] & { readonly name: string; readonly sku: string }

/**
 * Replaces the content of an order that may still be changed (C-64). Unchanged lines keep their price and VAT, and
 * loans follow their lines. Saving the same content makes no new version.
 */
export async function rewriteOrder(
  work: Work,
  input: Change,
): Promise<{ id: number; status: OrderStatus; version: number }> {
  const { tx } = work
  const before = await lockOrder(tx, input.id)
  if (input.version !== undefined && before.version !== input.version)
    await refuseStale(tx, 'orders', input.id, before.version)
  if (!EDITABLE_STATUSES.includes(before.status)) refuse('refused', 'orders.not-editable', { status: before.status })
  const written = await tx.one<Written>(sql`
    select c.name as customer, ${selected(expressionsOf(ORDER_FIELDS, 'o'))}, o.total_cents as total
    from orders o join customers c on c.id = o.customer_id where o.id = ${input.id}`)
  if (input.expectedDelivery !== written.expectedDelivery) stopOn(deliveryPast(input.expectedDelivery, work.today))
  const old = await readGoods(work, input.id)
  const order = await prepareOrder(work, input, old)
  const status: OrderStatus = before.status === 'OFFER' ? 'OFFER' : order.stockStatus
  const { customer, totals } = order
  const isSameCustomer = customer.id === before.customerId
  const kept = isSameCustomer ? before : customer
  const [name, label] = [input.name || kept.name, input.label ?? kept.label]
  const content = valuesIn(ORDER_FIELDS, input)
  const changed = {
    ...changes(
      { ...before, ...readable(ORDER_FIELDS, written), total: toNumber(written.total, PLACES.cents) },
      {
        status,
        ...readable(ORDER_FIELDS, content),
        // a new customer brings their own name and label, so only the customer is recorded
        ...(isSameCustomer ? { name, label } : { customer: customer.name }),
        total: toNumber(totals.total, PLACES.cents),
      },
    ),
    ...goodsChanges(old, order),
  }
  const isChanged = Object.keys(changed).length > 0
  await tx.run(sql`
    update orders set status = ${status}, customer_id = ${customer.id}, name = ${name}, label = ${label},
      ${join(assigned(ORDER_FIELDS, content, Object.keys(content), work.now))},
      ready_on = case when ${input.readyOn === undefined} then ready_on else ${input.readyOn ?? null}::date end, line_count = ${totals.lineCount}, quantity_e4 = ${totals.quantity},
      products_cents = ${totals.products}, vat_cents = ${totals.vat}, total_cents = ${totals.total},
      updated_at = case when ${isChanged} then ${work.now}::timestamptz else updated_at end,
      version = version + ${isChanged ? 1 : 0}::int
    where id = ${input.id}`)
  await writeLines(work, input.id, order, true)
  work.record({ entity: 'orders', id: input.id, changes: changed })
  return { id: input.id, status, version: before.version + (isChanged ? 1 : 0) }
}

/** Reads the lines and loans of an order, with the names stored in it. */
async function readGoods({ tx }: Work, id: number): Promise<{ lines: OldLine[]; loans: OldLoan[] }> {
  const lines = await tx.many<OldLine>(sql`
    select product_id as "productId", name, sku, sales_price_e4 as "salesPrice", vat_bp as vat, quantity_e4 as quantity, note, lost
    from order_lines where order_id = ${id} order by line_no`)
  const loans = await tx.many<OldLoan>(sql`
    select product_id as "productId", origin_product_id as "originProductId", name, sku, quantity_e4 as quantity
    from order_loans where order_id = ${id} order by line_no`)
  return { lines, loans }
}

export const changeOrderCommand = command(changeOrder, rewriteOrder)
