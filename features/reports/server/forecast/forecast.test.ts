/** Compares the forecast with a plain recomputation from the documents, payments and cheques of random histories. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries as readCustomerEntries } from '#features/customers/server/account.ts'
import { tillNowQuery } from '#features/cash-desk/server/till/queries.ts'
import { debtsOf } from '#features/parties/domain/due.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { foldSomeDebts } from '#features/payments/server/debts/fold-debts.ts'
import { readEntries as readProviderEntries } from '#features/providers/server/account.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import type { DocumentsOf, ExpectedOf } from '../../domain/frame.ts'
import { listDocumentsQuery, sumDocumentsQuery } from '../frame/documents.ts'
import { countExpectedQuery, listExpectedQuery, sumExpectedQuery } from './expected.ts'
import { forecastQuery } from './forecast.ts'

const TODAY = '2026-11-20' as Day
const TO = addDays(TODAY, 29)
let db: Database
let runner: Runner

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id
const ask = (input: object = { from: TODAY, to: TO }) => runner.ask(forecastQuery, input, SYSTEM)

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(`${TODAY}T12:00:00Z`) })
  await db.script(`
    insert into users (id, email, username, password_hash, role) values (90, 'd@x.gr', 'Νίκος', 'x', 'driver');
    insert into settings (name, value) values ('terms', '{"customerDays": 20, "providerDays": 45}')
      on conflict (name) do update set value = excluded.value;`)
  for (const seed of [1, 2, 3, 4]) await writeHistory(seed)
  await db.script(`
    insert into till_closings (day, expected_cents, counted_cents, pieces, note, user_name, closed_at)
      values ('2026-11-10', 100000, 99000, '{}', 'λείπουν', 'Μαρία', now());
    insert into till_deposits (day, amount_cents, bank_name, user_name) values ('2026-11-15', 20000, 'Alpha', 'Μαρία');
    insert into cash_handovers (id, user_id, user_name, status, amount_cents, counted_cents, received_cents, received_at)
      values (700, 90, 'Νίκος', 'HANDED-OVER', 3000, 3000, null, null),
        (701, 90, 'Νίκος', 'RECEIVED', 5000, 5000, 4800, '2026-11-18T10:00:00Z')`)
})
afterAll(() => db?.close())

const happening = fc.record({
  cents: fc.integer({ min: 1, max: 500_00 }),
  ago: fc.integer({ min: -12, max: 90 }),
  type: fc.constantFrom('CASH', 'BANK', 'CARD', 'CHECK'),
  state: fc.integer({ min: 0, max: 5 }),
})

/** Writes documents, payments and cheques of a customer and of a provider with terms of their own. */
async function writeHistory(seed: number): Promise<void> {
  const own = [null, 0, 10, 60][seed % 4] ?? null
  const customer = await idOf(
    sql`insert into customers (name, payment_days) values (${`Π${seed}`}, ${own}::int) returning id`,
  )
  const provider = await idOf(
    sql`insert into providers (name, payment_days) values (${`Κ${seed}`}, ${own}::int) returning id`,
  )
  const [sales = [], bills = [], moves = []] = fc.sample(fc.array(happening, { minLength: 6, maxLength: 10 }), {
    numRuns: 3,
    seed,
  })
  const last = { order: 0, invoice: 0 }
  for (const [at, { cents, ago }] of sales.entries())
    last.order = await idOf(sql`
      insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
      values ('SHIPPED', ${customer}, 'Α', 'epsilon', ${cents * 3}, ${cents * 3}, ${addDays(TODAY, -Math.abs(ago) + (at % 2))}::date) returning id`)
  for (const [at, { cents, ago }] of bills.entries())
    last.invoice = await idOf(sql`
      insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, total_cents, user_name)
      values ('INBOUND', 'BOOKED', ${provider}, 'Π', ${addDays(TODAY, -Math.abs(ago))}::date, ${`Τ-${seed}-${at}`}, '24.00.01', ${cents * 3},
        ${cents * 3}, 'Μαρία') returning id`)
  await db.run(sql`
    insert into opening_balances (customer_id, amount_cents, day, user_name, created_at, updated_at)
    values (${customer}, ${seed % 2 === 0 ? -4000 : 7000}, ${addDays(TODAY, -95)}::date, 'Μαρία', now(), now())`)
  for (const [at, { cents, ago, type, state }] of moves.entries()) {
    const inbound = (at + state) % 2 === 0
    const insert = (amount: number, day: Day, cancels: number | null = null) =>
      idOf(sql`
        insert into payments (bound, type, amount_cents, date, customer_id, provider_id, entity_name, refcode, expire_date, user_name,
          cancels_id, carried_by)
        values (${inbound ? 'Inbound' : 'Outbound'}, ${type}, ${amount}, ${day}::date, ${inbound ? customer : null}::bigint,
          ${inbound ? null : provider}::bigint, ${inbound ? `Π${seed}` : `Κ${seed}`}, '38.01.00',
          ${type === 'CHECK' ? addDays(TODAY, -ago) : null}::date, 'Μαρία', ${cancels}::bigint,
          ${type === 'CASH' && inbound && state < 2 ? 90 : null}::bigint)
        returning id`)
    const day = addDays(TODAY, -ago)
    const id = await insert(cents, day)
    if (state === 5) await insert(-cents, day, id)
    else if (type === 'CHECK' && state > 2)
      await db.run(
        sql`update cheques set state = ${inbound && state === 3 ? 'DEPOSITED' : 'CASHED'} where payment_id = ${id}`,
      )
    if (at === 0)
      await db.run(sql`
        insert into payment_matches (payment_id, order_id, invoice_id, cents, user_name)
        values (${id}, ${inbound ? last.order : null}::bigint, ${inbound ? null : last.invoice}::bigint, 1, 'Μαρία')`)
  }
  await repostAll(db)
}

