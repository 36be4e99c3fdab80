/**
 * Measures the check of the stock and the stock on a past day, at a number of movements: how long they take, and how many buffers
 * the longest statements look at.
 *
 * Run `node bench/stock-proof.ts [--engine=pglite] [--movements=1000000] [--products=5000]`. PostgreSQL is a temporary server, or
 * the one at DATABASE_URL.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { compareAll } from '#features/stock-proof/server/run-check.ts'
import { comparePiece, comparePromises } from '#features/stock-proof/server/compare.ts'
import { stockOnDayQuery } from '#features/stock/server/stock-at.ts'
import type { Day } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { buffersRead, explaining, rowsRead, tablesReadWhole } from '#testing/plans.ts'
import { pglitePlace, postgresPlace } from './places.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    movements: { type: 'string', default: '1000000' },
    products: { type: 'string', default: '5000' },
  },
})
const FIRST = 9_000_000
const BATCH = 50_000

/** Writes movements of all products in turn, as a warehouse does, so that the rows of one product lie far from each other. */
async function writeMovements(db: Database, movements: number, products: number): Promise<void> {
  await db.run(sql`
    insert into products (id, name) select ${FIRST}::bigint + n, 'Προϊόν ' || n from generate_series(1, ${products}::int) n`)
  for (let from = 0; from < movements; from += BATCH)
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name, at)
      select p.id, quantity, p.stock_e4 + sum(quantity) over (partition by p.id order by n),
        case when quantity < 0 then 'packaged' else 'received' end, 'Kerino', now() - interval '3 years' + make_interval(secs => n * 90)
      from generate_series(${from}::int + 1, ${Math.min(from + BATCH, movements)}::int) n
      cross join lateral (select case when n % 3 = 0 then -10000 else 20000 end as quantity) moved
      join products p on p.id = ${FIRST}::bigint + 1 + (n::bigint * 7919) % ${products}::int
      order by n`)
  await db.script('vacuum analyze')
}

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
await writeMovements(db, Number(options.movements), Number(options.products))

for (let run = 1; run <= 3; run += 1) {
  const began = performance.now()
  const { products, movements, openOrders, differing } = await compareAll(db)
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  console.log(
    `${place.description}, load ${loadavg()[0]?.toFixed(1)}: ${products} products, ${movements} movements, ${openOrders} open orders in ${seconds} s, ${differing} differ`,
  )
}
/** Reports the buffers and the time of each statement of `work`. */
async function explain(title: string, work: (rows: Rows) => Promise<unknown>): Promise<void> {
  await work(
    explaining(db, (plan) => {
      const whole = tablesReadWhole(plan).join(', ') || 'none'
      console.log(
        `${title}: ${buffersRead(plan)} buffers, ${plan.milliseconds.toFixed(1)} ms, ${rowsRead(plan)} rows; tables read whole: ${whole}`,
      )
    }),
  )
}
await explain('a hundred products', (rows) => comparePiece(rows, FIRST))
await explain('promises', comparePromises)
const productIds = Array.from({ length: 5 }, (_, n) => FIRST + 1 + n * 700)
await explain('stock of five products on a past day', (rows) =>
  stockOnDayQuery.ask({ rows, actor: SYSTEM, today: '2026-11-20' as Day }, { productIds, day: '2025-02-03' as Day }),
)
await db.close()
await place.remove()
