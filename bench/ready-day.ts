/**
 * Measures at the server how long the earliest day of an order takes, and the list of the orders that will be late, among 100,000
 * orders with open tasks in all sections.
 *
 * Run `node bench/ready-day.ts [--engine=pglite] [--lines=20] [--tasks=5000] [--runs=30]`. PostgreSQL is a temporary server, or the one
 * at DATABASE_URL. The first run generates the data, which takes some minutes; `BENCH_ORDERS` sets another number of orders.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { lateOrdersQuery } from '#features/production/server/ready/late-orders.ts'
import { readyDayQuery } from '#features/production/server/ready/ready-day.ts'
import { dayOf } from '#kernel/day.ts'
import { quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import { buffersRead, explaining } from '#server/testing/plans.ts'
import { pglitePlace, postgresPlace } from './places.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    lines: { type: 'string', default: '20' },
    tasks: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '30' },
  },
})

/** Gives the sections capacities, and writes open tasks of many products over the next weeks. */
async function fillWorkshop(db: Database, tasks: number): Promise<void> {
  await db.run(sql`update sections set capacity_e4 = 20000000, capacity_minutes_e4 = 9600000`)
  await db.run(sql`update requirement_steps set minutes_e4 = 5000 where product_id % 3 = 0`)
  await db.run(sql`
    insert into tasks (section, status, product_id, quantity_e4, taskref, seq, planned_on)
    select s.section, 'PENDING', s.product_id, 200000, '999999-' || n, s.seq, current_date + 1 + (n % 25)::int + s.seq
    from generate_series(1, ${Math.ceil(tasks / 2)}::int) n
    join lateral (
      select id from products where usage_type = 'COMPLETE-PRODUCT' order by id offset (n * 37) % 800 limit 1) p on true
    join requirement_steps s on s.product_id = p.id`)
  await db.script('vacuum (analyze)')
}

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
await fillWorkshop(db, Number(options.tasks))
const today = dayOf(new Date().toISOString())
const sold = await db.many<{ id: number; stock: number }>(sql`
  select id, stock_e4 as stock from products where usage_type = 'COMPLETE-PRODUCT'
  order by md5(id::text), id limit ${Number(options.lines)}`)
const lying = sold.map(({ id }) => ({ productId: id, quantity: quantity(1_0000) }))
// more than there is and than open tasks bring, so that all of it has to be made
const short = sold.map(({ id, stock }) => ({ productId: id, quantity: quantity(Math.max(stock, 0) + 500_0000) }))

/** Reports the middle and the longest of the measured durations, and the buffers of one run. */
async function measure(title: string, work: (rows: Rows) => Promise<string>): Promise<void> {
  let buffers = 0
  const found = await work(
    explaining(db, (plan) => {
      buffers += buffersRead(plan)
    }),
  )
  const times: number[] = []
  for (let run = 0; run < Number(options.runs) + 3; run += 1) {
    const began = performance.now()
    await work(db)
    // the first runs plan the statements and prepare the code
    if (run >= 3) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  console.log(
    `${title}: median ${middle.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms, ${buffers} buffers; ${found}`,
  )
}

console.log(`${place.description}, load ${loadavg()[0]?.toFixed(1)}, ${options.tasks} open tasks`)
const view = (rows: Rows) => ({ rows, actor: SYSTEM, today })
for (const [what, goods] of Object.entries({ 'one piece of each': lying, 'more than there is': short })) {
  await measure(`earliest day of ${goods.length} lines, ${what}`, async (rows) => {
    const { day, chain, unknown } = await readyDayQuery.ask(view(rows), { goods })
    return `${day}, ${chain.length} links, ${unknown.length} unknown`
  })
}
await measure(
  'orders that will be late',
  async (rows) => `${(await lateOrdersQuery.ask(view(rows), {})).rows.length} orders`,
)
await db.close()
await place.remove()
