/**
 * Measures how many bytes orders need in the database: orders are written, changed, packaged, invoiced and delivered with
 * the commands of the product, and the growth of each table is printed for 100,000 orders.
 * `node bench/bytes.ts [--engine=pglite] [--orders=2000]`; docs/performance.md contains the figures.
 */
import { parseArgs } from 'node:util'
import { insertUser } from '#features/users/server/create-user.ts'
import type { Role } from '#kernel/rights.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { commands, jobWorks } from '#app/server/features.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { Worker } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { generateLoad } from './generate.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    orders: { type: 'string', default: '2000' },
  },
})
const ORDERS = Number(options.orders)
/** Orders of one shipment. */
const PER_SHIPMENT = 10
const PIECE = 10_000
const PRINTED_FOR = 100_000

/** Accepts every document and every mail at once. */
const OUTSIDE: Outside = {
  ...NOTHING_OUTSIDE,
  accounting: {
    send: async ({ number }: AccountingDocument) => ({
      kind: 'acknowledged',
      processId: `3f0c1a52-7a6e-4a0b-9f41-${String(number).padStart(12, '0')}`,
      mark: String(400_000_000_000_000 + number),
      uid: `A7C1D5E09B2F4C6D8E1A3B5C7D9E0F${String(number).padStart(10, '0')}`,
      authenticationCode: `5D9E0FA7C1D5E09B2F4C6D8E1A3B5C${String(number).padStart(10, '0')}`,
      qrUrl: `https://einvoice.epsilonnet.gr/view/A7C1D5E09B2F4C6D8E1A3B5C7D9E0F${number}`,
    }),
    ask: async () => ({ kind: 'absent' }),
    address: async () => '',
  },
  mail: {
    delivers: true,
    async send(_mail, handOver) {
      await handOver?.()
      return { kind: 'sent' }
    },
  },
}

type Size = { table: string; rows: number; heap: number; indexes: number; toast: number }

