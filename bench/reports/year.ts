/**
 * Measures the reports over a year of documents, and compares each with a plain recomputation from the documents, to the cent.
 *
 * Run `BENCH_ORDERS=1000 node bench/reports/year.ts [--engine=pglite] [--orders=100000] [--invoices=10000] [--payments=60000] [--runs=5]`. PostgreSQL is a
 * temporary server, or the one at DATABASE_URL. The embedded engine runs in this process, so its processor time is shown too.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { economicsQuery } from '#features/reports/server/economics.ts'
import { expensesQuery } from '#features/reports/server/expenses.ts'
import { foldWork } from '#features/reports/server/fold-goods.ts'
import { marginsQuery } from '#features/reports/server/margins.ts'
import { redInvoicesQuery, salesQuery, vatQuery } from '#features/reports/server/sales.ts'
import { topMaterialsQuery, topProductsQuery } from '#features/reports/server/top.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { Runner } from '#server/runner.ts'
import { pglitePlace, postgresPlace } from '../places.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    orders: { type: 'string', default: '100000' },
    invoices: { type: 'string', default: '10000' },
    payments: { type: 'string', default: '60000' },
    runs: { type: 'string', default: '5' },
  },
})
const [ORDERS, INVOICES, PAYMENTS] = [Number(options.orders), Number(options.invoices), Number(options.payments)]
const CHUNK = 10_000
/** A year that no other document has, with days outside whole months at both ends. */
const PERIOD = { from: '2031-01-03', to: '2031-12-30' }
const FIRST = 50_000_000

