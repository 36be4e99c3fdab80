import { isDeepStrictEqual } from 'node:util'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { type Cents, type Quantity, toNumber, type UnitPrice } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { differences, refuseStale } from '#server/history.ts'
import { changeOrder } from '../domain/contract.ts'
import { EDITABLE_STATUSES, type OrderStatus } from '../domain/order.ts'
import { lockOrder } from './lock-orders.ts'
import { deliveryPast, type Earlier, prepareOrder, writeLines } from './write-order.ts'

type Change = Omit<ParsedInputOf<typeof changeOrder>, 'version'> & {
  readonly version?: number
  /** Other words for the customer on this order than the customer's own. */
  readonly name?: string
  readonly label?: string
}

type Written = Pick<
  Change,
  'customerId' | 'description' | 'driverNote' | 'deliveryAddress' | 'expectedDelivery' | 'validUntil'
> & { readonly total: Cents }

/** Writes an order anew while it may still be changed (ruling C-64); lines that stay keep their price and VAT, loans follow them. */
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
    select customer_id as "customerId", description, driver_note as "driverNote", delivery_address as "deliveryAddress",
      expected_delivery_at as "expectedDelivery", valid_until as "validUntil", total_cents as total
    from orders where id = ${input.id}`)
  if (input.expectedDelivery !== written.expectedDelivery) stopOn(deliveryPast(input.expectedDelivery, work.today))
  const old = await tx.many<Earlier['lines'][number]>(sql`
    select product_id as "productId", sales_price_e4 as "salesPrice", vat_bp as vat, quantity_e4 as quantity
    from order_lines where order_id = ${input.id} order by line_no`)
  const oldLoans = await tx.many<Earlier['loans'][number]>(sql`
    select product_id as "productId", origin_product_id as "originProductId", quantity_e4 as quantity
    from order_loans where order_id = ${input.id} order by line_no`)
  const order = await prepareOrder(work, input, { lines: old, loans: oldLoans })
  const status: OrderStatus = before.status === 'OFFER' ? 'OFFER' : order.stockStatus
  const { customer, totals } = order
  const kept = customer.id === before.customerId ? before : customer
  await tx.run(sql`
    update orders set status = ${status}, customer_id = ${customer.id},
      name = ${input.name || kept.name}, label = ${input.label ?? kept.label},
      description = ${input.description}, driver_note = ${input.driverNote},
      delivery_address = ${JSON.stringify(input.deliveryAddress)}::jsonb, expected_delivery_at = ${input.expectedDelivery}::timestamp,
      valid_until = ${input.validUntil}::date, line_count = ${totals.lineCount}, quantity_e4 = ${totals.quantity},
      products_cents = ${totals.products}, vat_cents = ${totals.vat}, total_cents = ${totals.total},
      updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${input.id}`)
  await writeLines(work, input.id, order, true)
  const shown = (lines: readonly { productId: number; quantity: Quantity; salesPrice: UnitPrice }[]) =>
    lines.map((line) => `${line.productId}: ${toNumber(line.quantity, 4)} x ${toNumber(line.salesPrice, 4)}`)
  work.record({
    entity: 'orders',
    id: input.id,
    changes: {
      ...(status === before.status ? {} : { status: [before.status, status] as const }),
      ...differences(
        { ...written, lines: shown(old), total: toNumber(written.total, 2) },
        {
          customerId: customer.id,
          description: input.description,
          driverNote: input.driverNote,
          deliveryAddress: isDeepStrictEqual(input.deliveryAddress, written.deliveryAddress)
            ? undefined
            : input.deliveryAddress,
          expectedDelivery: input.expectedDelivery,
          validUntil: input.validUntil,
          lines: shown(order.lines),
          total: toNumber(totals.total, 2),
        },
      ),
    },
  })
  return { id: input.id, status, version: before.version + 1 }
}

export const changeOrderCommand = command(changeOrder, rewriteOrder)
