/** Compares the reports by product with a plain recomputation from all lines, before and after the job has added changes to the months. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#kernel/contract.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import type { DocumentsOf, listDocuments } from '../domain/frame.ts'
import { MOST_IN_TOP } from '../domain/top.ts'
import { expensesQuery } from './expenses.ts'
import { foldSome, foldWork } from './fold-goods.ts'
import { listDocumentsQuery, sumDocumentsQuery } from './frame/documents.ts'
import { marginsQuery } from './margins.ts'
import { redInvoicesQuery, salesQuery, vatQuery } from './sales.ts'
import { topMaterialsQuery, topProductsQuery } from './top.ts'

const PERIOD = { from: '2026-08-20', to: '2026-11-10' } as const

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  await db.script(`
    insert into salespersons (id, name, surname) values (1, 'Σία', 'Πωλητή');
    insert into customers (id, name, salesperson_id) values (1, 'Άλφα', 1), (2, 'Βήτα', null);
    insert into providers (id, name) values (11, 'Κηροχημική'), (12, 'Υφαντουργία');
    insert into products (id, name, sku, category, usage_type) select n, 'Είδος ' || n, 'K' || n, case when n % 2 = 0 then 'ΚΕΡΙΑ' else '' end, case when n % 3 = 0 then 'PURCHASED-MATERIAL' else 'COMPLETE-PRODUCT' end
      from generate_series(1, 30) n;
    begin;
    insert into orders (id, customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
      select 1000 + n, 1 + n % 2, 'Άλφα', case when n % 7 = 0 then 'INVOICED' else 'SHIPPED' end, case when n % 6 = 0 then 'red' else 'epsilon' end, case when n % 6 = 0 then '71.00.00' else '71.00.01' end,
        date '2026-08-01' + n, 300 + n, 72, 372 + n
      from generate_series(1, 120) n;
    insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
      select 1000 + n, k, 1 + (n * 7 + k * k) % 30, 'Είδος', 'Item', 2400, 0, 5000, k * 10000, n * 11 % 97 + k, n % 13 from generate_series(1, 120) n, generate_series(1, 4) k;
    insert into inbound_invoices (id, type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents, total_cents, user_name)
      select 100 + n, case when n % 5 = 0 then 'REQUEST-PM' else 'INBOUND' end, case when n % 5 = 0 then 'OPEN' else 'BOOKED' end, 11 + n % 2, 'Π',
        date '2026-08-01' + n * 3, 'Τ' || n, '24.00.01', 500 + n, 120, 620 + n, 'Ε' from generate_series(1, 40) n;
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, quantity_e4, net_cents, vat_cents)
      select 100 + n, k, case when k < 4 then 1 + (n * 5 + k) % 30 end, 'Είδος', 20000, n * 17 % 89 + k, 3 from generate_series(1, 40) n, generate_series(1, 4) k;
    insert into payments (bound, type, amount_cents, date, provider_id, entity_name, refcode, user_name)
      select case when n % 4 = 0 then 'Inbound' else 'Outbound' end, 'BANK', 100 + n, date '2026-08-01' + n * 3, 11, 'Κηροχημική', '38.02.00', 'Ε' from generate_series(1, 30) n;
    commit`)
  await repostAll(db)
})
afterAll(() => db?.close())

type Filters = NonNullable<InputOf<typeof listDocuments>['filters']>
const documents = (of: Filters) => ({ filters: { ...of, periodFrom: PERIOD.from, periodTo: PERIOD.to } })
const topOf = async (what: typeof topProductsQuery) =>
  ((await runner.ask(what, PERIOD, SYSTEM)).tables['top'] ?? []).map(({ key, values, of }) => ({
    key,
    quantity: values['quantity'],
    net: values['amount'],
    of,
  }))

/** Reads every line and adds. */
const plainTop = async (source: 'order' | 'invoice') => {
  const lines = await db.many<{ id: number; quantity: number; net: number; usage: string }>(
    source === 'order'
      ? sql`select l.product_id as id, l.quantity_e4 as quantity, l.total_cents as net, '' as usage from orders o join order_lines l on l.order_id = o.id
          where o.status = 'SHIPPED' and o.invoiced_on between ${PERIOD.from}::date and ${PERIOD.to}::date`
      : sql`select l.product_id as id, l.quantity_e4 as quantity, l.net_cents as net, p.usage_type as usage
          from inbound_invoices i join inbound_invoice_lines l on l.invoice_id = i.id join products p on p.id = l.product_id
          where i.type = 'INBOUND' and i.state = 'BOOKED' and i.import_date between ${PERIOD.from}::date and ${PERIOD.to}::date`,
  )
  const sums = new Map<number, { quantity: number; net: number }>()
  for (const { id, quantity, net, usage } of lines) {
    if (usage === 'COMPLETE-PRODUCT') continue
    const sum = sums.get(id) ?? { quantity: 0, net: 0 }
    sums.set(id, { quantity: sum.quantity + quantity, net: sum.net + net })
  }
  return [...sums]
    .toSorted(([a, { net }], [b, { net: other }]) => other - net || a - b)
    .slice(0, MOST_IN_TOP)
    .map(([id, sum]) => ({ key: String(id), ...sum }))
}

