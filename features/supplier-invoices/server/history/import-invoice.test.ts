/** Tests that invoices and payments of an earlier system are imported as they were, once, and never counted twice (C-76). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setOpening } from '#features/parties/server/opening-balances.ts'
import { providerKind } from '#features/providers/server/provider-kind.ts'
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { program, type Program, type Row } from '#testing/old-client.ts'
import { addProvider } from '#server/samples/sample-parts.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'

let company: TestCompany
let admin: Program
let user: Program
let providerid: number
beforeAll(async () => {
  company = await openTestCompany()
  admin = program(company, 'admin')
  user = program(company, 'user')
  providerid = await addProvider(company.db)
})
afterAll(() => company?.close())

const old = (more: Row = {}): Row => ({
  id: 810_001,
  providerid,
  providername: 'Κηροχημική του 2019',
  providervat: '099999999',
  importDate: '2019-05-06',
  number: 'Α-1',
  type: 'INBOUND',
  refcode: '24.00.01',
  content: [
    {
      id: company.stock.glass,
      name: 'Ποτήρι του 2019',
      sku: 'OLD-1',
      quantity: 10,
      costpricenew: 1.333333,
      vat: 23,
      totalPrdAmmount: 13.34,
      vatProducts: 3.07,
    },
    { name: 'Μεταφορικά', quantity: 1, costpricenew: 5, vatProducts: 0 },
  ],
  // these totals do not add up, because imports keep them as the old system had them
  totals: { totalPrdAmmount: 18.34, totalVat: 3.07, totalOrder: 21.42 },
  created: '2019-05-07T08:00:00.000Z',
  enteredby: 'Μαρία Παλιά',
  ...more,
})
const importing = (who: Program, table: string, record: Row, more = '') =>
  who.post(table, record, `?import=true${more}`)
const command = async (name: string, input: object) => {
  const { json } = await callByName(company, name, input, { token: company.tokens.admin })
  return { json: json as Row, code: (refusalIn(json) as { code?: string } | null)?.code }
}
const facts = () =>
  company.db.one<Row>(sql`
    select (select count(*)::int from inbound_invoices) as invoices, (select count(*)::int from inbound_invoice_lines) as lines,
      (select count(*)::int from payments) as payments, (select count(*)::int from history) as history,
      (select count(*)::int from stock_movements) as moves, (select count(*)::int from received_costs) as costs,
      (select count(*)::int from provider_products) as catalogue, (select sum(cost_price_e4)::bigint from products) as cost`)
const balance = async () => ((await command('providers.account', { id: providerid })).json['figures'] as Row)['balance']

describe('an invoice of an earlier system', () => {
  test('keeps id, day, number, names, prices, VAT and totals, counts in the balance, and moves no stock or cost', async () => {
    const before = await facts()
    expect(await importing(admin, 'invoices', old())).toMatchObject({ status: 200, rows: [{ id: 810_001 }] })
    const { content, ...rest } = old()
    expect(await admin.row('invoices', 810_001)).toMatchObject({
      ...rest,
      status: 'BOOKED',
      historic: true,
      content: [
        {
          id: company.stock.glass,
          name: 'Ποτήρι του 2019',
          sku: 'OLD-1',
          quantity: 10,
          costpricenew: 1.3333,
          totalPrdAmmount: 13.34,
          vatProducts: 3.07,
        },
        { id: null, name: 'Μεταφορικά', totalPrdAmmount: 5, vatProducts: 0 },
      ],
    })
    expect((content as Row[]).length).toBe(2)
    const after = await facts()
    for (const figure of ['moves', 'costs', 'catalogue', 'cost']) expect(after[figure]).toEqual(before[figure])
    expect(await balance()).toBe(21_42)
    const codes = (await command('purchases.totals-by-code', { from: '2019-01-01', to: '2019-12-31' })).json['rows']
    expect(codes).toMatchObject([{ refcode: '24.00.01', count: 1, total: 21_42 }])
    const [counted] = await company.db.many<Row>(sql`
      select count(*)::int as documents, sum(total_cents)::bigint as total from postings
      where source = 'invoice' and document_id = 810001 and line = 0 and ended_at is null`)
    expect(counted).toEqual({ documents: 1, total: 21_42 })
    expect(Object.entries(await countViolations(company.db)).filter(([, count]) => count > 0)).toEqual([])
  })

  test('changes nothing when it comes again or is only tried, and a changed one is refused', async () => {
    const before = await facts()
    const { totals, ...rest } = old()
    expect((await importing(admin, 'invoices', { totals, ...rest })).rows).toEqual([{ id: 810_001 }])
    expect((await importing(admin, 'invoices', old({ id: 810_002, number: 'Α-2' }), '&dry_run=true')).status).toBe(200)
    const changed = await importing(admin, 'invoices', old({ number: 'Α-9' }))
    expect(changed.error.context.resource[0]?.code).toBe(409)
    expect(await facts()).toEqual(before)
  })

  test('is never cancelled, and its number is taken', async () => {
    expect(await command('purchases.cancel-invoice', { id: 810_001, version: 1, reason: 'δοκιμή' })).toMatchObject({
      code: 'purchases.historic',
    })
    const line = { productId: company.stock.glass, quantity: 1_0000, price: 1_0000 }
    const entered = { providerId: providerid, refcode: '24.00.01', number: 'α-1', lines: [line] }
    expect((await command('purchases.create-invoice', entered)).code).toBe('purchases.missing-number')
    const again = old({ id: 810_003, number: 'ΤΔΑ-4711' })
    expect((await importing(admin, 'invoices', again)).status).toBe(200)
    expect((await command('purchases.create-invoice', { ...entered, number: 'τδα-4711' })).code).toBe(
      'purchases.number-taken',
    )
    // and one that was entered here is not imported as well
    expect((await command('purchases.create-invoice', { ...entered, number: 'ΤΔΑ-5000' })).code).toBeUndefined()
    const twice = await importing(admin, 'invoices', old({ id: 810_004, number: 'τδα-5000' }))
    expect(twice.error.context.resource[0]?.code).toBe(409)
  })

  test('is refused with all errors of a batch at once, and a cancelled one counts nowhere', async () => {
    const before = await facts()
    const batch = [
      old({ id: 811_001, number: 'Β-1' }),
      old({ id: 811_002, type: 'REQUEST-PM' }),
      old({ id: 811_003, status: 'PAID' }),
      old({ id: 811_004, providerid: 99_999_999 }),
      old({ id: 811_005, content: [{ id: 99_999_999, quantity: 1 }] }),
      old({ id: 811_006, importDate: null, created: null }),
      old({ id: Number.MAX_SAFE_INTEGER }),
    ]
    const { status, json } = await ask(company, 'POST', '/api/v2/_table/invoices?import=true', {
      token: company.tokens.admin,
      body: { resource: batch },
    })
    expect(status).toBe(400)
    expect((json as { error: { context: { error: number[] } } }).error.context.error).toEqual([1, 2, 3, 4, 5, 6])
    expect((await importing(user, 'invoices', old({ id: 811_001 }))).status).toBe(403)
    expect(await facts()).toEqual(before)
    const owed = await balance()
    expect((await importing(admin, 'invoices', old({ id: 811_007, status: 'CANCELED' }))).status).toBe(200)
    expect(await balance()).toBe(owed)
    const { id } = await admin.make('invoices', {
      providerid,
      number: 'ΤΔΑ-6000',
      content: [{ name: 'x', quantity: 1 }],
      refcode: '24.00.01',
    })
    expect(id).toBe(811_008)
  })
})

describe('a payment of an earlier system', () => {
  const payment = (more: Row = {}): Row => ({
    id: 77,
    bound: 'Outbound',
    type: 'CASH',
    ammount: 10.5,
    date: '2019-06-01',
    entity_id: providerid,
    ...more,
  })
  test('is stored once, whether it comes again alone or in a batch, and a changed one is refused', async () => {
    const first = await importing(admin, 'payments', payment())
    expect(first.status).toBe(200)
    const before = await facts()
    expect((await importing(admin, 'payments', payment())).rows).toEqual(first.rows)
    const changed = await importing(admin, 'payments', payment({ ammount: 11 }))
    expect(changed.error.context.resource[0]?.code).toBe(409)
    expect(await facts()).toEqual(before)
    // one without an id is another payment each time, as an order without an id is another order
    const { id: _, ...unnumbered } = payment()
    expect((await importing(admin, 'payments', unnumbered)).rows).not.toEqual(first.rows)
  })
})

describe('an opening balance', () => {
  test('contains what was before it, so neither history nor the balance counts twice', async () => {
    const other = await addProvider(company.db)
    const name = 'Κηροχημική με υπόλοιπο'
    await company.db.run(sql`update providers set name = ${name} where id = ${other}`)
    await company.db.run(sql`
      insert into opening_balances (provider_id, amount_cents, day, user_name, created_at, updated_at)
      values (${other}, 50000, '2020-12-31', 'Μαρία', now(), now())`)
    await repostAll(company.db)
    const invoice = (day: string, id: number) =>
      importing(admin, 'invoices', old({ id, providerid: other, importDate: day, number: `Γ-${id}` }))
    const paid = (date: string, id: number) =>
      importing(admin, 'payments', {
        id,
        bound: 'Outbound',
        type: 'CASH',
        ammount: 1,
        date,
        entity_id: other,
      })
    const text = (answer: Awaited<ReturnType<typeof invoice>>) => answer.error.context.resource[0]
    expect(text(await invoice('2020-12-31', 812_001))).toMatchObject({ code: 422 })
    expect(text(await paid('2020-12-31', 78))).toMatchObject({ code: 422 })
    expect((await invoice('2021-01-01', 812_001)).status).toBe(200)
    expect((await paid('2021-01-01', 78)).status).toBe(200)
    const account = (await command('providers.account', { id: other })).json['figures']
    expect(account).toMatchObject({ opening: 500_00, invoiced: 21_42, paid: 1_00, balance: 520_42 })
    const moved = (on: string) =>
      company.runner.work(SYSTEM, 'test', (work) =>
        setOpening(providerKind, work, other, { amount: 500_00 as Cents, day: on as Day, note: '' }),
      )
    await expect(moved('2021-01-01')).rejects.toMatchObject({ refusal: { code: 'parties.opening-contains' } })
    expect((await moved('2020-06-30')).outcome).toBe('changed')
  })
})

test('an invoice of an earlier system without a number gets the next one', async () => {
  const idOf = async (number: string) =>
    (await importing(admin, 'invoices', old({ id: undefined, number }))).rows[0]?.['id'] as number
  const first = await idOf('Χ-1')
  expect(await idOf('Χ-2')).toBe(first + 1)
})
