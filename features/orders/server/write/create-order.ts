import { changes } from '#kernel/changes.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { toNumber } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { empty, sql } from '#server/db/database.ts'
import { inserted } from '#server/records/kinds.ts'
import { createOrder } from '../../domain/contract.ts'
import { ORDER_FIELDS } from '../../domain/fields.ts'
import type { OrderStatus } from '../../domain/order.ts'
import { deliveryPast, insertOfLines, insertOfLoans, prepareOrder } from './write-order.ts'

type NewOrder = ParsedInputOf<typeof createOrder> & {
  readonly services?: unknown
  /** The name and label of the customer on this order, if they differ from the customer's own. */
  readonly name?: string
  readonly label?: string
}

/** Creates an order or offer. Its totals and its status by stock are computed here. */
export async function insertOrder(work: Work, input: NewOrder): Promise<{ id: number; status: OrderStatus }> {
  stopOn(deliveryPast(input.expectedDelivery, work.today))
  const order = await prepareOrder(work, input)
  const status: OrderStatus = input.offer ? 'OFFER' : order.stockStatus
  const { customer, totals } = order
  const content = inserted(ORDER_FIELDS, input, work.now)
  // one statement: it saves a round trip, and new orders clash less the sooner they are committed
  const { id } = await work.tx.one<{ id: number }>(sql`
    with created as (
    insert into orders (status, customer_id, name, label, ${content.columns}, ready_on, services, line_count, quantity_e4, products_cents, vat_cents, total_cents, goods,
      created_at, updated_at)
    values (${status}, ${customer.id}, ${input.name || customer.name}, ${input.label || customer.label}, ${content.values},
      ${input.readyOn ?? null}::date, ${JSON.stringify(input.services ?? [])}::jsonb, ${totals.lineCount}, ${totals.quantity}, ${totals.products}, ${totals.vat},
      ${totals.total}, goods_key(${order.lines.map((line) => line.name)}::text[], ${order.lines.map((line) => line.sku)}::text[]),
      ${work.now}::timestamptz, ${work.now}::timestamptz)
    returning id),
    lines as (${insertOfLines(sql`(select id from created)`, order.lines)})
    ${order.loans.length === 0 ? empty : sql`, loans as (${insertOfLoans(sql`(select id from created)`, order.loans)})`}
    select id from created`)
  work.record({ entity: 'orders', id, changes: changes({}, { status, total: toNumber(totals.total, 2) }) })
  return { id, status }
}

export const createOrderCommand = command(createOrder, insertOrder)
