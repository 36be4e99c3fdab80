/** Keeps what the tasks of an order were made for, so that a later change of its lines or of its day shows. */
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'

/** What the order `o` sells and lends now, by the id of the product. */
export const NEEDS_NOW: Sql = sql`coalesce(
  (select jsonb_object_agg(n.product_id, n.quantity_e4) from order_needs n where n.order_id = o.id), '{}')`

/** Stores that the tasks of an order fit what it sells, lends and promises now. */
export const keepPlan = ({ tx }: Work, orderId: number): Promise<unknown> =>
  tx.run(sql`
    insert into order_plans (order_id, needs, expected_at)
    select o.id, ${NEEDS_NOW}, o.expected_delivery_at from orders o where o.id = ${orderId}
    on conflict (order_id) do update set needs = excluded.needs, expected_at = excluded.expected_at`)

/** Stores the same for the first task that a program gives an order. Further tasks of the order keep what was stored. */
export async function keepFirstPlan(work: Work, orderId: number, taskId: number): Promise<void> {
  const { others } = await work.tx.one<{ others: boolean }>(sql`
    select exists (select from order_plans where order_id = ${orderId}) and exists (
      select from tasks t
      where t.order_id = ${orderId} and t.id <> ${taskId} and t.work = 'PRODUCTION' and t.status <> 'CANCELED') as others`)
  if (!others) await keepPlan(work, orderId)
}
