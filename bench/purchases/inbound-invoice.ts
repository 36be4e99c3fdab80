/**
 * Measures how long an inbound invoice takes until it is booked: stock, costs, and the costs of all products above its materials.
 * Each product is made of three materials of the invoice.
 *
 * Run `node bench/purchases/inbound-invoice.ts [--engine=pglite] [--lines=300] [--products=3000] [--runs=9]`. PostgreSQL is a temporary server, or
 * the one at DATABASE_URL. `BENCH_ORDERS=1000` generates fewer orders first, which an invoice does not read.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createInvoiceCommand } from '#features/purchases/server/create-invoice.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { pglitePlace, postgresPlace } from '../places.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    lines: { type: 'string', default: '300' },
    products: { type: 'string', default: '3000' },
    runs: { type: 'string', default: '9' },
  },
})
const FIRST = 9_000_000

/** Writes the materials of the invoice, products made of them, and a provider, whose id it returns. */
async function writeGoods(db: Database, materials: number, products: number): Promise<number> {
  await db.run(sql`
    insert into products (id, name, usage_type, unit, cost_price_e4)
    select ${FIRST}::bigint + n, 'Υλικό ' || n, 'PURCHASED-MATERIAL', 'KG', 20000 from generate_series(1, ${materials}::int) n`)
  const above = FIRST + materials
  await db.run(sql`
    insert into products (id, name, usage_type) select ${above}::bigint + n, 'Προϊόν ' || n, 'COMPLETE-PRODUCT'
    from generate_series(1, ${products}::int) n`)
  await db.run(sql`
    insert into requirement_steps (product_id, seq, section) select ${above}::bigint + n, 1, 'ΧΥΤΑ' from generate_series(1, ${products}::int) n`)
  await db.run(sql`
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select ${above}::bigint + n, 1, k, ${FIRST}::bigint + (n * 7 + k * 61) % ${materials}::int + 1, 1111 * k, 'KG'
    from generate_series(1, ${products}::int) n, generate_series(1, 3) k`)
  await db.script('analyze')
  const { id } = await db.one<{ id: number }>(sql`insert into providers (name) values ('Κηροχημική ΑΕ') returning id`)
  return id
}

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
const runner = new Runner({ db, clock: () => new Date(), committed: () => {} })
const count = Number(options.lines)
const providerId = await writeGoods(db, count, Number(options.products))
const times: number[] = []
let climbed = 0
for (let run = 1; run <= Number(options.runs) + 1; run += 1) {
  const lines = Array.from({ length: count }, (_, index) => ({
    productId: FIRST + index + 1,
    quantity: 10_0000,
    price: 20_000 + run * 10,
    vat: 2400,
  }))
  const began = performance.now()
  const booked = await runner.run(
    createInvoiceCommand,
    { providerId, refcode: '24.00.01', number: `ΤΔΑ-${1000 + run}`, lines },
    SYSTEM,
  )
  climbed = booked.climbed
  // the first run prepares the statements
  if (run > 1) times.push(performance.now() - began)
}
times.sort((a, b) => a - b)
console.log(
  `${place.description}, load ${loadavg()[0]?.toFixed(1)}: ${count} lines, ${climbed} costs above them changed`,
)
console.log(
  `median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms, ${times.length} runs`,
)
await db.close()
await place.remove()
