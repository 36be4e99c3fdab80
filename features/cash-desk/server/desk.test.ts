/** Checks the figures of the cash desk against a plain recomputation from the payments, and its list. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kernel/day.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { DESK_TYPES } from '../domain/desk.ts'
import {
  chequesByExpiryQuery,
  countDeskPaymentsQuery,
  listDeskPaymentsQuery,
  sumDeskPaymentsQuery,
} from './payments.ts'
import { deskReportQuery } from './report.ts'

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-27T08:00:00Z') })
  await db.script(`
    insert into customers (id, name) values (501, 'Ξενοδοχείο Ακτή'), (502, 'Βήτα');
    insert into users (id, email, username, first_name, last_name, role, password_hash)
      values (900, 'driver@kerino.test', 'Οδηγός', 'Ο', '', 'driver', 'x');`)
})
afterAll(() => db?.close())
beforeEach(() => db.run(sql`delete from payments`))

type Payment = { date: string; bound: 'Inbound' | 'Outbound'; type: string; amount: number; carried?: boolean }

const pay = async (payments: readonly Payment[], customer = 501, name = 'Ξενοδοχείο Ακτή') => {
  if (payments.length === 0) return
  await db.run(sql`
    insert into payments (date, bound, type, amount_cents, customer_id, entity_name, refcode, user_name, carried_by)
    select (p ->> 'date')::date, p ->> 'bound', p ->> 'type', (p ->> 'amount')::bigint, ${customer}, ${name},
      case p ->> 'type' when 'CHECK' then '38.01.00' when 'BANK' then '38.02.00' else '38.00.00' end, 'Ε',
      case when (p ->> 'carried')::boolean then 900 end
    from jsonb_array_elements(${JSON.stringify(payments)}::jsonb) p`)
}

const ask = (from: string, to: string) => runner.ask(deskReportQuery, { from, to }, SYSTEM)
/** These tests write payments without their commands. */
const report = async (from: string, to: string) => {
  await repostAll(db)
  return ask(from, to)
}
const list = (input: object) => runner.ask(listDeskPaymentsQuery, input, SYSTEM)

/** Sums payments in the plain way: one after the other. */
const sumOf = (payments: readonly Payment[], fits: (payment: Payment) => boolean): number =>
  payments.filter(fits).reduce((sum, { bound, amount }) => sum + (bound === 'Inbound' ? amount : -amount), 0)

const aPayment = fc.record({
  date: fc.integer({ min: -800, max: 60 }).map((days) => addDays('2026-11-27' as Day, days) as string),
  bound: fc.constantFrom('Inbound' as const, 'Outbound' as const),
  type: fc.constantFrom(...DESK_TYPES),
  amount: fc.integer({ min: -50_000, max: 200_000 }).filter((amount) => amount !== 0),
  carried: fc.boolean(),
})

