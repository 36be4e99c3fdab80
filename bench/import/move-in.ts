/**
 * Measures how long a company needs to move in from the backup of its earlier system, on a real server with an empty database: the upload, the
 * check, and the import. Meanwhile a person asks for the list of customers every half second.
 *
 * Run `node bench/import/move-in.ts [--engine=pglite] [--customers=20000] [--products=5000] [--orders=100000]`. PostgreSQL is a
 * temporary server with fsync.
 */
import { readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { strToU8, zipSync } from 'fflate'
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import type { KindResult, MoveIn } from '#features/import/domain/move-in/contract.ts'
import { type Product, startProduct } from '../product.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    customers: { type: 'string', default: '20000' },
    products: { type: 'string', default: '5000' },
    orders: { type: 'string', default: '100000' },
  },
})
const [CUSTOMERS, PRODUCTS, ORDERS] = [options.customers, options.products, options.orders].map(Number) as [
  number,
  number,
  number,
]
const FIRST = 100_000

const list = (count: number, record: (at: number) => object): Uint8Array =>
  strToU8(JSON.stringify(Array.from({ length: count }, (_, at) => record(at))))

/** Returns the backup of a company. Orders have three lines of different products, and follow no order of customers. */
const backup = (): Buffer =>
  Buffer.from(
    zipSync(
      {
        'customers.json': list(CUSTOMERS, (at) => ({
          id: FIRST + at,
          name: `Ταβέρνα αριθμός ${at}`,
          vat: String(100_000_000 + at),
          city: 'Βόλος',
          phone: `24210${at}`,
          email: `customer-${at}@example.com`,
        })),
        'products.json': list(PRODUCTS, (at) => ({
          id: FIRST + at,
          name: `Κερί αριθμός ${at}`,
          sku: `K-${at}`,
          unit: 'Item',
          vat: 24,
          usageType: 'COMPLETE-PRODUCT',
          salesprice: 2.5,
          stock: 10,
        })),
        'orders.json': list(ORDERS, (at) => ({
          id: 1_000_000 + at,
          customer_id: FIRST + ((at * 7919) % CUSTOMERS),
          status: 'SHIPPED',
          created: new Date(Date.UTC(2016, 0, 1) + at * 2_500_000).toISOString(),
          invoiced_on: new Date(Date.UTC(2016, 0, 2) + at * 2_500_000).toISOString().slice(0, 10),
          invoicedAt: 'epsilon',
          delivery_address: { address: 'Ιάσονος 1', city: 'Βόλος' },
          products: [0, 1, 2].map((line) => ({
            id: FIRST + ((at * 31 + line * 977) % PRODUCTS),
            quantity: 2 + line,
            salesprice: 2.5,
            costprice: 1,
            vat: 24,
            totalPrdAmmount: 2.5 * (2 + line),
            vatProducts: 0.6 * (2 + line),
          })),
          totals: { totalOrder: 27.9, totalVat: 5.4, totalProductsAmmount: 22.5 },
        })),
      },
      { level: 1 },
    ),
  )

type Shown = { moveIn: MoveIn; kinds: KindResult[] }

const ask = async (server: Product, name: string, input: object): Promise<unknown> =>
  (
    await fetch(`http://127.0.0.1:${server.port}/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers: server.headers,
    })
  ).json()

const post = async (server: Product, name: string, body: object): Promise<unknown> =>
  (
    await fetch(`http://127.0.0.1:${server.port}/app/${name}`, {
      method: 'POST',
      headers: { ...server.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()

const rss = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const waits: number[] = []

/** Waits until nothing is under way, and measures meanwhile how long a list of customers takes. Returns the end. */
async function until(server: Product, id: number): Promise<Shown> {
  for (;;) {
    const began = performance.now()
    await ask(server, 'customers.list', { page: 1, search: `αριθμός ${Math.floor(Math.random() * CUSTOMERS)}` })
    waits.push(performance.now() - began)
    const shown = (await ask(server, 'import.move-in', { id })) as Shown
    if (!['READING', 'CHECKING', 'IMPORTING'].includes(shown.moveIn.state)) return shown
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const folder = temporaryFolder('bench')
const postgres = options.engine === 'pglite' ? null : await startThrowawayPostgres({ fsync: true })
const server = await startProduct({ DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) })
try {
  const content = backup()
  const began = performance.now()
  const since = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const input = encodeURIComponent(JSON.stringify({ name: 'backup.zip' }))
  const sent = await fetch(`http://127.0.0.1:${server.port}/app/import.read-backup?input=${input}`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
  const { id } = (await sent.json()) as { id: number }
  console.log(
    `${options.engine}, load ${loadavg()[0]?.toFixed(1)}: ${(content.length / 1e6).toFixed(1)} MB read after ${since()}`,
  )
  const checked = await until(server, id)
  console.log(`checked after ${since()}: ${checked.moveIn.state}`)
  await post(server, 'import.go-on', { id })
  const done = await until(server, id)
  console.log(`imported after ${since()}: ${done.moveIn.state}, load ${loadavg()[0]?.toFixed(1)}`)
  for (const { kind, there, here, refused } of done.kinds)
    console.log(`  ${kind}: there ${JSON.stringify(there)}, here ${JSON.stringify(here)}, refused ${refused}`)
  const sorted = waits.toSorted((one, other) => one - other)
  console.log(
    `list of customers meanwhile: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms; memory of the server at most ${rss(server.pid).toFixed(0)} MB`,
  )
} finally {
  await server.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
