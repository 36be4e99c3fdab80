/** Compares the report with a slow and plain recomputation from the documents themselves, under a random history with cancellations. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { TEST_ENGINE, testDatabase } from '#testing/database.ts'
import { usualOrFull } from '#testing/length.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import type { DocumentsOf, listDocuments } from '../domain/frame.ts'
import { economicsQuery } from './economics.ts'
import { listDocumentsQuery, sumDocumentsQuery } from './frame/documents.ts'

const PERIOD = { from: '2026-10-01', to: '2026-11-30' } as const

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  await db.script(`
    insert into salespersons (id, name) values (1, 'Σία');
    insert into customers (id, name, salesperson_id) values (1, 'Άλφα', 1), (2, 'Βήτα', null);
    insert into providers (id, name) values (11, 'Κηροχημική'), (12, 'Υφαντουργία');
    insert into products (id, name) values (1, 'Κερί')`)
})
afterAll(() => db?.close())

const economics = (input: object = {}) => runner.ask(economicsQuery, { ...PERIOD, ...input }, SYSTEM)
type Answer = Awaited<ReturnType<typeof economics>>
type Filters = NonNullable<InputOf<typeof listDocuments>['filters']>
const documents = (of: Filters) => ({ filters: { ...of, periodFrom: PERIOD.from, periodTo: PERIOD.to } })

/** One thing that happens. `pick` chooses among the documents that there are. */
const step = fc.record({
  what: fc.constantFrom(
    'deliver',
    'deliver',
    'deliver',
    'undo',
    'merge',
    'invoice',
    'invoice',
    'request',
    'cancel',
    'pay',
    'pay',
    'counter',
  ),
  day: fc.integer({ min: 0, max: 75 }).map((days) => new Date(Date.UTC(2026, 8, 25 + days)).toISOString().slice(0, 10)),
  net: fc.integer({ min: 0, max: 90_000 }),
  pick: fc.nat(1_000),
  code: fc.constantFrom('71.00.00', '71.00.01'),
  bound: fc.constantFrom('Inbound', 'Outbound'),
  type: fc.constantFrom('CASH', 'CARD', 'CHECK', 'BANK'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take({ what, day, net, pick, code, bound, type }: Step): Promise<void> {
  const vat = code === '71.00.00' ? 0 : Math.floor(net / 4)
  if (what === 'deliver')
    await db.transaction('serializable', async (tx) => {
      const order = await tx.one<{ id: number }>(sql`
        insert into orders (customer_id, name, status, invoice_mode, refcode, invoiced_on, shipped_on, products_cents, vat_cents, total_cents)
        values (1 + ${pick % 2}, 'Άλφα', 'SHIPPED', ${code === '71.00.00' ? 'red' : 'epsilon'}, ${code}, ${pick % 5 === 0 ? null : day}::date,
          ${day}::date, ${net}, ${vat}, ${net + vat}) returning id`)
      // the lines come later, as in an import
      await tx.run(sql`
        insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
        values (${order.id}, 1, 1, 'Κερί', 'Item', 2400, 0, 12345, 30000, ${net}, ${vat})`)
      await repostAll(tx)
    })
  if (what === 'undo')
    await db.run(sql`
      update orders set status = case status when 'SHIPPED' then 'ON SHIPPING' else 'SHIPPED' end
      where id = (select id from orders order by id offset ${pick} % greatest((select count(*) from orders), 1) limit 1)`)
  if (what === 'merge')
    await db.run(sql`
      update orders set customer_id = 3 - customer_id
      where id = (select id from orders order by id offset ${pick} % greatest((select count(*) from orders), 1) limit 1)`)
  if (what === 'invoice' || what === 'request')
    await db.run(sql`
      insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents, total_cents, user_name)
      values (${what === 'invoice' ? 'INBOUND' : 'REQUEST-PM'}, ${what === 'invoice' ? 'BOOKED' : 'OPEN'}, 11 + ${pick % 2}, 'Κηροχημική',
        ${day}::date, (select 'Τ' || count(*) from inbound_invoices), ${code.replace('71', '24')}, ${net}, ${vat}, ${net + vat}, 'Ε')`)
  if (what === 'cancel')
    await db.run(sql`
      update inbound_invoices set state = 'CANCELED', canceled_at = now(), canceled_name = 'Ε'
      where id = (select min(id) from inbound_invoices where type = 'INBOUND' and state = 'BOOKED')`)
  if (what === 'pay')
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, provider_id, entity_name, refcode, user_name)
      values (${bound}, ${type}, ${net + 1}, ${day}::date, ${pick % 3 === 0 ? null : 1}::bigint, ${pick % 3 === 0 ? 11 : null}::bigint, 'Άλφα', '38.00.00', 'Ε')`)
  if (what === 'counter')
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, provider_id, entity_name, refcode, user_name, cancels_id)
      select bound, type, -amount_cents, ${day}::date, customer_id, provider_id, entity_name, refcode, 'Ε', id from payments p
      where cancels_id is null and not exists (select from payments c where c.cancels_id = p.id) order by id limit 1`)
  await repostAll(db)
}

type Plain = {
  source: string
  day: string
  refcode: string
  bound: string | null
  type: string | null
  net: number
  vat: number
  total: number
}

/** Reads every document and adds in the plainest way. */
async function recompute(): Promise<Record<string, Record<string, number[]>>> {
  const orders = await db.many<Plain>(sql`
    select 'orders' as source, coalesce(invoiced_on, shipped_on) as day, refcode, null as bound, null as type, products_cents as net,
      vat_cents as vat, total_cents as total from orders where status = 'SHIPPED'`)
  const invoices = await db.many<Plain>(sql`
    select 'invoices' as source, import_date as day, refcode, null as bound, null as type, goods_cents as net, vat_cents as vat,
      total_cents as total from inbound_invoices where type = 'INBOUND' and state = 'BOOKED'`)
  const payments = await db.many<Plain>(sql`
    select lower(bound) as source, date as day, refcode, bound, type, 0 as net, 0 as vat, amount_cents as total from payments`)
  const tables: Record<string, Record<string, number[]>> = { orders: {}, invoices: {}, inbound: {}, outbound: {} }
  for (const one of [...orders, ...invoices, ...payments]) {
    if (one.day < PERIOD.from || one.day > PERIOD.to) continue
    const key = one.bound === null ? one.refcode : `${one.refcode} ${one.type}`
    const sums = (tables[one.source] as Record<string, number[]>)[key] ?? [0, 0, 0]
    ;(tables[one.source] as Record<string, number[]>)[key] = [
      (sums[0] ?? 0) + one.net,
      (sums[1] ?? 0) + one.vat,
      (sums[2] ?? 0) + one.total,
    ]
  }
  return tables
}

/** The tables of the report in the form of the recomputation. */
const plain = ({ tables }: Answer) =>
  Object.fromEntries(
    ['orders', 'invoices', 'inbound', 'outbound'].map((name) => [
      name,
      Object.fromEntries(
        (tables[name] ?? []).map(({ key, values }) => [
          key,
          name.endsWith('bound') ? values['total'] : [values['net'], values['vat']],
        ]),
      ),
    ]),
  )

/** Leaves out what the report leaves out: codes without amounts, and payments that add up to nothing because they are cancelled on their own day. */
const shown = (tables: Awaited<ReturnType<typeof recompute>>) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      Object.fromEntries(
        Object.entries(rows)
          .filter(([, [net = 0, vat = 0, total = 0]]) => (name.endsWith('bound') ? total !== 0 : net > 0 || vat > 0))
          .map(([key, [net, vat, total]]) => [key, name.endsWith('bound') ? total : [net, vat]]),
      ),
    ]),
  )

