/** Reads what open tasks still take from the shelf, and what it lacks for them. */
import type { Quantity } from '#kernel/money.ts'
import { empty, type Rows, sql } from '#server/db/database.ts'
import { type Claim, type Unmet, unmetClaims } from '../domain/plan/claims.ts'
import { TASK_DAY } from './task-day.ts'

/**
 * Returns what the open tasks lack of these products, or of all. The view has the rule `toReceive`. A finished or cancelled task has no
 * material that waits, so the index of the waiting materials holds those of open tasks only.
 */
export async function readUnmetClaims(rows: Rows, productIds: readonly number[] | null = null): Promise<Unmet> {
  if (productIds?.length === 0) return new Map()
  const found = await rows.many<Claim & { shelf: Quantity }>(sql`
    select m.task_id as "taskId", m.line_no as line, m.product_id as "productId", m.quantity_e4 as quantity,
      ${TASK_DAY}::text as day, t.order_id as "orderId", t.seq, p.stock_e4 as shelf
    from awaited_materials m join tasks t on t.id = m.task_id join products p on p.id = m.product_id
    where m.quantity_e4 > 0
      ${productIds === null ? empty : sql`and m.product_id = any(${[...productIds]}::bigint[])`}`)
  return unmetClaims(found, new Map(found.map(({ productId, shelf }) => [productId, shelf])))
}
