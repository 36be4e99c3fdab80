/**
 * Measures how long a new price of one material takes until the costs of all products above it are stored: products on six
 * levels, each made of five of the level below, with the material at the bottom of all of them.
 *
 * Run `node bench/climb.ts [--engine=pglite] [--products=5000] [--runs=9]`. PostgreSQL is a temporary server, or the one at DATABASE_URL.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { changeProductCommand } from '#features/products/server/write/change-product.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { pglitePlace, postgresPlace } from './places.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    products: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '9' },
  },
})
const LEVELS = 6
const FIRST = 9_000_000

/** Writes the products after one purchased material, and returns its id. */
async function writeProducts(db: Database, count: number): Promise<number> {
  const width = Math.ceil(count / LEVELS)
  await db.run(sql`
    insert into products (id, name, usage_type, unit, cost_price_e4) values (${FIRST}, 'Παραφίνη', 'PURCHASED-MATERIAL', 'KG', 20000)`)
  await db.run(sql`
    insert into products (id, name, usage_type, cost_margin_bp)
    select ${FIRST}::bigint + n, 'Προϊόν ' || n, 'MATERIAL', 500 from generate_series(1, ${count}::int) n`)
  await db.run(sql`
    insert into requirement_steps (product_id, seq, section)
    select ${FIRST}::bigint + n, 1, 'ΧΥΤΑ' from generate_series(1, ${count}::int) n`)
  await db.run(sql`
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select ${FIRST}::bigint + n, 1, k,
      case when n <= ${width}::int then ${FIRST}::bigint
        else ${FIRST}::bigint + ((n - 1) / ${width}::int - 1) * ${width}::int + (n * 7 + k * 61) % ${width}::int + 1 end,
      case when n <= ${width}::int then 12345 + k else 1111 * k end, case when n <= ${width}::int then 'Gram' else 'Item' end
    from generate_series(1, ${count}::int) n, generate_series(1, 5) k`)
  await db.script('analyze')
  return FIRST
}

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
const runner = new Runner({ db, clock: () => new Date() })
const material = await writeProducts(db, Number(options.products))
const times: number[] = []
for (let run = 1; run <= Number(options.runs) + 1; run += 1) {
  const began = performance.now()
  const changes = { costPrice: 20_000 + run }
  await runner.run(changeProductCommand, { id: material, version: run, changes }, SYSTEM)
  // the first run prepares the statements
  if (run > 1) times.push(performance.now() - began)
}
const { count } = await db.one<{ count: number }>(sql`
  select count(*)::int as count from products where id > ${FIRST} and updated_at > now() - interval '1 hour' and cost_price_e4 > 0`)
times.sort((a, b) => a - b)
console.log(`${place.description}, load ${loadavg()[0]?.toFixed(1)}: ${count} products above one material`)
console.log(
  `median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms, ${times.length} runs`,
)
await db.close()
await place.remove()