describe('the figures', () => {
  test('of any history and any period are those of a plain recomputation, after changes and removals too', async () => {
    const day = fc.integer({ min: -900, max: 60 }).map((days) => addDays('2026-11-27' as Day, days) as string)
    await fc.assert(
      fc.asyncProperty(fc.array(aPayment, { maxLength: 30 }), fc.tuple(day, day), async (given, days) => {
        const [from = '', to = ''] = days.toSorted()
        await db.run(sql`delete from payments`)
        // one statement with many rows, and one for each row
        await pay(given.slice(0, 20))
        for (const payment of given.slice(20)) await pay([payment])
        // what no command does, but a repair might
        await db.run(sql`update payments set date = date + 1, amount_cents = amount_cents * 2, type = 'BANK'
          where id = (select min(id) from payments)`)
        const [first, ...rest] = given
        const moved = first
          ? { ...first, date: addDays(first.date as Day, 1), amount: first.amount * 2, type: 'BANK' }
          : null
        const payments = moved === null ? [] : [moved, ...rest]

        const found = await report(from, to)
        const before = (payment: Payment) => payment.date < from
        const within = (payment: Payment) => payment.date >= from && payment.date <= to
        expect(found.before.net).toBe(sumOf(payments, before))
        expect(found.within.net).toBe(sumOf(payments, within))
        expect(found.upTo.net).toBe(sumOf(payments, ({ date }) => date <= to))
        expect(found.sinceNewYear.net).toBe(
          sumOf(payments, (payment) => before(payment) && payment.date >= `${from.slice(0, 4)}-01-01`),
        )
        for (const type of found.types) {
          const own = payments.filter((payment) => payment.type === type.type)
          expect([type.before.net, type.within.net, type.upTo.net]).toEqual([
            sumOf(own, before),
            sumOf(own, within),
            sumOf(own, ({ date }) => date <= to),
          ])
        }
        expect(found.points.at(-1)?.balance ?? found.before.net).toBe(found.upTo.net)
        const daily = found.byMonth ? [] : found.points
        expect(daily.map(({ balance }) => balance)).toEqual(
          daily.map((point) => sumOf(payments, ({ date }) => date <= point.day)),
        )
      }),
      { numRuns: 25 },
    )
    await db.run(sql`delete from payments`)
    await repostAll(db)
    expect(
      await db.many(
        sql`select * from account_days where inbound_cents <> 0 or outbound_cents <> 0 or moved_cents <> 0`,
      ),
    ).toEqual([])
  })

  test('a payment of last year counts in the balance before the period, and not in the figure from 1 January (C-54)', async () => {
    await pay([
      { date: '2025-12-31', bound: 'Inbound', type: 'CASH', amount: 100_00 },
      { date: '2026-01-01', bound: 'Inbound', type: 'CASH', amount: 7_00 },
      { date: '2026-11-27', bound: 'Outbound', type: 'CASH', amount: 2_00 },
    ])
    const found = await report('2026-11-27', '2026-11-27')
    expect([found.before.net, found.sinceNewYear.net, found.within.net, found.upTo.net]).toEqual([
      107_00, 7_00, -2_00, 105_00,
    ])
    expect(found.points).toEqual([{ day: '2026-11-27', inbound: 0, outbound: 2_00, balance: 105_00 }])
  })

  test('a period of more than a year has a point for each month', async () => {
    await pay([
      { date: '2025-01-05', bound: 'Inbound', type: 'CASH', amount: 5_00 },
      { date: '2025-01-20', bound: 'Inbound', type: 'BANK', amount: 3_00 },
      { date: '2026-02-01', bound: 'Outbound', type: 'CARD', amount: 1_00 },
    ])
    expect(await report('2025-01-01', '2026-12-31')).toMatchObject({
      byMonth: true,
      points: [
        { day: '2025-01-01', inbound: 8_00, outbound: 0, balance: 8_00 },
        { day: '2026-02-01', inbound: 0, outbound: 1_00, balance: 7_00 },
      ],
    })
  })

  test('read the totals of days, and no payment', async () => {
    await pay([{ date: '2026-11-27', bound: 'Inbound', type: 'CASH', amount: 5_00 }])
    // the totals are a table of their own: a report of changed totals shows these
    await repostAll(db)
    await db.run(sql`update account_days set inbound_cents = 900 where day = '2026-11-27' and account = 'till'`)
    expect((await ask('2026-11-27', '2026-11-27')).within.net).toBe(9_00)
  })
})