const compare = async () => {
  expect(await topOf(topProductsQuery)).toMatchObject(await plainTop('order'))
  expect(await topOf(topMaterialsQuery)).toMatchObject(await plainTop('invoice'))
}

test('the top lists equal a plain recomputation, whatever the job has added to the months', async () => {
  await compare()
  expect((await topOf(topProductsQuery)).length).toBe(MOST_IN_TOP)
  await foldWork({ runner }).run({})
  expect(await db.one(sql`select count(*)::int as count from goods_changes`)).toEqual({ count: 0 })
  await compare()

  // a delivery is undone, an order is delivered, an invoice is cancelled
  await db.run(sql`update orders set status = 'ON SHIPPING' where id between 1040 and 1050 and status = 'SHIPPED'`)
  await db.run(sql`update orders set status = 'SHIPPED' where id in (1063, 1070)`)
  await db.run(
    sql`update inbound_invoices set state = 'CANCELED', canceled_at = now(), canceled_name = 'Ε' where id = 113`,
  )
  await repostAll(db)
  await compare()
  await db.transaction('locking', (tx) => foldSome(tx))
  await compare()
})

test('each row opens the documents that contain the product, with its amounts', async () => {
  for (const row of [...(await topOf(topProductsQuery)), ...(await topOf(topMaterialsQuery))]) {
    const { sums } = await runner.ask(sumDocumentsQuery, documents(row.of as DocumentsOf), SYSTEM)
    expect([row.key, sums?.['net'], sums?.['quantity']]).toEqual([row.key, row.net, row.quantity])
  }
  const [first] = await topOf(topMaterialsQuery)
  const { rows } = await runner.ask(
    listDocumentsQuery,
    documents((first?.of as DocumentsOf | undefined) ?? { source: 'order' }),
    SYSTEM,
  )
  expect(rows[0]).toMatchObject({ name: 'Π' })
  expect(rows[0]?.quantity).toBeGreaterThan(0)
})

test('the expenses of each party open their invoices, and its payments', async () => {
  const report = await runner.ask(expensesQuery, PERIOD, SYSTEM)
  const parties = report.tables['parties'] ?? []
  expect(new Set(parties.map(({ values }) => values['name']))).toEqual(new Set(['Κηροχημική', 'Υφαντουργία']))
  for (const { values, parts } of parties)
    for (const [key, of] of Object.entries(parts ?? {})) {
      const { sums } = await runner.ask(sumDocumentsQuery, documents(of as DocumentsOf), SYSTEM)
      expect([values['name'], key, sums?.['total']]).toEqual([values['name'], key, values[key]])
    }
  const plain = await db.one<{ spent: number; paid: number }>(sql`
    select (select sum(total_cents)::bigint from inbound_invoices where type = 'INBOUND' and state = 'BOOKED'
        and import_date between ${PERIOD.from}::date and ${PERIOD.to}::date) as spent,
      (select sum(amount_cents)::bigint from payments where bound = 'Outbound' and date between ${PERIOD.from}::date and ${PERIOD.to}::date) as paid`)
  const figure = (name: string) => report.figures.find((one) => one.name === name)?.cents
  expect({ spent: figure('spent-total'), paid: figure('paid') }).toEqual(plain)
})

/** Checks that each row of a table, and each of its parts, opens documents with the sums of its figures. */
async function checkOpened(
  rows: Awaited<ReturnType<typeof economicsOf>>['tables'][string],
  columns: Readonly<Record<string, 'net' | 'vat' | 'total' | 'cost'>>,
) {
  const checked: unknown[] = []
  for (const { key, values, of, parts } of rows)
    for (const [column, amount] of Object.entries(columns)) {
      const { sums } = await runner.ask(sumDocumentsQuery, documents((parts?.[column] ?? of) as DocumentsOf), SYSTEM)
      checked.push([key, column, values[column], sums?.[amount]])
    }
  expect(checked.filter((one) => (one as unknown[])[2] !== (one as unknown[])[3])).toEqual([])
  expect(checked.length).toBeGreaterThan(0)
}
const economicsOf = () => runner.ask(salesQuery, PERIOD, SYSTEM)

test('sales by day, week, month and year add up to the sales of the period, and each row opens its documents', async () => {
  const plain = await db.one<{ net: number; vat: number; total: number }>(sql`
    select sum(products_cents)::bigint as net, sum(vat_cents)::bigint as vat, sum(total_cents)::bigint as total from orders
    where status = 'SHIPPED' and invoiced_on between ${PERIOD.from}::date and ${PERIOD.to}::date`)
  const counts: number[] = []
  for (const by of ['day', 'week', 'month', 'year'] as const) {
    const report = await runner.ask(salesQuery, { ...PERIOD, by }, SYSTEM)
    const course = report.tables['course'] ?? []
    counts.push(course.length)
    expect(report.figures.map(({ cents }) => cents)).toEqual([plain.net, plain.vat, plain.total])
    expect(course.reduce((sum, { values }) => sum + Number(values['amount']), 0)).toBe(plain.net)
    await checkOpened(course, { amount: 'net', vat: 'vat', total: 'total' })
  }
  // from 20 August to 10 November: 83 days less those without a delivered order, 13 weeks, 4 months
  expect(counts.slice(1)).toEqual([12, 4, 1])
  expect(counts[0]).toBeGreaterThan(60)
})

