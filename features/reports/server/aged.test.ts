import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries as readCustomerEntries } from '#features/customers/server/account.ts'
import { AGES, agingOf } from '#features/parties/domain/aging.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { readEntries as readProviderEntries } from '#features/providers/server/account.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { countAgedQuery, listAgedQuery, listOpenQuery, sumAgedQuery } from './aged.ts'

const TODAY = '2026-11-20' as Day
let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(`${TODAY}T12:00:00Z`) })
})
afterAll(() => db.close())

const idOf = async (query: ReturnType<typeof sql>): Promise<number> => (await db.one<{ id: number }>(query)).id

/** Writes random documents and payments of a party, some of them matched, one cancelled, and an opening balance of either sign. */
async function writeHistory(kind: 'customers' | 'providers', party: number, seed: number): Promise<void> {
  const happening = fc.record({ cents: fc.integer({ min: 1, max: 500_00 }), ago: fc.integer({ min: 0, max: 140 }) })
  const [documents = [], payments = []] = fc.sample(fc.array(happening, { minLength: 3, maxLength: 7 }), {
    numRuns: 2,
    seed,
  })
  const isCustomer = kind === 'customers'
  const ids: number[] = []
  for (const [at, { cents, ago }] of documents.entries()) {
    const day = addDays(TODAY, -ago)
    ids.push(
      isCustomer
        ? await idOf(sql`
            insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
            values ('SHIPPED', ${party}, 'Α', 'epsilon', ${cents}, ${cents}, ${day}::date) returning id`)
        : await idOf(sql`
            insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, total_cents,
              user_name)
            values ('INBOUND', 'BOOKED', ${party}, 'Π', ${day}::date, ${`ΤΙΜ-${party}-${at}`}, '24.00.01', ${cents}, ${cents}, 'Μαρία')
            returning id`),
    )
  }
  const opening = documents[0]?.cents ?? 0
  await db.run(sql`
    insert into opening_balances (customer_id, provider_id, amount_cents, day, user_name, created_at, updated_at)
    values (${isCustomer ? party : null}::bigint, ${isCustomer ? null : party}::bigint, ${seed % 2 === 0 ? -opening : opening},
      ${addDays(TODAY, -100)}::date, 'Μαρία', now(), now())`)
  const pay = (cents: number, ago: number, bound: string, cancels: number | null = null): Promise<number> =>
    idOf(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, provider_id, entity_name, refcode, user_name, cancels_id)
      values (${bound}, 'BANK', ${cents}, ${addDays(TODAY, -ago)}::date, ${isCustomer ? party : null}::bigint,
        ${isCustomer ? null : party}::bigint, 'Α', '38.02.00', 'Μαρία', ${cancels}::bigint) returning id`)
  for (const [at, { cents, ago }] of payments.entries()) {
    const id = await pay(cents, ago, (at === 1) === isCustomer ? 'Outbound' : 'Inbound')
    if (at === 2) await pay(-cents, ago, isCustomer ? 'Inbound' : 'Outbound', id)
    const newest = ids.at(-1) ?? 0
    const part = Math.min(cents, documents.at(-1)?.cents ?? 0)
    if (at === 0)
      await db.run(sql`
        insert into payment_matches (payment_id, order_id, invoice_id, cents, user_name)
        values (${id}, ${isCustomer ? newest : null}::bigint, ${isCustomer ? null : newest}::bigint, ${part}, 'Μαρία')`)
  }
  await repostAll(db)
}

test.each(['customers', 'providers'] as const)(
  'debts of %s equal the balance by age of each party, and every figure equals its documents',
  async (kind) => {
    const parties: number[] = []
    for (const seed of [1, 2, 3, 4, 5]) {
      const name = `Μέρος ${kind} ${seed}`
      const party = await idOf(
        kind === 'customers'
          ? sql`insert into customers (name) values (${name}) returning id`
          : sql`insert into providers (name) values (${name}) returning id`,
      )
      parties.push(party)
      await writeHistory(kind, party, seed)
    }
    const { rows } = await runner.ask(listAgedQuery, { filters: { kind } }, SYSTEM)
    for (const party of parties) {
      const expected =
        kind === 'customers'
          ? agingOf(await readCustomerEntries(db, party), TODAY, await readMatches(db, 'customers', party))
          : agingOf(await readProviderEntries(db, party), TODAY, await readMatches(db, 'providers', party))
      const row = rows.find(({ id }) => id === party)
      expect(row ?? { days30: 0, days60: 0, days90: 0, older: 0, credit: 0 }).toMatchObject(expected)
      const { rows: open } = await runner.ask(listOpenQuery, { filters: { kind, partyId: party } }, SYSTEM)
      for (const age of AGES)
        expect(sumCents(open.filter((one) => one.age === age).map((one) => one.open as Cents))).toBe(expected[age])
    }
    const { sums } = await runner.ask(sumAgedQuery, { filters: { kind } }, SYSTEM)
    expect(sums?.['open']).toBe(rows.reduce((sum, row) => sum + row.open, 0))
    expect(rows.length).toBeGreaterThan(2)
  },
)

test('a party that only has credit is in the list with it, is found by its name, and counts in the sums', async () => {
  const name = 'Ταβέρνα Προπληρωμένη'
  const customer = await idOf(sql`insert into customers (name) values (${name}) returning id`)
  await db.run(sql`
    insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
    values ('Inbound', 'BANK', 25000, ${TODAY}::date, ${customer}, 'Α', '38.02.00', 'Μαρία')`)
  await repostAll(db)
  const only = { search: 'προπληρωμενη', filters: {} }
  expect((await runner.ask(listAgedQuery, only, SYSTEM)).rows).toEqual([
    { id: customer, name, open: 0, days30: 0, days60: 0, days90: 0, older: 0, credit: 250_00 },
  ])
  expect((await runner.ask(sumAgedQuery, only, SYSTEM)).sums).toMatchObject({ open: 0, credit: 250_00 })
  expect(await runner.ask(countAgedQuery, only, SYSTEM)).toEqual({ count: 1 })
  const { rows } = await runner.ask(listAgedQuery, { sort: 'credit', descending: true, filters: {} }, SYSTEM)
  expect(rows[0]?.credit).toBe(Math.max(...rows.map(({ credit }) => credit)))
})
