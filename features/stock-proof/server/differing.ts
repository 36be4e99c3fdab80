/** Tells people behind the bell that the last check found differences. */
import { type Rows, sql } from '#server/db/database.ts'
import type { FactKind } from '#server/notices/notices.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import { CHECKS_PAGE } from '../domain/contract.ts'
import { readDifferences } from './queries.ts'

/**
 * Each check that finds a difference is a fact of its own, so people are told once for each such check. The fact ends with the
 * next check.
 */
export const differingStock: FactKind = {
  name: 'stock-proof.differs',
  right: stockRights.adjust,
  page: CHECKS_PAGE,
  find: async (rows: Rows) => {
    const last = await rows.maybe<{ id: number; differing: number }>(sql`
      select id, differing from stock_checks
      where ended_at is not null and not failed order by ended_at desc, id desc limit 1`)
    return last && last.differing > 0 ? [last.id] : []
  },
  // names the first product, and how many others differ
  things: async (rows: Rows, ids: readonly number[]) => {
    const checks = await rows.many<{ id: number; differing: number }>(
      sql`select id, differing from stock_checks where id = any(${[...ids]}::bigint[])`,
    )
    return Promise.all(
      checks.map(async ({ id, differing }) => {
        const [first] = await readDifferences(rows, id, 1)
        const title = [first?.name ?? '', ...(differing > 1 ? [`+${differing - 1}`] : [])].join(' ').trim()
        return { id, title, to: CHECKS_PAGE }
      }),
    )
  },
}