const withoutMoment = ({ read: _read, ...rest }: Answer) => rest

test('every figure equals a plain recomputation, opens documents that sum to it, and stays as it was known', async () => {
  const steps = fc.sample(step, { seed: 15, numRuns: usualOrFull(150, 3_000) })
  const prints: Answer[] = []
  for (const [place, one] of steps.entries()) {
    await take(one)
    if (place % 25 === 0) prints.push(await economics())
  }
  const now = await economics()
  expect(plain(now)).toEqual(shown(await recompute()))
  expect(now.tables['orders']?.length).toBe(2)

  for (const print of [...prints, now])
    expect(withoutMoment(await economics({ known: print.read }))).toEqual(withoutMoment(print))

  const opened = [
    ...Object.values(now.tables).flatMap((rows) =>
      rows.flatMap(({ of, values, parts }) =>
        parts
          ? Object.entries(parts).map(([key, part]) => ({ of: part, total: values[key] }))
          : [
              {
                of,
                ...Object.fromEntries(Object.entries(values).filter(([key]) => ['net', 'vat', 'total'].includes(key))),
              },
            ],
      ),
    ),
    ...now.figures.flatMap(({ name, cents, of }) =>
      of === null || !('source' in of)
        ? []
        : {
            of,
            [of.source === 'payment' ? 'total' : name.endsWith('vat') ? 'vat' : 'net']: cents,
          },
    ),
  ]
  for (const { of, ...figures } of opened) {
    const { sums } = await runner.ask(sumDocumentsQuery, documents(of as DocumentsOf), SYSTEM)
    expect({ of, ...sums }).toMatchObject({ of, ...figures })
  }
  const counted = await db.one<{ cost: number; least: number }>(sql`
    select max(cost_cents) as cost, min(cost_cents) as least from postings where source = 'order' and line = 0`)
  expect(counted).toEqual({ cost: 370, least: 370 })
})

