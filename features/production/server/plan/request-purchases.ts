import { writeRequests } from '#features/buying/server/write-requests.ts'
import type { Need } from '#features/stock/domain/availability.ts'
import { type Quantity, subtractQuantity, sumQuantities } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { missingOfEach, type NettedRow } from '../../domain/netting.ts'
import type { Taker } from './write-chains.ts'

/**
 * Requests what has to be bought: first what the new tasks take, and then what the lines of the order sell. The rest is for tasks that the
 * order has already, and the order asks for it.
 */
export async function requestPurchases(
  work: Work,
  orderId: number,
  bought: readonly NettedRow[],
  needs: readonly Need[],
  takers: readonly Taker[],
): Promise<void> {
  type Asked = { readonly needed: Quantity; readonly taker: Taker | null }
  const rows = bought.flatMap(({ productId, missing }) => {
    const asked: Asked[] = [
      ...takers.filter((taker) => taker.productId === productId).map((taker) => ({ needed: taker.needed, taker })),
      ...needs
        .filter((need) => need.productId === productId)
        .map(({ quantity }) => ({ needed: quantity, taker: null })),
    ]
    const parts = missingOfEach(missing, asked).map(({ taker: { taker }, quantity }) => ({ taker, quantity }))
    const rest = subtractQuantity(missing, sumQuantities(parts.map(({ quantity }) => quantity)))
    if (rest > 0) parts.push({ taker: null, quantity: rest })
    return parts.map((part) => ({ productId, ...part }))
  })
  const sections = await sectionsOf(work.tx, takers)
  await writeRequests(
    work,
    rows.map(({ productId, taker, quantity }) => ({
      origin: taker ? 'TASK' : 'ORDER',
      taskId: taker?.taskId ?? null,
      orderId,
      section: sections.get(taker?.taskId ?? 0) ?? '',
      lines: [{ productId, quantity, taskLineNo: taker?.lineNo }],
    })),
  )
}

/** Returns the sections of the tasks that take materials. */
async function sectionsOf(rows: Rows, takers: readonly Taker[]): Promise<ReadonlyMap<number, string>> {
  const tasks = await rows.many<{ id: number; section: string }>(
    sql`select id, section from tasks where id = any(${takers.map(({ taskId }) => taskId)}::bigint[])`,
  )
  return new Map(tasks.map(({ id, section }) => [id, section]))
}