/** Returns the statements with which the migrations count the documents that exist. */
const countingStatements = (): string =>
  ['0220_counted_documents', '0221_counted_goods']
    .map((name) => readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8'))
    .flatMap((text) => text.match(/^insert into (counted_|goods_months)[^;]*;/gm) ?? [])
    .join('\n')

/** Writes the documents of the year 2031: orders of four lines, invoices of five, payments of both bounds. */
async function fill(db: Database): Promise<void> {
  await db.script(`
    insert into customers (id, name) select ${FIRST} + n, 'Πελάτης ' || n from generate_series(1, 20000) n;
    insert into providers (id, name) select ${FIRST} + 50000 + n, 'Προμηθευτής ' || n from generate_series(1, 300) n;
    insert into products (id, name, sku, category, usage_type) select ${FIRST} + n, 'Είδος ' || n, 'B' || n, 'ΚΑΤ ' || n % 12,
      case when n % 3 = 0 then 'PURCHASED-MATERIAL' else 'COMPLETE-PRODUCT' end from generate_series(1, 3000) n`)
  for (let first = 1; first <= ORDERS; first += CHUNK)
    await db.script(`
      begin;
      set local session_replication_role = replica;
      insert into orders (id, customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
        select ${FIRST} + n, ${FIRST} + 1 + n * 7919 % 20000, 'Πελάτης', case when n % 25 = 0 then 'INVOICED' else 'SHIPPED' end,
          case when n % 20 = 0 then 'red' else 'epsilon' end, case when n % 20 = 0 then '71.00.00' else '71.00.01' end,
          date '2031-01-01' + (n::bigint * 365 / ${ORDERS + 1})::int, n % 90000, n % 20000, n % 90000 + n % 20000
        from generate_series(${first}, ${Math.min(ORDERS, first + CHUNK - 1)}) n;
      insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
        select ${FIRST} + n, k, ${FIRST} + 1 + (n::bigint * 104729 + k * 7) % 3000, 'Είδος', 'Item', 2400, 0, 1000 + n % 5000, k * 10000, n * k % 9000, n % 700
        from generate_series(${first}, ${Math.min(ORDERS, first + CHUNK - 1)}) n, generate_series(1, 4) k;
      commit`)
  for (let first = 1; first <= INVOICES; first += CHUNK)
    await db.script(`
      begin;
      set local session_replication_role = replica;
      insert into inbound_invoices (id, type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents, total_cents, user_name)
        select ${FIRST} + n, 'INBOUND', 'BOOKED', ${FIRST} + 50001 + n % 300, 'Προμηθευτής', date '2031-01-01' + (n::bigint * 365 / ${INVOICES + 1})::int,
          'ΕΤΟΣ' || n, (array['24.00.00', '24.00.01', '60.00.00', '64.00.01'])[1 + n % 4], n % 70000, n % 9000, n % 70000 + n % 9000, 'Ε'
        from generate_series(${first}, ${Math.min(INVOICES, first + CHUNK - 1)}) n;
      insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, quantity_e4, net_cents, vat_cents)
        select ${FIRST} + n, k, ${FIRST} + 1 + (n * 7919 + k) % 3000, 'Είδος', k * 10000, n * k % 8000, n % 300
        from generate_series(${first}, ${Math.min(INVOICES, first + CHUNK - 1)}) n, generate_series(1, 5) k;
      commit`)
  for (let first = 1; first <= PAYMENTS; first += CHUNK)
    await db.script(`
      begin;
      set local session_replication_role = replica;
      insert into payments (bound, type, amount_cents, date, customer_id, provider_id, entity_name, refcode, user_name)
        select case when n % 6 = 0 then 'Outbound' else 'Inbound' end, (array['CASH', 'CARD', 'CHECK', 'BANK'])[1 + n % 4], 1 + n % 80000,
          date '2031-01-01' + (n::bigint * 365 / ${PAYMENTS + 1})::int, case when n % 6 > 0 then ${FIRST} + 1 + n % 20000 end,
          case when n % 6 = 0 then ${FIRST} + 50001 + n % 300 end, 'Κάποιος', '38.00.00', 'Ε'
        from generate_series(${first}, ${Math.min(PAYMENTS, first + CHUNK - 1)}) n;
      commit`)
  // without triggers the documents are written in a tenth of the time; the migrations count them as they count documents from before
  await db.script(`
    begin;
    set local session_replication_role = replica;
    truncate counted_documents, counted_goods, goods_changes, goods_months;
    ${countingStatements()}
    commit`)
  await db.script('vacuum analyze')
}

type Amounts = Record<string, number>
const within = (day: string) => day >= PERIOD.from && day <= PERIOD.to

/** Reads every document and every line of the year, and adds in the plainest way. */
async function recompute(db: Database): Promise<Amounts> {
  const sums: Amounts = {}
  const add = (name: string, cents: number) => (sums[name] = (sums[name] ?? 0) + cents)
  for (let first = 1; first <= ORDERS; first += CHUNK) {
    const range = sql`between ${FIRST + first} and ${FIRST + Math.min(ORDERS, first + CHUNK - 1)}`
    const orders = await db.many<{ id: number; day: string; code: string; mode: string; net: number; vat: number }>(sql`
      select id, invoiced_on as day, refcode as code, invoice_mode as mode, products_cents as net, vat_cents as vat from orders
      where id ${range} and status = 'SHIPPED'`)
    const lines = await db.many<{ id: number; product: number; net: number; quantity: number; price: number }>(sql`
      select order_id as id, product_id as product, total_cents as net, quantity_e4 as quantity, cost_price_e4 as price from order_lines where order_id ${range}`)
    const counted = new Set<number>()
    for (const { id, day, code, mode, net, vat } of orders) {
      if (!within(day)) continue
      counted.add(id)
      for (const [name, cents] of [
        ['sales', net],
        ['sales-vat', vat],
        [`order ${code}`, net],
        [`month ${day.slice(0, 7)}`, net],
      ] as const)
        add(name, cents)
      if (mode === 'red') add('red', net)
    }
    for (const { id, product, net, quantity, price } of lines) {
      if (!counted.has(id)) continue
      add(`sold ${product}`, net)
      // quantities are whole pieces here, and a cost has ten-thousandths of a euro
      add('cost', Math.round(((quantity / 10_000) * price) / 100))
    }
  }
  const invoices = await db.many<{ day: string; net: number; vat: number }>(sql`
    select import_date as day, goods_cents as net, vat_cents as vat from inbound_invoices where id > ${FIRST} and state = 'BOOKED'`)
  for (const { day, net, vat } of invoices) {
    if (!within(day)) continue
    add('bought', net)
    add('bought-vat', vat)
  }
  const bought = await db.many<{ day: string; product: number; net: number }>(sql`
    select i.import_date as day, l.product_id as product, l.net_cents as net from inbound_invoices i join inbound_invoice_lines l on l.invoice_id = i.id
    where i.id > ${FIRST}`)
  for (const { day, product, net } of bought) if (within(day)) add(`bought ${product}`, net)
  const payments = await db.many<{ day: string; bound: string; cents: number }>(sql`
    select date as day, bound, amount_cents as cents from payments where date >= ${PERIOD.from}::date`)
  for (const { day, bound, cents } of payments) if (within(day)) add(bound === 'Inbound' ? 'received' : 'paid', cents)
  return sums
}

function demandEqual(what: string, shown: unknown, plain: number | undefined): void {
  if (shown !== plain) throw new Error(`${what}: the report shows ${String(shown)}, and the documents sum to ${plain}`)
}

const place = await (options.engine === 'pglite' ? pglitePlace() : postgresPlace())
const db = await place.open()
const began = performance.now()
await fill(db)
const runner = new Runner({ db, clock: () => new Date(), committed: () => {} })
await foldWork({ runner }).run({})
console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
const plain = await recompute(db)

const REPORTS = {
  economicsQuery,
  expensesQuery,
  salesQuery,
  vatQuery,
  redInvoicesQuery,
  marginsQuery,
  topProductsQuery,
  topMaterialsQuery,
}
console.log(`${place.description}, load ${loadavg()[0]?.toFixed(1)}`)
for (const [name, query] of Object.entries(REPORTS)) {
  const times: number[] = []
  const processor: number[] = []
  for (let run = 0; run <= Number(options.runs); run += 1) {
    const [start, used] = [performance.now(), process.cpuUsage()]
    const answer = await runner.ask(query, { ...PERIOD, ...(name === 'salesQuery' && { by: 'month' }) }, SYSTEM)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1_000)
    for (const figure of answer.figures)
      if (['sales', 'sales-vat', 'bought', 'bought-vat', 'received', 'paid', 'red', 'cost'].includes(figure.name))
        demandEqual(`${name} ${figure.name}`, figure.cents, plain[figure.name])
    for (const { key, values } of answer.tables['orders'] ?? [])
      demandEqual(`order ${key}`, values['net'], plain[`order ${key}`])
    for (const { key, values } of answer.tables['top'] ?? [])
      demandEqual(
        `${name} ${key}`,
        values['amount'],
        plain[`${name === 'topProductsQuery' ? 'sold' : 'bought'} ${key}`],
      )
    if (name === 'salesQuery')
      for (const { key, values } of answer.tables['course'] ?? [])
        demandEqual(`month ${key}`, values['amount'], plain[`month ${key.slice(0, 7)}`])
  }
  const least = (all: number[]) => Math.min(...all).toFixed(0)
  console.log(
    `${name}: least ${least(times)} ms${options.engine === 'pglite' ? `, ${least(processor)} ms of the processor` : ''}`,
  )
}
console.log('every figure equals the recomputation')
await db.close()
await place.remove()
