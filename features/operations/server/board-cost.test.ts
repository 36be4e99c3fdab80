/** Tests that opening the operations board reads the rows of open orders, and not those of all orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processOrdersCommand } from '#features/orders/server/moves/process-orders.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { markAllVisible, stopAutovacuum } from '#testing/growth/vacuum.ts'
import { buffersRead, explainingDatabase, tablesReadWhole } from '#testing/plans.ts'
import { neededMaterialsQuery } from './board-needs.ts'
import { boardOrdersQuery } from './board.ts'

const ENDED = 5_000
const OPEN = 200
const RECIPES = 400

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
  await company.db.script(`
    insert into products (id, name, sku, usage_type, unit)
    select 500000 + n, 'Λαμπάδα ' || n, 'L' || n, 'COMPLETE-PRODUCT', 'Item' from generate_series(1, ${RECIPES}) n;
    insert into requirement_steps (product_id, seq, section)
    select id, 1, 'ΧΥΤΑ' from products where id > 500000;
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select id, 1, line, ${candle}, 10000, 'Item' from products cross join generate_series(1, 3) line where id > 500000;
    insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
      quantity_e4, total_cents, vat_cents)
    select 100000 + 1 + (id % ${OPEN}), 10 + id / ${OPEN}, id, name, unit, 2400, 10000, 0, 10000, 100, 24
    from products where id > 500000`)
  // The orders were changed while their lines were inserted. A database in use removes such old versions in the background.
  await stopAutovacuum(company.db)
  await markAllVisible(company.db)
})
afterAll(() => company?.close())

test('the board, its panels and its recheck of stock do not read the lines of ended orders', async () => {
  const whole: string[] = []
  const ofPromised: number[] = []
  let statements = 0
  const watched = explainingDatabase(company.db, (plan) => {
    statements += 1
    whole.push(...tablesReadWhole(plan))
    if (plan.text.includes('promised_goods')) ofPromised.push(buffersRead(plan))
  })
  const runner = new Runner({ db: watched, clock: () => new Date() })
  const { rows } = await runner.ask(boardOrdersQuery, { filters: { status: ['PENDING-STOCK'] } }, SYSTEM)
  expect(rows.filter(({ id }) => id > 100_000).length).toBeGreaterThan(100)
  const needed = await runner.ask(neededMaterialsQuery, { page: 1 }, SYSTEM)
  expect(needed.rows.length).toBeGreaterThan(0)
  await runner.run(processOrdersCommand, { withoutOpenTasks: true }, SYSTEM)
  expect(statements).toBeGreaterThan(2)
  expect(whole.filter((table) => table === 'order_lines')).toEqual([])
  // the board, the panel and the recheck each read the promised goods of all orders in one statement
  expect(ofPromised).toHaveLength(3)
  for (const buffers of ofPromised) expect(buffers).toBeLessThan(OPEN)
})

test('the panel of materials reads the recipes of many products together, and not one by one', async () => {
  let ofRecipes = 0
  const watched = explainingDatabase(company.db, (plan) => {
    if (plan.text.includes('requirement_materials')) ofRecipes += buffersRead(plan)
  })
  const runner = new Runner({ db: watched, clock: () => new Date() })
  const { rows } = await runner.ask(neededMaterialsQuery, { filters: { status: ['PENDING-STOCK'] } }, SYSTEM)
  expect(rows[0]?.needed).toBeGreaterThanOrEqual(3 * RECIPES * 10_000)
  expect(ofRecipes).toBeGreaterThan(0)
  expect(ofRecipes).toBeLessThan(RECIPES / 4)
})
