/**
 * Packages 1,000 orders of one product of which 400 pieces are there, by 64 clients over two processes, and checks that exactly
 * 400 are packaged, the others are refused, and no client has to try again.
 *
 * Run `node bench/instant/contention.ts [--rounds=3]`. It uses the PostgreSQL server at DATABASE_URL, or a temporary one with fsync.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request as send } from 'node:http'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { packageOrderCommand } from '#features/packaging/server/package-order.ts'
import { type Database, sql } from '#server/db/database.ts'
import { postgresPlace } from '../places.ts'
import { type Product, startProduct } from '../product.ts'
import { figures, Pieces, runRound } from '../rounds.ts'
import { type Request, requestsOf } from '../works.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const ORDERS = 1_000
const PIECES = 400
const CLIENTS = 64
const PROCESSES = '2'

/** Makes orders of one piece of a product, of which too few are there. Returns their ids. */
async function prepare(db: Database, round: number): Promise<{ product: number; ids: number[] }> {
  const { product } = await db.one<{ product: number }>(sql`
    select id as product from products where usage_type = 'COMPLETE-PRODUCT' and not service order by id offset ${round} limit 1`)
  await db.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
    select id, ${PIECES * 10_000}::bigint - stock_e4, 0, 'counted', 'bench' from products
    where id = ${product} and stock_e4 <> ${PIECES * 10_000}::bigint`)
  const created = await db.many<{ id: number }>(sql`
    with created as (
      insert into orders (status, customer_id, name, label, line_count, quantity_e4)
      select 'TO-PACKAGE', c.id, c.name, c.label, 1, 10000
      from (select * from customers where not system order by id limit ${ORDERS}) c returning id),
    lines as (
      insert into order_lines (order_id, line_no, product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4,
        total_cents, vat_cents)
      select o.id, 1, p.id, p.name, p.sku, p.unit, p.vat_bp, 0, 0, 10000, 0, 0 from created o cross join products p where p.id = ${product})
    select id from created`)
  return { product, ids: created.map(({ id }) => id) }
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

function statusOf({ port, headers }: Product, { path, body }: Request): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const own = {
      ...headers,
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const request = send({ host: '127.0.0.1', port, method: 'POST', path, agent, headers: own }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, code: /"code":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 100) }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const place = await postgresPlace()
try {
  const db = await place.open()
  const server = await startProduct({ ...place.environment, WORKERS: PROCESSES })
  try {
    console.log(`${place.description}; ${ORDERS} orders, ${PIECES} pieces, ${CLIENTS} clients, ${PROCESSES} processes`)
    for (let round = 0; round < Number(options.rounds); round++) {
      const { product, ids } = await prepare(db, round)
      const requests = requestsOf(
        packageOrderCommand,
        ids.map((id) => ({ id, name: 'Ρένα' })),
      )
      const answers = new Map<string, number>()
      // the round ends when all orders have been tried
      const done = await runRound(
        { work: 0, clients: CLIENTS, seconds: 600 },
        new Pieces(ids.length, false),
        async (piece) => {
          const { status, code } = await statusOf(server, requests[piece] as Request)
          const answer = status === 200 ? 'packaged' : `${status} ${code}`
          answers.set(answer, (answers.get(answer) ?? 0) + 1)
        },
      )
      const { p50, p95, p99, rate } = figures([{ ...done, ranOut: false }])
      const { left, taken, packaged } = await db.one<{ left: number; taken: number; packaged: number }>(sql`
        select stock_e4::float8 / 10000 as left, (select count(*)::int from orders where id = any(${ids}::bigint[]) and status = 'PACKAGED') as packaged,
          (select (-sum(quantity_e4) / 10000)::float8 from stock_movements where product_id = ${product} and order_id = any(${ids}::bigint[])) as taken
        from products where id = ${product}`)
      console.log(
        `round ${round + 1}: ${JSON.stringify(Object.fromEntries(answers))}; ${packaged} orders packaged, ${taken} pieces taken, ${left} left; ${rate.toFixed(0)} a second, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
      )
      if (
        packaged !== PIECES ||
        taken !== PIECES ||
        left !== 0 ||
        answers.get('packaged') !== PIECES ||
        answers.size !== 2
      )
        throw new Error(`Not exactly ${PIECES} orders were packaged and the others refused`)
    }
  } finally {
    await server.stop()
    await db.close()
  }
} finally {
  agent.destroy()
  await place.remove()
}
