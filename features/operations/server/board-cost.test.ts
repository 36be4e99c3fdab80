/** What opening the operations board reads follows the open orders, not the orders of all years. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processOrdersCommand } from '#features/orders/server/moves/process-orders.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, type Rows, type Sql, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { neededMaterialsQuery } from './board-needs.ts'
import { boardOrdersQuery } from './board.ts'

const ENDED = 5_000
const OPEN = 200

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  const { customer, candle } = company.stock
  await company.db.run(sql`
    insert into orders (id, status, customer_id, name)
    select 100000 + n, case when n <= ${OPEN} then 'PENDING-STOCK' else 'CANCELED' end, ${customer}, 'Πελάτης'
    from generate_series(1, ${OPEN + ENDED}) n`)
  await company.db.run(sql`
    insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
      quantity_e4, total_cents, vat_cents)
    select o.id, n, ${candle}, 'Κερί', 'τεμ', 2400, 10000, 0, 10000, 100, 24
    from orders o cross join generate_series(1, 2) n where o.id > 100000`)
  await company.db.script('analyze')
}, 60_000)
afterAll(() => company?.close())

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** The tables that a statement reads from end to end. */
function tablesReadWhole(plan: Plan): string[] {
  const here = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
  return [...here, ...(plan.Plans ?? []).flatMap(tablesReadWhole)]
}

/** Passes statements on and notes what each reads from end to end. */
function explaining(rows: Rows, note: (tables: string[]) => void): Rows {
  const explain = async (query: Sql): Promise<Sql> => {
    const [found] = await rows.many<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (format json) ${query}`)
    if (found) note(tablesReadWhole(found['QUERY PLAN'][0].Plan))
    return query
  }
  return {
    many: async (query) => rows.many(await explain(query)),
    one: async (query) => rows.one(await explain(query)),
    maybe: async (query) => rows.maybe(await explain(query)),
    run: async (query) => rows.run(await explain(query)),
  }
}

test('neither the rows of the board, its panels nor its recheck of stock read the lines of all orders', async () => {
  const whole: string[] = []
  let statements = 0
  const note = (tables: string[]) => {
    statements += 1
    whole.push(...tables)
  }
  const { db } = company
  const watched: Database = {
    ...db,
    transaction: (mode, work) => db.transaction(mode, (tx) => work(explaining(tx, note))),
  }
  const runner = new Runner({ db: watched, clock: () => new Date(), committed: () => {} })
  const { rows } = await runner.ask(boardOrdersQuery, { filters: { status: ['PENDING-STOCK'] } }, SYSTEM)
  expect(rows.filter(({ id }) => id > 100_000).length).toBeGreaterThan(100)
  const needed = await runner.ask(neededMaterialsQuery, { page: 1 }, SYSTEM)
  expect(needed.rows.length).toBeGreaterThan(0)
  await runner.run(processOrdersCommand, { withoutOpenTasks: true }, SYSTEM)
  expect(statements).toBeGreaterThan(2)
  expect(whole.filter((table) => table === 'order_lines')).toEqual([])
})