type Plain = { flow: 'in' | 'out'; kind: string; due: Day; cents: number }

/** Returns every expected amount, computed party by party and payment by payment. */
async function plainly(): Promise<Plain[]> {
  const all: Plain[] = []
  for (const kind of ['customers', 'providers'] as const) {
    const isCustomer = kind === 'customers'
    const parties = await db.many<{ id: number; own: number | null }>(
      isCustomer
        ? sql`select id, payment_days as own from customers`
        : sql`select id, payment_days as own from providers`,
    )
    for (const { id, own } of parties) {
      const terms = { own, usual: isCustomer ? 20 : 45 }
      const debts = isCustomer
        ? debtsOf(await readCustomerEntries(db, id), terms, TODAY, await readMatches(db, 'customers', id))
        : debtsOf(await readProviderEntries(db, id), terms, TODAY, await readMatches(db, 'providers', id))
      for (const { open, due } of debts)
        all.push({ flow: isCustomer ? 'in' : 'out', kind: isCustomer ? 'debts' : 'bills', due, cents: open })
    }
  }
  const payments = await db.many<{
    bound: string
    date: Day
    expires: Day | null
    cents: number
    carried: boolean
    state: string | null
  }>(sql`
    select p.bound, p.date, p.expire_date as expires, p.amount_cents as cents, p.carried_by is not null as carried,
      (select state from cheques c where c.payment_id = p.id) as state from payments p`)
  for (const { bound, date, expires, cents, carried, state } of payments) {
    const flow = bound === 'Inbound' ? 'in' : 'out'
    if (state !== null && expires !== null && ['IN-HAND', 'DEPOSITED', 'GIVEN'].includes(state))
      all.push({ flow, kind: flow === 'in' ? 'cheques' : 'given', due: expires, cents })
    else if (date > TODAY && !carried) all.push({ flow, kind: flow === 'in' ? 'coming' : 'leaving', due: date, cents })
  }
  return all
}

const sumOf = (all: readonly Plain[], fits: (one: Plain) => boolean): number =>
  all.filter(fits).reduce((sum, { cents }) => sum + cents, 0)

test('every figure equals a plain recomputation, and what it opens sums to it', async () => {
  const plain = await plainly()
  // every kind takes part, so that none is compared with nothing
  expect(new Set(plain.map(({ kind }) => kind)).size).toBe(6)
  const { figures, tables } = await ask()
  const figure = (name: string) => figures.find((one) => one.name === name)?.cents
  const flow = (one: Plain) => (one.flow === 'in' ? one.cents : -one.cents)
  const within = plain.filter(({ due }) => due >= TODAY && due <= TO)
  expect(figure('expected-in')).toBe(sumOf(within, (one) => one.flow === 'in'))
  expect(figure('expected-out')).toBe(sumOf(within, (one) => one.flow === 'out'))
  expect(figure('overdue-in')).toBe(sumOf(plain, ({ due, flow: way }) => due < TODAY && way === 'in'))
  expect(figure('overdue-out')).toBe(sumOf(plain, ({ due, flow: way }) => due < TODAY && way === 'out'))
  const days = tables['days'] ?? []
  expect(days).toHaveLength(30)
  let balance = figure('money-now') ?? Number.NaN
  for (const { values } of days) {
    const own = plain.filter(({ due }) => due === values['bucket'])
    balance += own.reduce((sum, one) => sum + flow(one), 0)
    expect(values).toMatchObject({
      incoming: sumOf(own, (one) => one.flow === 'in') || null,
      outgoing: sumOf(own, (one) => one.flow === 'out') || null,
      balance,
    })
  }
  expect(figure('money-lowest')).toBe(Math.min(...days.map(({ values }) => Number(values['balance']))))
  const marked = days.filter(({ mark }) => mark === 'lowest').map(({ values }) => values['balance'])
  expect(marked).toEqual([figure('money-lowest')])
  await everyFigureOpens(figures, [...days, ...(tables['overdue'] ?? []), ...(tables['now'] ?? [])])
})