test('VAT and red invoices of each month open their documents', async () => {
  const vat = await runner.ask(vatQuery, PERIOD, SYSTEM)
  const course = vat.tables['course'] ?? []
  await checkOpened(course, { sales: 'net', 'sales-vat': 'vat', bought: 'net', 'bought-vat': 'vat' })
  expect(course.map(({ values }) => Number(values['sales-vat']) - Number(values['bought-vat']))).toEqual(
    course.map(({ values }) => values['vat-rest']),
  )
  const red = await runner.ask(redInvoicesQuery, PERIOD, SYSTEM)
  await checkOpened(red.tables['course'] ?? [], { amount: 'net' })
  const plain = await db.one<{ net: number }>(sql`
    select sum(products_cents)::bigint as net from orders
    where status = 'SHIPPED' and invoice_mode = 'red' and invoiced_on between ${PERIOD.from}::date and ${PERIOD.to}::date`)
  expect(red.figures.map(({ cents }) => cents)).toEqual([plain.net])
})

test('margins by product, customer, salesperson and category equal a plain recomputation and open their documents', async () => {
  const report = await runner.ask(marginsQuery, PERIOD, SYSTEM)
  const lines = await db.many<{ net: number; cost: number; category: string; seller: string }>(sql`
    select l.total_cents as net, round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000)::bigint as cost, p.category,
      case o.customer_id when 1 then 'Σία Πωλητή' else '' end as seller
    from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id
    where o.status = 'SHIPPED' and o.invoiced_on between ${PERIOD.from}::date and ${PERIOD.to}::date`)
  const by = (key: 'category' | 'seller', name: string, amount: 'net' | 'cost') =>
    lines.reduce((sum, line) => sum + (line[key] === name ? line[amount] : 0), 0)
  const shown = (table: string) =>
    new Map((report.tables[table] ?? []).map(({ values }) => [values['name'], [values['amount'], values['cost']]]))
  expect(shown('categories')).toEqual(
    new Map(['ΚΕΡΙΑ', ''].map((name) => [name, [by('category', name, 'net'), by('category', name, 'cost')]])),
  )
  expect([...shown('salespersons')].map(([name, [, cost]]) => [name, cost])).toEqual(
    [...shown('salespersons')].map(([name]) => [name, by('seller', String(name), 'cost')]),
  )
  expect(shown('salespersons').size).toBe(2)
  for (const table of ['products', 'customers', 'salespersons', 'categories'])
    await checkOpened(report.tables[table] ?? [], { amount: 'net', cost: 'cost' })
  const [first] = report.tables['products'] ?? []
  expect(Number(first?.values['margin'])).toBe(Number(first?.values['amount']) - Number(first?.values['cost']))
})

test('costs of documents are refused to people without the right to see them', async () => {
  const clerk = { ...SYSTEM, role: 'user', rightChanges: { 'products.cost': false } } as const
  const asked = runner.ask(sumDocumentsQuery, documents({ source: 'order', costs: true }), clerk)
  await expect(asked).rejects.toThrow('forbidden')
})

test('top lists and margins as known at the moment of their answer stay the same, and their rows open the documents of then', async () => {
  const asked = [topProductsQuery, topMaterialsQuery, marginsQuery] as const
  const then = await Promise.all(asked.map((what) => runner.ask(what, PERIOD, SYSTEM)))
  await db.script(`
    update orders set status = 'ON SHIPPING' where id between 1030 and 1039 and status = 'SHIPPED'`)
  await repostAll(db)
  await db.script(`
    update orders set invoiced_on = invoiced_on + 40 where id between 1050 and 1055 and status = 'SHIPPED';
    update orders set status = 'SHIPPED' where id in (1042, 1049);
    update inbound_invoices set state = 'CANCELED', canceled_at = now(), canceled_name = 'Ε' where id in (111, 112);
    update orders set status = 'SHIPPED' where id between 1030 and 1034 and status = 'ON SHIPPING'`)
  await repostAll(db)
  await foldWork({ runner }).run({})
  for (const [place, what] of asked.entries()) {
    const { read: known = '', figures, tables } = then[place] ?? {}
    const now = await runner.ask(what, PERIOD, SYSTEM)
    expect(now.figures).not.toEqual(figures)
    const again = await runner.ask(what, { ...PERIOD, known }, SYSTEM)
    expect([again.figures, again.tables]).toEqual([figures, tables])
    for (const { key, values, of } of Object.values(again.tables).flat()) {
      const { sums } = await runner.ask(sumDocumentsQuery, documents({ ...of, known }), SYSTEM)
      expect([key, of, sums?.['net']]).toEqual([key, of, values['amount']])
    }
  }
})
