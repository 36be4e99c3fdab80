/** Tests that the inbound invoices of the demo company agree with its ledger and its costs. */
import { expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { loadDemoCompany } from './demo-company.ts'

test('each invoice has the goods that the ledger received by it, and the last one of a product has its cost', async () => {
  const db = await testDatabase()
  const tags = ['ΠΡΩΤΕΣ ΥΛΕΣ', 'ΦΙΤΙΛΙΑ', 'ΑΡΩΜΑΤΑ', 'ΧΡΩΜΑΤΑ', 'ΠΟΤΗΡΙΑ', 'ΣΥΣΚΕΥΑΣΙΑ']
  await db.run(
    sql`insert into providers (name, tags) select tag, to_jsonb(array[tag]) from unnest(${tags}::text[]) tag`,
  )
  await loadDemoCompany(new Runner({ db, clock: () => new Date() }))
  const { invoices, providers } = await db.one<{ invoices: number; providers: number }>(
    sql`select count(*)::int as invoices, count(distinct provider_id)::int as providers from booked_invoices`,
  )
  expect(invoices).toBeGreaterThanOrEqual(20)
  expect(providers).toBe(tags.length)
  const differing = await db.many(sql`
    select i.id from inbound_invoices i where i.type = 'INBOUND' and i.quantity_e4 <> (
      select sum(quantity_e4) from stock_movements m where m.invoice_id = i.id and m.reason = 'purchased')`)
  expect(differing).toEqual([])
  const costs = await db.many(sql`
    select p.id from received_costs r join products p on p.id = r.product_id
      join inbound_invoice_lines l on l.invoice_id = r.invoice_id and l.product_id = r.product_id
    where l.new_cost_price_e4 <> p.cost_price_e4`)
  expect(costs).toEqual([])
  await db.close()
})
