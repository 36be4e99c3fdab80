import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agingOf } from '#features/parties/domain/aging.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Database, sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'

let company: TestCompany
let db: Database
beforeAll(async () => {
  company = await openTestCompany()
  db = company.db
})
afterAll(() => company?.close())

const call = async (name: string, input: object) => {
  const { status, json } = await callByName(company, name, input, { token: company.tokens.user })
  return { status, json: json as Record<string, unknown>, refusal: refusalIn(json) }
}
const provider = async (name: string, more: object = {}): Promise<number> =>
  ((await company.run('providers.create-provider', { name, ...more })) as { id: number }).id
const names = async (search: string): Promise<string[]> =>
  ((await call('providers.list', { search })).json as { rows: { name: string }[] }).rows.map(({ name }) => name)

/** Stores an inbound invoice as the feature above writes it. */
const invoice = async (
  providerId: number,
  cents: number,
  day: string,
  more: { state?: string; type?: string } = {},
) => {
  const stored = await db.one<{ id: number }>(sql`
    insert into inbound_invoices (type, state, provider_id, import_date, number, total_cents, user_name, canceled_at)
    values (${more.type ?? 'INBOUND'}, ${more.state ?? 'BOOKED'}, ${providerId}, ${day}::date,
      ${`Τ-${Math.random()}`}, ${cents}, 'Ε', case when ${more.state ?? ''} = 'CANCELED' then now() end) returning id`)
  await repostAll(db)
  return stored
}
const pay = (providerId: number, bound: 'Inbound' | 'Outbound', amount: number, date: string, more: object = {}) =>
  call('payments.record-payment', { bound, type: 'CASH', amount, date, providerId, ...more })
/** Returns the day so many days before today. */
const ago = (days: number): Day => addDays(dayOf(new Date().toISOString()), -days)
const account = async (id: number) => (await call('providers.account', { id })).json

describe('a provider', () => {
  test('is found by Greek and Latin letters, the end of a phone number and the VAT number', async () => {
    await provider('ΠΑΡΑΦΙΝΕΣ ΑΣΠΡΟΠΥΡΓΟΥ ΑΕ', { vat: '094014201', phone: '210 55 89 412', label: 'WaxLine' })
    for (const typed of ['παραφινες', 'parafines', 'ασπροπυργου', 'waxline', '89412', '094014201'])
      expect([typed, await names(typed)]).toEqual([typed, ['ΠΑΡΑΦΙΝΕΣ ΑΣΠΡΟΠΥΡΓΟΥ ΑΕ']])
  })

  test('has an id that no customer has, and the placeholder 9999 is in no list and no picker (C-14)', async () => {
    const id = await provider('ΦΙΤΙΛΙΑ ΕΛΛΑΔΟΣ ΟΕ')
    const { id: customer } = (await company.run('customers.create-customer', { name: 'Επόμενος πελάτης' })) as {
      id: number
    }
    expect(customer).toBeGreaterThan(id)
    expect(await names('KERINO')).toEqual([])
    expect((await call('providers.options', { search: 'KERINO' })).json).toEqual({ rows: [] })
    expect((await call('providers.detail', { id: 9999 })).refusal?.code).toBe('providers.missing')
  })

  test('needs a name of four characters, and a save from an old page is refused with the other person', async () => {
    expect((await call('providers.create-provider', { name: 'ΔΕΗ' })).refusal?.code).toBe('customers.short-name')
    const id = await provider('ΚΟΥΤΙΑ ΠΕΙΡΑΙΑ')
    const change = { id, version: 1, changes: { city: 'Πειραιάς' } }
    expect((await call('providers.change-provider', change)).json).toMatchObject({ version: 2 })
    expect((await call('providers.change-provider', change)).refusal).toMatchObject({ kind: 'conflict' })
  })

  test('warns of others with the same VAT number among providers, not among customers', async () => {
    const first = await provider('ΓΥΑΛΙ ΑΕ', { vat: '090000045' })
    await company.run('customers.create-customer', { name: 'Πελάτης με ίδιο ΑΦΜ', vat: '090000045' })
    const second = await call('providers.create-provider', { name: 'ΓΥΑΛΙ ΑΕΒΕ', vat: 'EL 090000045' })
    expect(second.json).toMatchObject({ sameVat: [{ id: first, name: 'ΓΥΑΛΙ ΑΕ' }] })
  })
})

