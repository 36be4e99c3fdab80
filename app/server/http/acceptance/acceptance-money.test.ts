/** Checks what programs read about money: totals by code, sales by period, and the balances of C-05. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccount } from '#features/customers/server/account.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { openApi } from '#server/data-api/openapi/openapi.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { program } from '#testing/old-client.ts'

const MONTH = 'from=2031-03-01&to=2031-03-31'

let company: TestCompany
let customer: number
let provider: number
beforeAll(async () => {
  company = await openTestCompany()
  const create = async (command: string, name: string) => ((await company.run(command, { name })) as { id: number }).id
  customer = await create('customers.create-customer', 'Ταβέρνα Σύνολα')
  provider = await create('providers.create-provider', 'Κηροχημική Σύνολα')
  await company.db.script(`
    insert into orders (customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents) values
      (${customer}, 'Ταβέρνα Σύνολα', 'SHIPPED', 'epsilon', '71.00.01', '2031-03-03', 8065, 1935, 10000),
      (${customer}, 'Ταβέρνα Σύνολα', 'INVOICED', 'epsilon', '71.00.01', '2031-03-04', 500, 120, 620);
    insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents, total_cents, user_name) values
      ('INBOUND', 'BOOKED', ${provider}, 'Κηροχημική Σύνολα', '2031-03-05', 'ΣΥΝ-1', '24.00.01', 8065, 1935, 10000, 'Ε'),
      ('REQUEST-PM', 'OPEN', ${provider}, 'Κηροχημική Σύνολα', '2031-03-06', 'ΣΥΝ-2', '24.00.01', 900, 0, 900, 'Ε')`)
  // these documents were written without their commands, which would have posted them
  await repostAll(company.db)
  const pay = (bound: string, ammount: number, entity_id: number) =>
    program(company, 'admin').post(
      'payments',
      { bound, type: 'CASH', ammount, date: '2031-03-10', entity_id },
      '?import=true',
    )
  await pay('Inbound', 60, customer)
  await pay('Outbound', 10, customer)
  await pay('Outbound', 60, provider)
  await pay('Inbound', 10, provider)
})
afterAll(() => company?.close())

test('the totals of a period have one row for each code and type, with the names of the specification', async () => {
  const user = program(company, 'user')
  const documents = { totalProductsAmmount: 80.65, totalVat: 19.35, totalAmmount: 100 }
  const { rows } = await user.get(`totals?${MONTH}`)
  expect(rows).toMatchObject([
    { refcode: '71.00.01', description: 'Πωλήσεις με ΦΠΑ', type: 'Orders', bound: null, ...documents },
    { refcode: '24.00.01', type: 'Invoices', bound: null, ...documents },
    { refcode: '38.00.00', description: 'Μετρητά', type: 'CASH', bound: 'Inbound', totalVat: 0, totalAmmount: 70 },
    { refcode: '38.00.00', type: 'CASH', bound: 'Outbound', totalVat: 0, totalAmmount: 70 },
  ])
  expect((await user.get(`totals?${MONTH}&refcode=24.00.01`)).rows).toHaveLength(1)
})

test('the sales of a period come in days, weeks, months or years, each in its own buckets (C-21)', async () => {
  const user = program(company, 'user')
  const periods = await Promise.all(
    ['day', 'week', 'month', 'year'].map(async (by) => (await user.get(`sales?${MONTH}&period=${by}`)).rows),
  )
  const amounts = { totalProductsAmmount: 80.65, totalVat: 19.35, totalAmmount: 100 }
  const begins = ['2031-03-03', '2031-03-03', '2031-03-01', '2031-01-01']
  expect(periods).toEqual(begins.map((period) => [{ period, ...amounts }]))
})

type DescribedRows = {
  get: {
    responses: {
      200: {
        content: { 'application/json': { schema: { properties: { resource: { items: { properties: object } } } } } }
      }
    }
  }
}

test('the rows have exactly the fields that the description and the document for programs name', async () => {
  const user = program(company, 'user')
  const [totals] = (await user.get(`totals?${MONTH}`)).rows
  const [sales] = (await user.get(`sales?${MONTH}&period=day`)).rows
  const paths = openApi([])['paths'] as Readonly<Record<string, DescribedRows>>
  const fieldsOf = (path: string): string[] =>
    Object.keys(
      paths[path]?.get.responses[200].content['application/json'].schema.properties.resource.items.properties ?? {},
    ).toSorted()
  expect(fieldsOf('/totals')).toEqual(Object.keys(totals ?? {}).toSorted())
  expect(fieldsOf('/sales')).toEqual(Object.keys(sales ?? {}).toSorted())
  const section = /## Totals\n(.*?)\n## /s.exec(readFileSync('docs/data-api.md', 'utf8'))?.[1] ?? ''
  const named = [...section.matchAll(/^\| `(\w+)` \| (totals|sales|both) \|/gm)]
  const namedIn = (call: string) =>
    named.flatMap(([, field = '', of]) => (of === call || of === 'both' ? [field] : [])).toSorted()
  expect(namedIn('totals')).toEqual(Object.keys(totals ?? {}).toSorted())
  expect(namedIn('sales')).toEqual(Object.keys(sales ?? {}).toSorted())
})

test('wrong questions and people without the right are refused', async () => {
  const user = program(company, 'user')
  for (const asked of ['totals', `totals?${MONTH}&code=1`, 'totals?from=2031-03-31&to=2031-03-01', `sales?${MONTH}`])
    expect((await user.get(asked)).status, asked).toBe(400)
  for (const path of [`totals?${MONTH}`, `sales?${MONTH}&period=day`])
    expect((await program(company, 'driver').get(path)).status).toBe(403)
})

test('of 100 sold or bought, 60 paid and 10 paid back the balance is 50, with all three parts (C-05)', async () => {
  expect(await readAccount(company.db, customer)).toMatchObject({
    sales: 100_00,
    received: 60_00,
    refunded: 10_00,
    balance: 50_00,
  })
  const account = await callByName(company, 'providers.account', { id: provider }, { token: company.tokens.user })
  expect(account.json).toMatchObject({
    figures: { invoiced: 100_00, paid: 60_00, returned: 10_00, balance: 50_00, invoices: 1 },
  })
  const { count } = await company.db.one<{ count: number }>(sql`
    select count(*)::int as count from inbound_invoices where provider_id = ${provider} and type = 'REQUEST-PM'`)
  expect(count).toBe(1)
})