/** Checks that what each figure and each cell opens sums to it. */
async function everyFigureOpens(
  figures: readonly { cents: number; of: object | null }[],
  rows: readonly { values: Readonly<Record<string, unknown>>; parts?: Readonly<Record<string, object>> | undefined }[],
): Promise<void> {
  const cells = rows.flatMap(({ values, parts }) =>
    Object.entries(parts ?? {}).map(([key, of]) => ({ cents: Number(values[key]), of })),
  )
  const opened = [...figures, ...cells].filter(({ of, cents }) => of !== null && !('page' in of) && cents !== 0)
  expect(opened.length).toBeGreaterThan(25)
  for (const { cents, of } of opened) expect([of, await openedSums(of)]).toEqual([of, [cents, cents]])
}

/** Returns the sum of what a figure opens, as the database sums it and over the rows that are shown. */
async function openedSums(of: object | null): Promise<unknown[]> {
  if (of !== null && 'expected' in of) {
    const filters = of as ExpectedOf
    const { rows } = await runner.ask(listExpectedQuery, { filters }, SYSTEM)
    const { sums } = await runner.ask(sumExpectedQuery, { filters }, SYSTEM)
    const { count } = await runner.ask(countExpectedQuery, { filters }, SYSTEM)
    expect([count, new Set(rows.map(({ key }) => key)).size]).toEqual([rows.length, rows.length])
    return [sums?.['cents'], rows.reduce((sum, one) => sum + one.cents, 0)]
  }
  const { from: periodFrom = TODAY, to: periodTo = TO } = of as DocumentsOf
  const filters = { ...(of as DocumentsOf), periodFrom, periodTo }
  const { rows } = await runner.ask(listDocumentsQuery, { filters }, SYSTEM)
  const { sums } = await runner.ask(sumDocumentsQuery, { filters }, SYSTEM)
  return [sums?.['total'], rows.reduce((sum, one) => sum + one.total, 0)]
}

test('the figures stay the same after the job has stored what is open', async () => {
  const { figures, tables } = await ask()
  expect(await db.transaction('locking', (tx) => foldSomeDebts(tx))).toBeGreaterThan(0)
  const after = await ask()
  expect([after.figures, after.tables]).toEqual([figures, tables])
})

test('the money of now is all that was received less all that was paid, without what is missing and the cheques that are open', async () => {
  const { line } = await runner.ask(tillNowQuery, {}, SYSTEM)
  const { all } = await db.one<{ all: number }>(sql`
    select sum(case when bound = 'Inbound' then amount_cents else -amount_cents end)::bigint as all from payments
    where type <> 'CASH' and date <= ${TODAY}::date`)
  const { open } = await db.one<{ open: number }>(sql`
    select sum(case when given then -cents else cents end)::bigint as open from cheques c join payments p on p.id = c.payment_id
    where state in ('IN-HAND', 'DEPOSITED', 'GIVEN') and p.date <= ${TODAY}::date`)
  const { figures } = await ask()
  expect(figures[0]?.cents).toBe((line?.till ?? 0) + (line?.drivers ?? 0) + (line?.bank ?? 0) + all - open)
})

test('people from whom the company hides the expected amount get the last count of the till', async () => {
  await db.run(sql`insert into settings (name, value) values ('till', '{"hidesExpected": true}')`)
  const office = { ...SYSTEM, role: 'user' as const }
  const { tables } = await runner.ask(forecastQuery, { from: TODAY, to: TO }, office)
  expect(tables['now']?.[0]?.values).toMatchObject({ where: 'till-counted', money: 990_00 })
  await db.run(sql`delete from settings where name = 'till'`)
})

test('a period that has passed, and a moment of before, are refused', async () => {
  const passed = ask({ from: addDays(TODAY, -9), to: addDays(TODAY, -2) })
  await expect(passed).rejects.toMatchObject({ refusal: { code: 'reports.forecast-past' } })
  await expect(ask({ from: TODAY, to: TO, known: TODAY })).rejects.toMatchObject({ refusal: { kind: 'invalid' } })
})
