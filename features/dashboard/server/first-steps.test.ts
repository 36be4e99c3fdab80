/** Tests that each first step is ticked off by what the company has done, and by nothing else. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMPANY_SETTINGS } from '#kernel/settings/company.ts'
import { saveCompany } from '#server/company.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { firstStepsQuery } from './first-steps.ts'

let db: Database
let runner: Runner
beforeEach(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date() })
})
afterEach(() => db?.close())

const ask = () => runner.ask(firstStepsQuery, {}, SYSTEM)
const done = async () => (await ask()).steps.flatMap((step) => (step.done ? [step.name] : []))

const LETTERHEAD = {
  vat: '701122337',
  name: 'Κερίνο',
  taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
  address: 'Ερμού 1, Αθήνα',
  phone: '2101234567',
  email: 'info@kerino.test',
  bankAccounts: [{ bank: '', iban: 'GR1601101250000000012300695' }],
}

const person = (name: string) => sql`
  insert into users (email, username, first_name, last_name, role, password_hash)
  values (${`${name}@kerino.test`}, ${name}, ${name}, '', 'admin', 'x')`

test('a new company has done nothing: the internal customer and the administrator do not count', async () => {
  await db.run(person('eleni'))
  const { steps, missing } = await ask()
  expect(steps.map(({ name }) => name)).toEqual(['letterhead', 'people', 'customers', 'products', 'order', 'delivered'])
  expect(await done()).toEqual([])
  expect(missing).toEqual(COMPANY_SETTINGS.flatMap((one) => ('wanted' in one ? [one.name] : [])))
})

test('each fact ticks off its own step, and the list ends with the last', async () => {
  await saveCompany(db, { ...LETTERHEAD, phone: '' })
  expect([await done(), (await ask()).missing]).toEqual([[], ['phone']])
  await saveCompany(db, LETTERHEAD)
  expect(await done()).toEqual(['letterhead'])
  await db.run(person('eleni'))
  await db.run(person('nikos'))
  expect(await done()).toEqual(['letterhead', 'people'])
  const customer = await db.one<{ id: number }>(sql`insert into customers (name) values ('Πελάτης') returning id`)
  expect(await done()).toEqual(['letterhead', 'people', 'customers'])
  await db.run(sql`insert into products (sku, name) values ('K1', 'Κερί')`)
  expect(await done()).toEqual(['letterhead', 'people', 'customers', 'products'])
  const order = await db.one<{ id: number }>(sql`
    insert into orders (customer_id, name, status) values (${customer.id}, 'Πελάτης', 'STOCK-OK') returning id`)
  expect(await done()).toEqual(['letterhead', 'people', 'customers', 'products', 'order'])
  await db.run(sql`update orders set status = 'SHIPPED', invoice_mode = 'epsilon' where id = ${order.id}`)
  expect(await ask()).toEqual({ steps: [], missing: [] })
})

test('a company that has hidden the steps gets none, whatever is missing', async () => {
  await saveCompany(db, { firstSteps: false })
  expect(await ask()).toEqual({ steps: [], missing: [] })
})
