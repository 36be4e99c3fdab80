/** Counts the rows of tables and indexes that a statement reads. */
import { type Rows, type Sql, sql } from '#server/db/database.ts'

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }

/** Returns the rows that a plan read from tables and indexes, including those that a condition removed. */
const rowsRead = (plan: Plan): number =>
  plan.Plans
    ? plan.Plans.reduce((sum, below) => sum + rowsRead(below), 0)
    : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)

/** Returns rows that call `tell` with the number of rows read by each statement. */
export function explaining(rows: Rows, tell: (read: number) => void): Rows {
  const explain = async (query: Sql): Promise<Sql> => {
    const found = await rows.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (analyze, format json) ${query}`)
    tell(rowsRead(found['QUERY PLAN'][0].Plan))
    return query
  }
  return {
    many: async (query) => rows.many(await explain(query)),
    one: async (query) => rows.one(await explain(query)),
    maybe: async (query) => rows.maybe(await explain(query)),
    run: async (query) => rows.run(query),
  }
}
