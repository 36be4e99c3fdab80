/** The measured work: five daily tasks, each as HTTP requests and as the statements that they run. */
import { packageOrderCommand } from '#features/packaging/server/package-order.ts'
import { listCustomersQuery } from '#features/customers/server/queries.ts'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { listOrdersQuery } from '#features/orders/server/queries.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import type { Command, Query } from '#server/command.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { type Course, recordCommand, recordQuery } from './record.ts'

/** One HTTP request. */
export type Request = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string | null }

export type Work = {
  readonly title: string
  /** The allowed ratio of the time of the product to the time of the statements alone. */
  readonly goalRatio: number | null
  /** The number of requests a second that it should reach on PostgreSQL: ten times the figure of Odoo. */
  readonly goalRate: number | null
  /** True if the work can be repeated; an order, for example, is packed only once. */
  readonly repeatable: boolean
  readonly requests: readonly Request[]
  readonly floor: readonly Course[]
}

/** The number of orders prepared for packing: half of them are packed over HTTP, half by statements alone. */
const TO_PACK = 24_000
const TO_CREATE = 4_000

const STATUSES = ['SHIPPED', 'READY-TO-INVOICE', 'PENDING-STOCK', 'INVOICED', 'CANCELED']
const FRAGMENTS = ['παπαδ', 'taverna', 'ΓΕΩΡΓ', 'ξενοδ', 'nikol', 'καφε']

/** Returns the request of a query. */
export const get = (name: string, input: object): Request => ({
  method: 'GET',
  path: `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
  body: null,
})
/** Returns the request of a command. */
export const post = (name: string, input: object): Request => ({
  method: 'POST',
  path: `/app/${name}`,
  body: JSON.stringify(input),
})

/** Prepares old orders for packing. Each lends two materials, and the stock is sufficient for all. */
async function writeOrdersToPack(db: Database): Promise<void> {
  await db.script(`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
      select id, 10000000000, 0, 'counted', 'bench' from products;
    create temporary table to_pack as
      select id from orders where status = 'SHIPPED' and line_count = 5 order by md5(id::text) limit ${TO_PACK};
    delete from accounting_documents where order_id in (select id from to_pack);
    update orders set status = 'TO-PACKAGE', packaged_by = '', packaged_at = null, refcode = null, invoice_mode = null,
      invoice_reason = null, invoiced_on = null, shipping = '{}', shipping_by = '' where id in (select id from to_pack);
    delete from order_loans where order_id in (select id from to_pack);
    insert into order_loans (order_id, line_no, product_id, name, sku, unit, cost_price_e4, quantity_e4)
      select t.id, n, p.id, p.name, p.sku, p.unit, p.cost_price_e4, 10000
      from to_pack t cross join generate_series(1, 2) n
      join (select *, row_number() over (order by id) - 1 as place, count(*) over () as lendables
        from products where lendable) p on p.place = (t.id * 7 + n * 11) % p.lendables;
    drop table to_pack`)
  await repostAll(db)
}

/** Prepares a generated database for measurements, once, before it becomes the template of the runs. */
export async function prepareLoad(db: Database): Promise<void> {
  await writeOrdersToPack(db)
  for (const table of ['orders', 'order_lines', 'order_loans', 'postings', 'products']) {
    await db.run(sql`vacuum (analyze) ${raw(table)}`)
  }
}

async function readWork(
  db: Database,
  title: string,
  query: Query,
  inputs: readonly object[],
  goalRate: number | null,
): Promise<Work> {
  const floor: Course[] = []
  for (const input of inputs) floor.push(await recordQuery(db, query, input))
  return {
    title,
    goalRatio: 2,
    goalRate,
    repeatable: true,
    requests: inputs.map((input) => get(query.contract.name, input)),
    floor,
  }
}

/** Returns the requests that send these inputs to a command. */
export const requestsOf = (command: Command, inputs: readonly object[]): Request[] =>
  inputs.map((input) => post(command.contract.name, input))

async function writeWork(
  db: Database,
  title: string,
  command: Command,
  inputs: readonly object[],
  { repeatable, ...goals }: { ratio: number | null; rate: number; repeatable: boolean },
): Promise<Work> {
  const half = Math.floor(inputs.length / 2)
  const floor: Course[] = []
  for (const input of inputs.slice(half)) floor.push(await recordCommand(db, command, input))
  return {
    title,
    goalRatio: goals.ratio,
    goalRate: goals.rate,
    repeatable,
    requests: requestsOf(command, inputs.slice(0, half)),
    floor,
  }
}

/** Returns orders as an office writes them: a customer and five products. */
export async function ordersToCreate(db: Database): Promise<object[]> {
  const customers = await db.many<{ id: number }>(
    sql`select id from customers where not system order by md5(id::text) limit ${TO_CREATE}`,
  )
  const products = await db.many<{ id: number }>(
    sql`select id from products where usage_type = 'COMPLETE-PRODUCT' order by md5(id::text)`,
  )
  return customers.map(({ id }, at) => ({
    customerId: id,
    lines: [0, 1, 2, 3, 4].map((line) => ({
      productId: products[(at * 5 + line) % products.length]?.id,
      quantity: (1 + ((at + line) % 9)) * 10_000,
    })),
  }))
}

/** Returns all measured work, or only those with `only` in the title, with the statements recorded on this database. */
export async function readWorks(db: Database, only: string): Promise<Work[]> {
  const makers: Record<string, (title: string) => Promise<Work>> = {
    'order list by status': (title) =>
      readWork(
        db,
        title,
        listOrdersQuery,
        STATUSES.map((status) => ({ filters: { status: [status] } })),
        1_280,
      ),
    'order search by name': (title) =>
      readWork(
        db,
        title,
        listOrdersQuery,
        FRAGMENTS.map((search) => ({ search })),
        null,
      ),
    'customer list': (title) =>
      readWork(
        db,
        title,
        listCustomersQuery,
        [1, 2, 3, 5, 8].map((page) => ({ page })),
        null,
      ),
    'create order': async (title) =>
      writeWork(db, title, createOrderCommand, await ordersToCreate(db), {
        ratio: null,
        rate: 1_000,
        repeatable: true,
      }),
    'package order': async (title) =>
      writeWork(db, title, packageOrderCommand, await ordersToPack(db), {
        ratio: 3,
        rate: 900,
        repeatable: false,
      }),
  }
  const works: Work[] = []
  for (const [title, make] of Object.entries(makers)) if (title.includes(only)) works.push(await make(title))
  return works
}

/** Orders that wait to be packed and lend something, each packed once. */
export async function ordersToPack(db: Database): Promise<object[]> {
  const found = await db.many<{ id: number }>(sql`
    select o.id from orders o where o.status = 'TO-PACKAGE' and exists (select from order_loans l where l.order_id = o.id)
    order by md5(o.id::text)`)
  return found.map(({ id }) => ({ id, name: 'Ρένα' }))
}
