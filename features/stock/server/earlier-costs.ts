/** Reads what earlier movements cost, for those that take them back. */
import type { Cents } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { costsTakenBack, type Earlier } from '../domain/costs.ts'
import type { Movement, StockReason } from '../domain/movement.ts'

/**
 * Returns movements that take earlier ones back, with the costs of those. `where` finds the earlier ones in `stock_movements m`, also what
 * was taken back of them already. Those of one product, of one task if they have one, and of `reasons` belong together. Movements whose
 * earlier costs are not known get none.
 */
export async function atEarlierCosts(
  { tx }: Work,
  movements: readonly Movement[],
  { where, reasons }: { readonly where: Sql; readonly reasons: readonly StockReason[] },
): Promise<Movement[]> {
  const back = movements.filter(({ reason }) => reasons.includes(reason))
  if (back.length === 0) return [...movements]
  const earlier = await tx.many<Pick<Movement, 'productId'> & { taskId: number | null } & Earlier>(sql`
    select m.product_id as "productId", m.task_id as "taskId", sum(m.quantity_e4)::bigint as quantity,
      case when bool_and(m.cost_cents is not null) then sum(m.cost_cents)::bigint end as cost
    from stock_movements m where ${where} and m.reason = any(${[...reasons]}::text[]) group by m.product_id, m.task_id`)
  const costs = new Map<Movement, Cents | null>()
  for (const one of earlier) {
    const own = back.filter(({ productId, taskId = null }) => productId === one.productId && taskId === one.taskId)
    const divided = costsTakenBack(
      one,
      own.map(({ quantity }) => quantity),
    )
    for (const [index, movement] of own.entries()) costs.set(movement, divided[index] ?? null)
  }
  return movements.map((movement) => ({ ...movement, cost: costs.get(movement) ?? movement.cost }))
}
