/**
 * Compares the commission with a slow and plain recomputation under a random history: rates and salespersons change, deliveries are undone,
 * customers are merged, and payments are cancelled.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCommissionOwed } from '#features/payments/server/commission-owed.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { usualOrFull } from '#testing/length.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { commissionQuery } from './commission.ts'
import { foldWork } from './fold-goods.ts'
import type { DocumentsOf } from '../domain/frame.ts'
import { sumDocumentsQuery } from './frame/documents.ts'

const PERIOD = { from: '2026-10-01', to: '2026-11-30' } as const

let db: Database
let runner: Runner
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T08:00:00Z') })
  await db.script(`
    insert into salespersons (id, name, surname) values (1, 'Σία', 'Πωλητή'), (2, 'Νίκος', 'Πωλητής');
    insert into customers (id, name, salesperson_id) values (1, 'Άλφα', 1), (2, 'Βήτα', 2), (3, 'Γάμμα', null);
    insert into products (id, name, category) select n, 'Είδος ' || n, case when n % 2 = 0 then 'ΚΕΡΙΑ' else '' end from generate_series(1, 5) n`)
})
afterAll(() => db?.close())

const day = (days: number) => new Date(Date.UTC(2026, 8, 15 + days)).toISOString().slice(0, 10)
const step = fc.record({
  what: fc.constantFrom('deliver', 'deliver', 'deliver', 'deliver', 'undo', 'rate', 'assign', 'merge', 'pay', 'cancel'),
  days: fc.integer({ min: 0, max: 85 }),
  nets: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 5 }),
  beside: fc.constantFrom(0, 0, 0, 777),
  pick: fc.nat(1_000),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The recomputation knows each sale, and what was true at its moment. */
type Sale = {
  id: number
  customer: number
  day: string
  nets: number[]
  beside: number
  seller: number | null
  rate: number
  counts: boolean
}
type Model = {
  rate: number
  sellers: Map<number, number | null>
  sales: Sale[]
  payments: { id: number; seller: number; day: string; cents: number; cancelled: boolean }[]
}

async function deliver(model: Model, { days, nets, beside, pick }: Step) {
  const customer = 1 + (pick % 3)
  const net = nets.reduce((sum, one) => sum + one, beside)
  const id = await db.transaction('serializable', async (tx) => {
    const order = await tx.one<{ id: number }>(sql`
      insert into orders (customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
      values (${customer}, 'Πελάτης', 'SHIPPED', 'epsilon', '71.00.01', ${day(days)}::date, ${net}, 0, ${net}) returning id`)
    for (const [place, cents] of nets.entries())
      await tx.run(sql`
        insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
        values (${order.id}, ${place + 1}, ${1 + ((pick + place) % 5)}, 'Είδος', 'Item', 2400, 0, 0, 10000, ${cents}, 0)`)
    await repostAll(tx)
    return order.id
  })
  const seller = model.sellers.get(customer) ?? null
  model.sales.push({ id, customer, day: day(days), nets, beside, seller, rate: model.rate, counts: true })
}

async function undo(model: Model, { pick }: Step) {
  const sale = model.sales[pick % Math.max(1, model.sales.length)]
  if (!sale) return
  sale.counts = !sale.counts
  // delivered again is a sale of this moment
  if (sale.counts) Object.assign(sale, { rate: model.rate, seller: model.sellers.get(sale.customer) ?? null })
  await db.run(sql`update orders set status = ${sale.counts ? 'SHIPPED' : 'CANCELED'} where id = ${sale.id}`)
  await repostAll(db)
}

