/** Explains what a statement reads: rows, buffers, and the tables that are read from end to end. */
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'

/** A node of a plan as the database explains it; a statement that was not run has no figures. */
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** What the database did for one statement. */
export type Plan = {
  readonly text: string
  readonly top: PlanNode
  /** Milliseconds in the database, without planning. */
  readonly milliseconds: number
}

type Explained = { 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time'?: number }] }

const inside = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(inside)]

/** Counts the rows that tables and indexes returned, including those that a condition removed. */
export const rowsRead = ({ top }: Plan): number =>
  inside(top)
    .filter((node) => !node.Plans)
    .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0), 0)

/**
 * Counts the buffers that a statement read, in memory or on the disk. The speed of the machine does not affect them. What a statement
 * writes beside its answer is counted in its own node, and not in the top one.
 */
export const buffersRead = ({ top }: Plan): number =>
  Math.max(...inside(top).map((node) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)))

/** Returns the tables that a statement reads from end to end. */
export const tablesReadWhole = ({ top }: Plan): string[] =>
  inside(top).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []))

const WRITES = /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i
const RUN_AND_COUNT = sql`(analyze, buffers, timing off, format json)`
const PLAN_ONLY = sql`(format json)`

/**
 * Returns rows that call `report` with the plan of each statement. Reads are run once more for it; the plan of a write
 * has no figures.
 */
export function explaining(rows: Rows, report: (plan: Plan) => void): Rows {
  const explain = async (query: Sql): Promise<Sql> => {
    const how = WRITES.test(query.text) ? PLAN_ONLY : RUN_AND_COUNT
    const found = await rows.one<Explained>(sql`explain ${how} ${query}`)
    const [{ Plan: top, 'Execution Time': milliseconds = 0 }] = found['QUERY PLAN']
    report({ text: query.text, top, milliseconds })
    return query
  }
  return {
    many: async (query) => rows.many(await explain(query)),
    one: async (query) => rows.one(await explain(query)),
    maybe: async (query) => rows.maybe(await explain(query)),
    run: async (query) => rows.run(await explain(query)),
  }
}

/** Returns a database that explains every statement, in and outside of transactions. */
export const explainingDatabase = (db: Database, report: (plan: Plan) => void): Database => ({
  ...db,
  ...explaining(db, report),
  transaction: (mode, work) => db.transaction(mode, (tx) => work(explaining(tx, report))),
})

/** Counts the buffers that a write reads. The write is rolled back. */
export async function buffersOfWrite(db: Database, query: Sql): Promise<number> {
  let buffers = 0
  const undone = new Error('the write is rolled back')
  await db
    .transaction('locking', async (tx) => {
      const found = await tx.one<Explained>(sql`explain ${RUN_AND_COUNT} ${query}`)
      buffers = buffersRead({ text: query.text, top: found['QUERY PLAN'][0].Plan, milliseconds: 0 })
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return buffers
}