describe('the account of a provider', () => {
  test('is inbound invoices less payments plus what came back; requests and cancelled invoices never count (C-05, C-13)', async () => {
    const id = await provider('ΛΟΓΑΡΙΑΣΜΟΣ ΑΕ')
    const older = await invoice(id, 100_00, ago(115))
    const newer = await invoice(id, 40_00, ago(25))
    await invoice(id, 999_00, ago(24), { state: 'CANCELED' })
    await invoice(id, 999_00, ago(23), { type: 'REQUEST-PM', state: 'OPEN' })
    const { json } = await pay(id, 'Outbound', 70_00, ago(22))
    expect(json).toMatchObject({ balance: 70_00 })
    await pay(id, 'Inbound', 10_00, ago(21))
    expect(await account(id)).toMatchObject({
      figures: { invoiced: 140_00, paid: 70_00, returned: 10_00, balance: 80_00, invoices: 2 },
      due: { charge: { entry: { id: older.id }, rest: 30_00, due: ago(85) }, cheque: null },
      overdue: { cents: 30_00, since: ago(85), days: 85 },
      aging: { days30: 50_00, older: 30_00, credit: 0 },
      ledger: [
        { kind: 'invoice', id: older.id, balance: 100_00, debt: { open: 30_00, due: ago(85), late: 85 } },
        { kind: 'invoice', id: newer.id, balance: 140_00 },
        { kind: 'paid', amount: -70_00, balance: 70_00 },
        { kind: 'returned', amount: 10_00, balance: 80_00 },
      ],
    })
  })

  test('counts a cancelled payment as if it had never been, in the balance by age, in what is due next and in the list (C-71)', async () => {
    const id = await provider('ΑΚΥΡΩΜΕΝΗ ΠΛΗΡΩΜΗ ΑΕ')
    const { id: old } = await invoice(id, 100_00, ago(320))
    const { json } = await pay(id, 'Outbound', 100_00, ago(22))
    await call('payments.cancel-payment', { id: json['id'], reason: 'Λάθος προμηθευτής' })
    const aging = { days30: 0, days60: 0, days90: 0, older: 100_00, credit: 0 }
    expect(await account(id)).toMatchObject({
      figures: { balance: 100_00, paid: 0 },
      due: { charge: { entry: { id: old, kind: 'invoice' }, rest: 100_00 } },
      aging,
      ledger: [{ id: old }, { cancelled: true }, { cancelled: true, balance: 100_00 }],
    })
    expect((await call('providers.balances', { search: 'ΑΚΥΡΩΜΕΝΗ' })).json).toMatchObject({
      rows: [{ id, balance: 100_00, paid: 0, ...aging }],
    })
  })

  test('names the next cheque that the bank has not paid', async () => {
    const id = await provider('ΕΠΙΤΑΓΕΣ ΑΕ')
    const cheque = { type: 'CHECK', bankName: 'Εθνική', issuer: 'Εμείς' }
    for (const expireDate of [ago(26), ago(-90), ago(-60)])
      await pay(id, 'Outbound', 5_00, ago(57), { ...cheque, expireDate })
    expect(await account(id)).toMatchObject({ due: { cheque: { date: ago(-60), amount: 5_00 } } })
  })

  test('is the same in the list of balances as by the rules, for any invoices and payments', async () => {
    const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 130 }), fc.integer({ min: -300_00, max: 300_00 })), {
      minLength: 1,
      maxLength: 12,
    })
    for (const [index, all] of fc.sample(entries, { numRuns: 12, seed: 7 }).entries()) {
      const id = await provider(`ΤΥΧΑΙΟΣ ${7001 + index}`)
      const today = (await db.one<{ today: Day }>(sql`select (now() at time zone 'Europe/Athens')::date as today`))
        .today
      const dated = all
        .filter(([, amount]) => amount !== 0)
        .map(([ago, amount]) => ({ date: addDays(today, -ago), amount }))
      for (const { date, amount } of dated)
        if (amount > 0) await invoice(id, amount, date)
        else await pay(id, 'Outbound', -amount, date)
      const aging = agingOf(
        dated.map(({ date, amount }) => ({ date, amount: amount as Cents })),
        today,
      )
      const { rows } = (await call('providers.balances', { search: `${7001 + index}` })).json as { rows: object[] }
      const balance = dated.reduce((sum, { amount }) => sum + amount, 0)
      expect(rows).toMatchObject([{ id, balance, ...aging }])
      expect(await account(id)).toMatchObject({ figures: { balance }, aging })
    }
  })

  test('sorts and sums the balances of all providers that the search finds', async () => {
    const small = await provider('ΑΘΡΟΙΣΜΑ ΜΙΚΡΟ')
    const large = await provider('ΑΘΡΟΙΣΜΑ ΜΕΓΑΛΟ')
    await provider('ΑΘΡΟΙΣΜΑ ΤΙΠΟΤΑ')
    await invoice(small, 10_00, '2026-01-01')
    await invoice(large, 90_00, '2026-01-01')
    const { rows } = (await call('providers.balances', { search: 'ΑΘΡΟΙΣΜΑ' })).json as {
      rows: { id: number }[]
    }
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual([large, small])
    expect(rows).toHaveLength(3)
    expect((await call('providers.balances-sums', { search: 'ΑΘΡΟΙΣΜΑ' })).json).toMatchObject({
      sums: { invoiced: 100_00, paid: 0, balance: 100_00, older: 100_00 },
    })
  })
})