describe('the payments of the period', () => {
  beforeEach(async () => {
    await pay([
      { date: '2026-11-26', bound: 'Inbound', type: 'CASH', amount: 1_240_50 },
      { date: '2026-11-27', bound: 'Outbound', type: 'BANK', amount: 30_00 },
    ])
    await pay([{ date: '2026-11-27', bound: 'Inbound', type: 'CHECK', amount: 77_70 }], 502, 'Βήτα')
  })
  const names = async (search: string) =>
    (await list({ search, sort: 'amount', descending: true })).rows.map(({ amount }) => amount)

  test('are found by name, refcode, type, direction and amount, in the words of any language', async () => {
    for (const word of ['ακτη', 'akti']) expect(await names(word), word).toEqual([1_240_50, -30_00])
    expect(await names('38.01')).toEqual([77_70])
    for (const word of ['CHECK', 'επιταγ', 'assegni', 'чеки']) expect(await names(word), word).toEqual([77_70])
    for (const word of ['Outbound', 'πληρωμές', 'выпл']) expect(await names(word), word).toEqual([-30_00])
    for (const word of ['1240,50', '1.240,50', '1240.5', '1240']) expect(await names(word), word).toEqual([1_240_50])
    expect(await names('βητα επιταγή')).toEqual([77_70])
    expect(await names('βητα μετρητά')).toEqual([])
  })

  test('keep to their days, and their sum is what came in less what went out', async () => {
    const filters = { dateFrom: '2026-11-27', dateTo: '2026-11-27' }
    expect((await list({ filters })).rows.map(({ name }) => name)).toEqual(['Βήτα', 'Ξενοδοχείο Ακτή'])
    expect(await runner.ask(countDeskPaymentsQuery, { filters }, SYSTEM)).toEqual({ count: 2 })
    expect(await runner.ask(sumDeskPaymentsQuery, { filters }, SYSTEM)).toEqual({ sums: { amount: 47_70 } })
    expect((await list({ filters: { ...filters, type: ['BANK'], bound: 'Outbound' } })).rows).toMatchObject([
      { amount: -30_00, cancelled: false },
    ])
  })

  test('a cancelled payment and its counter-entry are marked, and together change no figure (C-71)', async () => {
    const before = await report('2026-11-01', '2026-11-30')
    const { id } = await db.one<{ id: number }>(sql`
      insert into payments (date, bound, type, amount_cents, customer_id, entity_name, refcode, user_name)
      values ('2026-11-27', 'Inbound', 'CASH', 1100, 502, 'Βήτα', '38.00.00', 'Ε') returning id`)
    await db.run(sql`
      insert into payments (date, bound, type, amount_cents, customer_id, entity_name, refcode, user_name, cancels_id)
      values ('2026-11-27', 'Inbound', 'CASH', -1100, 502, 'Βήτα', '38.00.00', 'Ε', ${id})`)
    const { rows } = await list({ filters: { name: 'βήτα', type: ['CASH'] } })
    expect(rows.map(({ cancelled }) => cancelled)).toEqual([true, true])
    expect((await report('2026-11-01', '2026-11-30')).within.net).toBe(before.within.net)
    await db.run(sql`delete from payments where cancels_id is not null`)
  })
})

test('cheques are listed by the day on which they expire, without cancelled ones (C-54)', async () => {
  const cheque = (expires: string, amount: number, bound: string, cancels: number | null = null) =>
    db.one<{ id: number }>(sql`
      insert into payments (date, bound, type, amount_cents, customer_id, entity_name, refcode, user_name, bank_name, issuer,
        expire_date, cancels_id)
      values ('2026-11-01', ${bound}, 'CHECK', ${amount}, 502, 'Βήτα', '38.01.00', 'Ε', 'Τ', 'Ε', ${expires}::date, ${cancels}::bigint)
      returning id`)
  await cheque('2026-12-10', 50_00, 'Inbound')
  await cheque('2026-12-10', 20_00, 'Outbound')
  await cheque('2026-11-26', 10_00, 'Inbound')
  const { id } = await cheque('2026-12-11', 80_00, 'Inbound')
  await cheque('2026-12-11', -80_00, 'Inbound', id)
  expect(await runner.ask(chequesByExpiryQuery, { from: '2026-11-27' }, SYSTEM)).toEqual({
    rows: [{ day: '2026-12-10', inbound: 50_00, outbound: 20_00, count: 2 }],
    more: false,
  })
  await db.run(sql`delete from payments where cancels_id is not null`)
})
