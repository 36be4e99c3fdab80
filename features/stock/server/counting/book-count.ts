/** Books the differences of a count through the ledger. */
import { refuse } from '#kernel/refusal.ts'
import { lockingCommand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { bookCount, type Count } from '../../domain/counting/contract.ts'
import { lockStock, moveStock } from '../move-stock.ts'
import { refuseClosed } from './change-count.ts'
import { COUNT_COLUMNS, readDifferences, readLines } from './read-count.ts'

// The count is locked first, so that no line comes in between, and then its products. So the stock at the moment of counting
// contains every movement up to it, and movements after it stay as they are.
export const bookCountCommand = lockingCommand(bookCount, async (work, { id, version, reason, belowZero }) => {
  const { tx, actor, now } = work
  const count = await tx.maybe<Count>(sql`select ${COUNT_COLUMNS} from counts c where c.id = ${id} for update`)
  if (!count) refuse('missing', 'stock.no-count', { countId: id })
  if (count.status !== 'OPEN') refuseClosed(count.status, id)
  if (count.version !== version) refuse('conflict', 'stock.count-changed', { countId: id })
  const lines = await readLines(tx, id)
  if (lines.length === 0) refuse('refused', 'stock.count-empty')
  await lockStock(
    work,
    lines.map(({ productId }) => productId),
  )
  const rows = await readDifferences(tx, count)
  const open = rows.filter(({ question }) => question !== null)
  if (open[0]) refuse('refused', 'stock.count-questions', { name: open[0].name, count: open.length })
  const differing = rows.filter(({ difference }) => difference !== 0)
  await moveStock(
    work,
    differing.map(({ productId, difference }) => ({
      productId,
      quantity: difference,
      reason: 'counted',
      countId: id,
      note: reason,
    })),
    belowZero ? { reason } : undefined,
  )
  await tx.run(sql`
    update counts set status = 'BOOKED', reason = ${reason}, closed_at = ${now}, closed_by = ${actor.userId}::bigint,
      closed_name = ${actor.name} where id = ${id}`)
  work.record({
    entity: 'counts',
    id,
    changes: { status: ['OPEN', 'BOOKED'], products: [null, rows.length], differences: [null, differing.length] },
    note: reason,
  })
  return { changed: differing.length }
})
