/**
 * Loads the demo company: a candle maker that serves restaurants, hotels, churches and shops, and lends them glasses.
 */
import { SAMPLE_SHIPPING_LISTS } from '#kernel/settings/company.ts'
import { readCompany, saveCompany, saveSetting } from '#server/company.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { insertUser } from '#features/users/server/create-user.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoEmail, type People } from './accounts.ts'
import { buildDemoCompany, CUSTOMERS } from './build.ts'
import { DEMO_COMPANY, SAMPLE_TAX_SETTINGS } from './company.ts'
import { writeDocuments } from './documents.ts'
import { reserveIds } from './write/insert-rows.ts'
import { writeCustomers, writeProducts, writeStock } from './write/write-goods.ts'
import { writeInvoices } from './write/write-invoices.ts'
import { writeMoney } from './write/write-money.ts'
import { writeNotes } from './write/write-notes.ts'
import { writePurchases } from './write/write-purchases.ts'
import { writeProviders } from './write/write-providers.ts'
import { writeTasks } from './write/write-tasks.ts'
import { writeClosings, writeWashing } from './write/write-washing.ts'
import { writeHistoryOf, writeOrders, writePayments, writeShipments } from './write/write-orders.ts'

/** Loads the demo company in one transaction; does nothing if it was loaded before. */
export async function loadDemoCompany(runner: Runner): Promise<void> {
  await runner.work(SYSTEM, 'demo.load-demo-company', writeDemoCompany)
  await analyzeDemoCompany(runner.db)
}

/** Writes the demo company in the caller's transaction; does nothing if it was loaded before. */
export async function writeDemoCompany(work: Work): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const { tx, today } = work
  if (await tx.maybe(sql`select name from settings where name = 'demo-company'`)) return
  // values that a person has entered for the company stay
  const entered = Object.entries(await readCompany(tx)).filter(
    ([, value]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  await saveCompany(tx, { ...DEMO_COMPANY, ...Object.fromEntries(entered) })
  await saveSetting(tx, 'shipping', SAMPLE_SHIPPING_LISTS)
  await saveSetting(tx, 'tax', SAMPLE_TAX_SETTINGS)
  const people = await insertAccounts(work, passwordHash)

  const company = buildDemoCompany(
    today,
    await reserveIds(tx, 'next_party_id()', CUSTOMERS),
    SAMPLE_SHIPPING_LISTS.vehicles,
  )
  const orderIds = await reserveIds(tx, 'next_order_id()', company.orders.length)
  for (const [index, order] of company.orders.entries()) order.id = orderIds[index] as number
  const shipmentIds = await reserveIds(
    tx,
    `nextval(pg_get_serial_sequence('shipments', 'id'))`,
    company.shipments.length,
  )
  for (const [index, shipment] of company.shipments.entries()) shipment.id = shipmentIds[index] as number
  await writeCustomers(tx, company)
  await writeProviders(tx, company, people)
  const productIds = await writeProducts(tx, company)
  await writeOrders(tx, company, productIds)
  await writeWashing(tx, company, productIds)
  const invoices = await writeInvoices(tx, company, productIds, people)
  await writeStock(tx, company, productIds, people, invoices)
  await writeClosings(tx, company, productIds, people)
  await writeTasks(tx, company, productIds)
  await writeShipments(tx, company, people)
  await writePayments(tx, company, people)
  await writeMoney(work, company, people)
  await writeDocuments(tx, company)
  await writeNotes(tx, company)
  await writeHistoryOf(tx, company, people)
  await writePurchases(work)
  await repostAll(tx)
  await saveSetting(tx, 'demo-company', { loadedOn: today })
  work.moved({ entity: 'orders', id: orderIds[0] as number })
}

/** Counts the rows anew once they are committed, so that the first searches use the indexes. */
export const analyzeDemoCompany = (db: Database): Promise<void> => db.script('analyze')

/** Inserts the accounts that do not exist yet, and returns the id and the name of each account. */
async function insertAccounts(work: Work, passwordHash: string): Promise<People> {
  const there = await work.tx.many<{ id: number; email: string }>(
    sql`select id, email from users where email = any(${DEMO_ACCOUNTS.map(({ email }) => email)}::text[])`,
  )
  const ids = new Map(there.map(({ id, email }) => [email, id]))
  for (const account of DEMO_ACCOUNTS) {
    if (!ids.has(account.email))
      ids.set(account.email, await insertUser(work, { ...account, landing: null, passwordHash }))
  }
  const names = new Map<string, string>(DEMO_ACCOUNTS.map(({ email, username }) => [email, username]))
  return (email: DemoEmail | null) =>
    email === null
      ? { user_id: null, user_name: SYSTEM.name }
      : { user_id: ids.get(email) ?? null, user_name: names.get(email) ?? '' }
}