test.runIf(TEST_ENGINE === 'postgres')(
  'what was read while a payment was being written does not change when it is written',
  async () => {
    const at = { from: '2026-03-01', to: '2026-03-31' }
    const opened = Promise.withResolvers<void>()
    const printed = Promise.withResolvers<void>()
    const writing = db.transaction('serializable', async (tx) => {
      await tx.run(sql`
        insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
        values ('Inbound', 'CASH', 5000, '2026-03-10', 1, 'Άλφα', '38.00.00', 'Ε')`)
      await repostAll(tx)
      opened.resolve()
      await printed.promise
    })
    await opened.promise
    const { read } = await economics(at)
    const print = await economics({ ...at, known: read })
    printed.resolve()
    await writing
    expect(withoutMoment(await economics({ ...at, known: read }))).toEqual(withoutMoment(print))
    expect((await economics(at)).tables['inbound']).toHaveLength(1)
  },
)

test('documents are listed with their names, newest first, and one document is named by its row', async () => {
  const answer = await economics({ from: '2027-02-01', to: '2027-02-28' })
  expect([answer.figures.map(({ cents }) => cents), answer.tables['orders']]).toEqual([[0, 0, 0, 0, 0, 0], []])
  const order = await db.one<{ id: number }>(sql`
    insert into orders (customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
    values (1, 'Άλφα', 'SHIPPED', 'epsilon', '71.00.01', '2027-02-03', 1000, 240, 1240) returning id`)
  await repostAll(db)
  const one = (await economics({ from: '2027-02-01', to: '2027-02-28' })).tables['orders']?.[0]
  expect(one).toMatchObject({ documents: 1, only: order.id, values: { net: 1000, vat: 240 } })
  const { rows } = await runner.ask(
    listDocumentsQuery,
    { filters: { source: 'order', periodFrom: '2027-01-01', periodTo: '2027-12-31' } },
    SYSTEM,
  )
  expect(rows).toMatchObject([{ id: order.id, name: 'Άλφα', day: '2027-02-03', net: 1000, vat: 240, total: 1240 }])
})

test('a period that ends before it starts is refused', async () => {
  await expect(economics({ from: '2026-12-01' })).rejects.toThrow(Refused)
  await expect(economics({ from: '2026-12-01' })).rejects.toThrow('reports.period-backwards')
})