async function take(model: Model, one: Step): Promise<void> {
  const { what, pick, days } = one
  if (what === 'deliver') await deliver(model, one)
  if (what === 'undo') await undo(model, one)
  if (what === 'rate') {
    model.rate = pick % 700
    await db.run(sql`insert into settings (name, value) values ('commission', jsonb_build_object('rate', ${model.rate}::int))
      on conflict (name) do update set value = excluded.value`)
  }
  if (what === 'assign') {
    const seller = [1, 2, null][pick % 3] ?? null
    model.sellers.set(1 + (days % 3), seller)
    await db.run(sql`update customers set salesperson_id = ${seller}::bigint where id = ${1 + (days % 3)}`)
  }
  if (what === 'merge') {
    const sale = model.sales[pick % Math.max(1, model.sales.length)]
    if (!sale) return
    sale.customer = 1 + (sale.customer % 3)
    await db.run(sql`update orders set customer_id = ${sale.customer} where id = ${sale.id}`)
    await repostAll(db)
  }
  if (what === 'pay') {
    const seller = 1 + (pick % 2)
    const { id } = await db.one<{ id: number }>(sql`
      insert into payments (bound, type, amount_cents, date, salesperson_id, entity_name, refcode, user_name)
      values ('Outbound', 'CASH', ${pick + 1}, ${day(days)}::date, ${seller}, 'Πωλητής', '38.00.00', 'Ε') returning id`)
    await repostAll(db)
    model.payments.push({ id, seller, day: day(days), cents: pick + 1, cancelled: false })
  }
  if (what === 'cancel') {
    const paid = model.payments.find(({ cancelled }) => !cancelled)
    if (!paid) return
    paid.cancelled = true
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, salesperson_id, entity_name, refcode, user_name, cancels_id)
      select bound, type, -amount_cents, date, salesperson_id, entity_name, refcode, 'Ε', id from payments where id = ${paid.id}`)
    await repostAll(db)
  }
}

/** Half a cent and more is rounded up. Net amounts are not below zero here. */
const commissionOf = ({ nets, beside, rate }: Sale) =>
  Math.floor((nets.reduce((sum, one) => sum + one, beside) * rate + 5_000) / 10_000)
const netOf = ({ nets, beside }: Sale) => nets.reduce((sum, one) => sum + one, beside)
const sum = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0)

/** Adds in the plainest way what a salesperson sold, earned, was paid and is owed. */
function recompute(model: Model, seller: number) {
  const sales = model.sales.filter((one) => one.counts && one.seller === seller && one.day <= PERIOD.to)
  const payments = model.payments.filter((one) => !one.cancelled && one.seller === seller && one.day <= PERIOD.to)
  const within = sales.filter((one) => one.day >= PERIOD.from)
  const byCustomer = [1, 2, 3]
    .map((id) => within.filter(({ customer }) => customer === id))
    .filter((all) => sum(all, netOf) > 0 || sum(all, commissionOf) > 0)
    .map((all) => [String(all[0]?.customer), sum(all, netOf), sum(all, commissionOf)])
  return {
    figures: {
      sales: sum(within, netOf),
      commission: sum(within, commissionOf),
      'commission-paid': sum(
        payments.filter((one) => one.day >= PERIOD.from),
        ({ cents }) => cents,
      ),
      'commission-owed': sum(sales, commissionOf) - sum(payments, ({ cents }) => cents),
    },
    byCustomer,
  }
}

type Row = Awaited<ReturnType<typeof ask>>['tables'][string][number]
const ask = (salespersonId: number) => runner.ask(commissionQuery, { ...PERIOD, salespersonId }, SYSTEM)
const rowsOf = (rows: readonly Row[] = []) =>
  rows.map(({ key, values }) => [key, values['amount'], values['commission']])
const total = (rows: readonly Row[] = [], column: string) => sum(rows, ({ values }) => Number(values[column]))

async function checkOpened(rows: readonly Row[]): Promise<number> {
  let checked = 0
  for (const { values, of, parts } of rows)
    for (const [column, key] of [
      ['amount', 'net'],
      ['commission', 'commission'],
      ['paid', 'total'],
    ] as const) {
      const opens = (parts?.[column] ?? of) as DocumentsOf
      if (values[column] === undefined) continue
      const period = { periodFrom: opens.from ?? PERIOD.from, periodTo: PERIOD.to }
      const { sums } = await runner.ask(sumDocumentsQuery, { filters: { ...opens, ...period } }, SYSTEM)
      expect([opens, column, sums?.[key]]).toEqual([opens, column, values[column]])
      checked += 1
    }
  return checked
}

test('commission equals a plain recomputation by the rate and the salesperson of each sale, and each figure opens its documents', async () => {
  const model: Model = {
    rate: 300,
    sellers: new Map([
      [1, 1],
      [2, 2],
      [3, null],
    ]),
    sales: [],
    payments: [],
  } // prettier-ignore
  const steps = fc.sample(step, { seed: 57, numRuns: usualOrFull(90, 2_000) })
  const known: { at: number; answer: Awaited<ReturnType<typeof ask>> }[] = []
  for (const [place, one] of steps.entries()) {
    await take(model, one)
    if (place % 30 === 15) known.push({ at: place, answer: await ask(1) })
    if (place % 40 === 20) await foldWork({ runner }).run({})
  }
  for (const { at, answer } of known) {
    const { figures, tables } = await runner.ask(
      commissionQuery,
      { ...PERIOD, salespersonId: 1, known: answer.read },
      SYSTEM,
    )
    expect([at, figures, tables]).toEqual([at, answer.figures, answer.tables])
  }
  for (const salespersonId of [1, 2]) {
    const owed = sum(
      model.sales.filter((one) => one.counts && one.seller === salespersonId),
      commissionOf,
    )
    const paid = sum(
      model.payments.filter((one) => !one.cancelled && one.seller === salespersonId),
      ({ cents }) => cents,
    )
    expect(await readCommissionOwed(db, salespersonId)).toBe(owed - paid)
    const { figures, tables } = await ask(salespersonId)
    const plain = recompute(model, salespersonId)
    expect(Object.fromEntries(figures.map(({ name, cents }) => [name, cents]))).toEqual(plain.figures)
    expect(new Set(rowsOf(tables['customers']))).toEqual(new Set(plain.byCustomer))
    for (const [column, figure] of [
      ['amount', 'sales'],
      ['commission', 'commission'],
    ] as const) // prettier-ignore
      expect(total(tables['categories'], column)).toBe(plain.figures[figure])
    expect(await checkOpened(Object.values(tables).flat())).toBeGreaterThan(15)
  }
  const { tables } = await runner.ask(commissionQuery, PERIOD, SYSTEM)
  expect(tables['salespersons']?.map(({ key }) => key).toSorted()).toEqual(['1', '2'])
  expect(await checkOpened(tables['salespersons'] ?? [])).toBe(6)
})

test('1,000 euros net give 30 at 3 percent (C-57), and a later rate changes only later sales', async () => {
  await db.script(`
    insert into salespersons (id, name) values (7, 'Άννα');
    insert into customers (id, name, salesperson_id) values (70, 'Δέλτα', 7);
    delete from settings where name = 'commission'`)
  const sell = async () => {
    await db.run(sql`
      insert into orders (customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
      values (70, 'Δέλτα', 'SHIPPED', 'epsilon', '71.00.01', '2026-11-02', 100000, 24000, 124000)`)
    await repostAll(db)
  }
  await sell()
  await db.run(sql`insert into settings (name, value) values ('commission', '{"rate": 1000}')`)
  await sell()
  const { figures } = await ask(7)
  expect(figures.map(({ cents }) => cents)).toEqual([200_000, 3_000 + 10_000, 0, 13_000])
})