/** Returns the size of each table after dead rows are removed. */
async function sizes(db: Database): Promise<Size[]> {
  const found = await db.many<Size>(sql`
    select c.relname as table, 0 as rows, pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as heap,
      pg_indexes_size(c.oid) as indexes, coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as toast
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  for (const size of found) {
    const { rows } = await db.one<{ rows: number }>(sql`select count(*)::int as rows from ${raw(size.table)}`)
    size.rows = rows
  }
  return found
}

async function vacuum(db: Database): Promise<void> {
  for (const { name } of await db.many<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  ))
    await db.run(sql`vacuum (analyze) ${raw(name)}`)
}

type Press = (actor: Actor, command: string, input: object) => Promise<never>

/** The product with its workers, in this process. */
function product(db: Database): {
  press: Press
  settled: () => Promise<void>
  stop: () => Promise<void>
  runner: Runner
} {
  let wake = () => {}
  const runner = new Runner({ db, clock: () => new Date(), wroteJobs: () => wake() })
  const log = { error: console.error, warn: console.error, info: () => {} }
  const workers = Object.entries(jobWorks({ runner, outside: () => OUTSIDE, publicUrl: 'http://localhost:3000' })).map(
    ([kind, work]) => new Worker(db, kind, work, log),
  )
  wake = () => workers.forEach((worker) => worker.wake())
  for (const worker of workers) worker.start()
  return {
    runner,
    async press(actor, name, input) {
      const command = commands.find(({ contract }) => contract.name === name)
      if (!command) throw new Error(`no command ${name}`)
      // a key as pages make it
      const idempotencyKey = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
      return (await runner.run(command, input, actor, { idempotencyKey })) as never
    },
    async settled() {
      for (;;) {
        const { open } = await db.one<{ open: number }>(
          sql`select count(*)::int as open from jobs where finished_at is null`,
        )
        if (open === 0) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

async function hire(runner: Runner, role: Role, firstName: string): Promise<Actor> {
  const name = `${firstName} Παπαδοπούλου`
  const userId = await runner.work(SYSTEM, 'bench.hire', (work) =>
    insertUser(work, {
      email: `${role}@kerino.example`,
      username: name,
      firstName,
      lastName: 'Παπαδοπούλου',
      role,
      landing: null,
      passwordHash: '',
    }),
  )
  return { userId, name, role, section: null }
}

type Goods = {
  readonly products: readonly number[]
  /** Products with a material that is lent along with them. */
  readonly lending: readonly { readonly originId: number; readonly lendableId: number }[]
  readonly customers: readonly number[]
}

const pick = <T>(of: readonly T[], at: number): T => of[at % of.length] as T

/** What somebody writes into order number `n`: five lines, two loans, words. */
function contentOf({ products, lending, customers }: Goods, n: number) {
  const lent = [pick(lending, n), pick(lending, n + 1)]
  const sold = [0, 1, 2].map((at) => pick(products, n * 7 + at * 13))
  return {
    customerId: pick(customers, n * 31),
    description: 'Παράδοση πρωί, πριν ανοίξει το κατάστημα',
    driverNote: 'Πίσω πόρτα, κουδούνι Αποθήκη',
    expectedDelivery: '2026-12-01 10:00:00',
    lines: [...sold, ...lent.map(({ originId }) => originId)].map((productId, at) => ({
      productId,
      quantity: (1 + ((n + at) % 24)) * PIECE,
    })),
    loans: lent.map(({ originId, lendableId }) => ({ productId: lendableId, originProductId: originId })),
  }
}

type People = { readonly desk: Actor; readonly packager: Actor; readonly driver: Actor }

/** A signature as a phone draws it: two strokes. */
const SIGNATURE = [0, 1].map((stroke) =>
  Array.from({ length: 25 }, (_, at) => [20 + at * 4, 30 + stroke * 9 + (at % 5) * 3]),
)

/** Writes an order and brings it to the status in which it waits for a shipment. */
async function writeAndInvoice(press: Press, { desk, packager }: People, goods: Goods, n: number): Promise<number> {
  const content = contentOf(goods, n)
  const { id } = (await press(desk, 'orders.create-order', content)) as { id: number }
  const lines = content.lines.map((line, at) => (at === 0 ? { ...line, quantity: line.quantity + PIECE } : line))
  await press(desk, 'orders.change-order', { ...content, id, version: 1, lines })
  await press(desk, 'orders.move-order', { id, transition: 'send' })
  await press(packager, 'packaging.package-order', { id, name: 'Νίκος' })
  await press(desk, 'orders.move-order', { id, transition: 'release' })
  await press(desk, 'invoicing.send-invoices', { ids: [id] })
  return id
}

/** Delivers a shipment of orders: goods, name and signature, cash, and the cash handed over in the evening. */
async function deliver(
  press: Press,
  { desk, driver }: People,
  goods: Goods,
  orders: readonly (readonly [number, number])[],
) {
  const { id: shipment } = (await press(desk, 'shipping.plan-shipment', {
    orderIds: orders.map(([id]) => id),
    driverType: 'Driver',
    driver: driver.name,
    driverUserId: driver.userId,
    vehicle: 'ΥΖΑ-1234',
  })) as { id: number }
  const doneAt = new Date().toISOString()
  for (const [orderId, n] of orders) {
    const proof = { recipient: 'κ. Μαρία Γεωργίου', signature: SIGNATURE }
    await press(driver, 'shipping.close-delivery', { orderId, shipmentId: shipment, action: 'deliver', proof, doneAt })
    const customerId = contentOf(goods, n).customerId
    await press(driver, 'payments.collect-payment', {
      customerId,
      amount: 50_00,
      receiptNumber: `Α-${n}`,
      orderId,
      doneAt,
    })
  }
  await press(driver, 'shipping.finish-shipment', { id: shipment })
  const { id, amount } = (await press(driver, 'payments.hand-over-cash', { counted: orders.length * 50_00 })) as {
    id: number
    amount: number
  }
  await press(desk, 'payments.receive-cash', { id, received: amount })
}

async function idsOf(db: Database, table: string, where: string): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`select id from ${raw(table)} where ${raw(where)} order by id`)
  return rows.map(({ id }) => id)
}

async function live(db: Database): Promise<void> {
  const { press, settled, stop, runner } = product(db)
  const people: People = {
    desk: await hire(runner, 'admin', 'Μαρία'),
    packager: await hire(runner, 'operations', 'Άννα'),
    driver: await hire(runner, 'driver', 'Γιώργος'),
  }
  await db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}')
    on conflict (name) do update set value = excluded.value`)
  const goods: Goods = {
    products: await idsOf(db, 'products', `usage_type = 'COMPLETE-PRODUCT' and stock_e4 > 0`),
    lending: await db.many(sql`
      select distinct on (r.product_id) r.product_id as "originId", r.material_id as "lendableId"
      from requirement_materials r join products m on m.id = r.material_id and m.lendable
      join products p on p.id = r.product_id and p.stock_e4 > 0 order by 1`),
    customers: await idsOf(db, 'customers', 'not system'),
  }
  await vacuum(db)
  const before = await sizes(db)
  for (let first = 1; first <= ORDERS; first += PER_SHIPMENT) {
    const loaded: [number, number][] = []
    for (let n = first; n < first + PER_SHIPMENT; n++) loaded.push([await writeAndInvoice(press, people, goods, n), n])
    await settled()
    await deliver(press, people, goods, loaded)
    // as a server does by itself from time to time
    if (first % 200 === 1) await vacuum(db)
  }
  await settled()
  await vacuum(db)
  print(before, await sizes(db))
  await stop()
}

const mb = (bytes: number): string => ((bytes / ORDERS / 1e6) * PRINTED_FOR).toFixed(1)

function print(before: readonly Size[], after: readonly Size[]): void {
  const grown = after
    .map((now) => {
      const then = before.find(({ table }) => table === now.table) as Size
      const [heap, indexes, toast] = [now.heap - then.heap, now.indexes - then.indexes, now.toast - then.toast]
      return { table: now.table, rows: now.rows - then.rows, heap, indexes, toast, total: heap + indexes + toast }
    })
    .filter(({ rows, total }) => rows > 0 || total > 0)
    .sort((one, other) => other.total - one.total)
  console.log(`MB for ${PRINTED_FOR} orders, measured on ${ORDERS}\n`)
  console.log('| table | rows an order | rows | indexes | apart (toast) | all |\n|---|---:|---:|---:|---:|---:|')
  for (const { table, rows, heap, indexes, toast, total } of grown)
    console.log(
      `| \`${table}\` | ${(rows / ORDERS).toFixed(1)} | ${mb(heap)} | ${mb(indexes)} | ${mb(toast)} | ${mb(total)} |`,
    )
  const all = grown.reduce((sum, { total }) => sum + total, 0)
  console.log(`| all | | | | | ${mb(all)} |`)
}

const server = options.engine === 'pglite' ? null : await startThrowawayPostgres({ fsync: false })
const db = server ? await openPostgres(server.url) : await openPglite('memory')
try {
  await migrate(db)
  await generateLoad(db, { customers: 2_000, products: 500, orders: 0, linesPerOrder: 5 })
  await live(db)
} finally {
  await db.close()
  await server?.stop()
}
