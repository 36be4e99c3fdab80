/** Restores of one kind bring back records that are missing, with everything that follows from them. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derived, jobWorks } from '#app/server/features.ts'
import { readDifferences } from '#features/reports/server/prove-ledger.ts'
import { raw, sql } from '#server/db/database.ts'
import { readDerivedDifferences } from '#server/derived/prove.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { addProvider } from '#server/samples/sample-parts.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PASSWORD, PIECE } from '#testing/people-and-goods.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { BACKUP_JOB } from './work/run-backup.ts'
import { RESTORE_JOB } from './work/run-restore.ts'

const folder = temporaryFolder('missing')
const backups: BackupPlace = { folder, passphrase: null, nightly: false, keep: 3, bucket: memoryStore }
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({ backups })
})
afterAll(async () => {
  await company?.close()
  rmSync(folder, { recursive: true, force: true })
})
const { does } = peopleOf(() => company)

/** Asks for the work of a job as the administrator, and runs it. Returns its id. */
async function worked(name: string, input: object, job: string, payload: (id: number) => object): Promise<number> {
  const { id } = await does<{ id: number }>('admin', name, input)
  const { runner } = company
  const outside = () => ({ ...NOTHING_OUTSIDE, backups })
  await jobWorks({ runner, outside, publicUrl: 'http://localhost', log: console })[job]?.run(payload(id))
  return id
}

/** Imports a sale of an earlier system, which counts in the balance of its customer. */
async function importSale(): Promise<number> {
  const { customer, candle } = company.stock
  const sale = {
    id: 700_100,
    customer_id: customer,
    status: 'SHIPPED',
    created: '2019-05-03T08:00:00.000Z',
    invoiced_on: '2019-05-06',
    products: [{ id: candle, vat: 24, salesprice: 10, quantity: 2, totalPrdAmmount: 20, vatProducts: 4.8 }],
    totals: { totalOrder: 24.8, totalVat: 4.8, totalProductsAmmount: 20 },
  }
  const { status } = await ask(company, 'POST', '/api/v2/_table/custorders?import=true', {
    token: company.tokens.admin,
    body: { resource: [sale] },
  })
  expect(status).toBe(200)
  return sale.id
}

/** Makes records of each kind, and returns the statements that remove them and nothing of what moved with them. */
const LOST = {
  orders: async () => {
    const ids = `(${await company.order('STOCK-OK')}, ${await importSale()})`
    return `
      delete from order_lines where order_id in ${ids};
      delete from order_loans where order_id in ${ids};
      update postings set ended_at = now() where source = 'order' and document_id in ${ids};
      delete from orders where id in ${ids}`
  },
  invoices: async () => {
    const { id } = await does<{ id: number }>('admin', 'purchases.create-invoice', {
      providerId: await addProvider(company.db),
      number: 'Τ-100',
      refcode: '24.00.01',
      lines: [{ productId: company.stock.glass, quantity: 10 * PIECE, price: 3_0000 }],
    })
    // the movements of the stock are never deleted, so only rows can be lost to which they refer
    return `
      update postings set ended_at = now() where source = 'invoice' and document_id = ${id};
      set session_replication_role = replica;
      delete from inbound_invoice_lines where invoice_id = ${id};
      delete from inbound_invoices where id = ${id};
      set session_replication_role = default`
  },
  loans: async () => {
    const { customer, glass } = company.stock
    const lent = { bound: 'OUTBOUND', customerId: customer, productId: glass, quantity: 4 * PIECE }
    const { id } = await does<{ id: number }>('admin', 'loans.record-loan', lent)
    return `delete from loans where id = ${id}`
  },
}

/** Returns what stands in tables, and the accounts of customers and providers. */
async function contentsOf(tables: readonly string[]): Promise<Record<string, unknown>> {
  const accounts = await company.db.many(sql`
    select account, party_id, sum(cents)::bigint as cents from postings where ended_at is null
    group by 1, 2 having sum(cents) <> 0 order by 1, 2`)
  const rows = tables.map(async (table) => [
    table,
    await company.db.many(sql`select to_jsonb(t) as row from ${raw(table)} t order by to_jsonb(t)::text collate "C"`),
  ])
  return { accounts, ...Object.fromEntries(await Promise.all(rows)) }
}

test.each<[kind: keyof typeof LOST, tables: string[]]>([
  ['orders', ['orders', 'order_lines', 'order_loans', 'promised_lines']],
  ['invoices', ['providers', 'inbound_invoices', 'inbound_invoice_lines']],
  ['loans', ['loans', 'loan_balances', 'lent_sums']],
])('%s that are missing come back as they were, and no figure differs', async (kind, tables) => {
  const remove = await LOST[kind]()
  const before = await contentsOf(tables)
  const id = await worked('backup.start', {}, BACKUP_JOB, (backup) => ({ backup }))
  await company.db.script(remove)
  expect(await contentsOf(tables)).not.toEqual(before)
  const restore = await worked(`backup.restore-${kind}`, { id, password: PASSWORD }, RESTORE_JOB, (asked) => ({
    restore: asked,
  }))
  expect(await company.db.one(sql`select state, failure from restores where id = ${restore}`)).toEqual({
    state: 'DONE',
    failure: null,
  })
  expect(await contentsOf(tables)).toEqual(before)
  expect(await readDerivedDifferences(company.db, derived)).toEqual([])
  expect(await readDifferences(company.db)).toEqual([])
})