describe('payments of providers', () => {
  test('belong to exactly one customer or provider, and never to an order of a customer', async () => {
    const id = await provider('ΠΛΗΡΩΜΕΣ ΑΕ')
    const { customer } = company.stock
    expect((await pay(id, 'Outbound', 100, '2026-11-01', { customerId: customer })).refusal).toMatchObject({
      kind: 'invalid',
    })
    expect((await pay(999_999_999, 'Outbound', 100, '2026-11-01')).refusal?.code).toBe('payments.no-provider')
    expect((await pay(9999, 'Outbound', 100, '2026-11-01')).refusal?.code).toBe('payments.no-provider')
    const orderId = await company.order('PACKAGED')
    expect((await pay(id, 'Outbound', 100, '2026-11-01', { orderId })).refusal?.code).toBe('payments.order-of-another')
  })

  test('appear in the history of the provider, who then cannot be deleted', async () => {
    const id = await provider('ΙΣΤΟΡΙΚΟ ΑΕ')
    await pay(id, 'Outbound', 12_00, '2026-11-01')
    const { rows } = (await call('providers.history', { id })).json as { rows: object[] }
    expect(rows[0]).toMatchObject({ command: 'payments.record-payment', changes: { payment: [null, 12] } })
    const deleted = await ask(company, 'DELETE', `/api/v2/_table/providers/${id}`, { token: company.tokens.admin })
    expect(deleted).toMatchObject({ status: 400, text: expect.stringContaining('providers.in-use') })
  })
})

describe('programs', () => {
  const api = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
    const { json } = await ask(company, method, `/api/v2/_table/${path}`, {
      token: company.tokens.user,
      ...(body && { body }),
    })
    return (json as { resource: Record<string, unknown>[] }).resource
  }

  test('create, change and read providers with the fields of customers, and get their payments', async () => {
    const [created] = await api('POST', 'providers', {
      resource: [
        { name: 'ΠΡΟΓΡΑΜΜΑ ΑΕ', vat: '094014201', startdate: '2020-02-29', discount: 5, vatType: 24, tags: ['κερί'] },
      ],
    })
    const id = created?.id as number
    await api('PATCH', 'providers', { resource: [{ id, city: 'Χαλκίδα' }] })
    await db.run(sql`
      insert into inbound_invoices (type, state, provider_id, import_date, number, user_name) values
        ('INBOUND', 'BOOKED', ${id}, '2026-11-01', 'ΤΠ-1', 'Ε'), ('REQUEST-PM', 'OPEN', ${id}, '2026-11-01', 'ΑΙΤ', 'Ε')`)
    await api('POST', 'payments', {
      resource: [{ bound: 'Outbound', type: 'CASH', ammount: 12.5, date: ago(26), entity_id: id }],
    })
    expect(await api('GET', `providers?filter=id=${id}&related=orders,payments`)).toMatchObject([
      {
        id,
        name: 'ΠΡΟΓΡΑΜΜΑ ΑΕ',
        city: 'Χαλκίδα',
        discount: 5,
        vatType: 24,
        tags: ['κερί'],
        orders: [{ type: 'INBOUND', providerid: id, number: 'ΤΠ-1' }],
        payments: [{ bound: 'Outbound', ammount: 12.5, entity_id: id, entity_name: 'ΠΡΟΓΡΑΜΜΑ ΑΕ' }],
      },
    ])
    expect(await api('GET', `payments?filter=entity_id=${id}`)).toHaveLength(1)
  })

  test('do not see the placeholder as a provider (C-14)', async () => {
    expect(await api('GET', 'providers?filter=id=9999')).toEqual([])
  })
})

test('the list has 150 providers on a page, and the next page has the rest', async () => {
  await db.run(sql`insert into providers (name, label) select 'Σελίδα ' || n, 'σελίδες' from generate_series(1, 151) n`)
  const page = async (number: number) => {
    const { json } = await call('providers.list', { filters: { label: 'σελίδες' }, sort: 'id', page: number })
    return { ids: (json as { rows: { id: number }[] }).rows.map(({ id }) => id), more: json['more'] }
  }
  const [first, second] = [await page(1), await page(2)]
  expect([first.ids.length, first.more, second.ids.length, second.more]).toEqual([150, true, 1, false])
  expect(new Set([...first.ids, ...second.ids]).size).toBe(151)
  expect((await call('providers.count', { filters: { label: 'σελίδες' } })).json).toMatchObject({ count: 151 })
})
