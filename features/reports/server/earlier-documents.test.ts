import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { emptyDatabase, testServer } from '#testing/engines.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { readDifferences } from './prove-ledger.ts'

let server: ThrowawayPostgres
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = temporaryFolder('earlier-documents')
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < '0800_postings.sql'))
    cpSync(join(MIGRATIONS, name), join(folder, name))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

/** Documents of every kind, as triggers counted them before the ledger. */
const DOCUMENTS = `
  insert into users (id, email, username, password_hash, role) overriding system value values (1, 'd@x.gr', 'Νίκος', 'x', 'driver');
  insert into salespersons (id, name) overriding system value values (1, 'Άννα');
  insert into customers (id, name, salesperson_id) overriding system value values (1, 'Άλφα', 1), (2, 'Βήτα', null);
  insert into providers (id, name) overriding system value values (11, 'Κηροχημική');
  insert into products (id, name, sku) overriding system value values (1, 'Κερί', 'K1');
  insert into orders (id, customer_id, name, status, invoice_mode, refcode, invoiced_on, products_cents, vat_cents, total_cents)
    select n, 1 + n % 2, 'Α', case when n % 5 = 0 then 'INVOICED' else 'SHIPPED' end, case when n % 3 = 0 then 'red' else 'epsilon' end, '71.00.01',
      date '2026-10-01' + n, 1000 + n, 240, 1240 + n from generate_series(101, 120) n;
  insert into orders (id, customer_id, name, status, historic, products_cents, vat_cents, total_cents, created_at)
    values (131, 1, 'Α', 'SHIPPED', true, 1000, 240, 1300, '2024-05-05 12:00Z');
  insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents)
    select id, 1, 1, 'Κερί', 'Item', 2400, 10000, 5000, 10000, products_cents, vat_cents from orders;
  insert into accounting_documents (id, order_id, kind, key, status, request, series, series_year, branch, number) overriding system value
    values (1, 101, 'credit-part', 'k', 'ACKNOWLEDGED', '{}', 'ΠΙΣ', 0, 0, 7);
  insert into credits (id, document_id, order_id, net_cents, vat_cents, total_cents, issued_on) overriding system value values (5, 1, 101, 100, 24, 124, '2027-02-01');
  update orders set credited_cents = 124 where id = 101;
  update orders set status = 'ON SHIPPING' where id = 102;
  update orders set customer_id = 2 where id = 103;
  insert into inbound_invoices (id, type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents, total_cents, user_name) overriding system value
    values (201, 'INBOUND', 'BOOKED', 11, 'Π', '2026-10-05', 'Τ1', '24.00.01', 500, 120, 620, 'Ε'),
      (202, 'INBOUND', 'BOOKED', 11, 'Π', '2026-10-06', 'Τ2', '24.00.01', 500, 0, 500, 'Ε');
  update inbound_invoices set state = 'CANCELED', canceled_at = now(), canceled_name = 'Ε' where id = 202;
  insert into payments (id, bound, type, amount_cents, date, customer_id, provider_id, salesperson_id, entity_name, refcode, bank_name, receipt_code,
      cancels_id, carried_by, import_id, user_name) overriding system value values
    (301, 'Inbound', 'CASH', 100, '2026-10-07', 1, null, null, 'Α', '38.00.00', '', 'ΑΠ-1', null, 1, null, 'Ε'),
    (302, 'Inbound', 'BANK', 200, '2026-10-08', 2, null, null, 'Β', '38.02.00', 'Alpha', '', null, null, 9, 'Ε'),
    (303, 'Outbound', 'CHECK', 300, '2026-10-09', null, 11, null, 'Π', '38.01.00', '', '', null, null, null, 'Ε'),
    (304, 'Outbound', 'CASH', 400, '2026-10-10', null, null, 1, 'Άννα', '38.00.00', '', '', null, null, null, 'Ε'),
    (305, 'Inbound', 'CARD', 55, '2026-10-10', null, null, null, '', '38.00.00', '', '', null, null, null, 'Ε'),
    (306, 'Inbound', 'CARD', 70, '2026-10-10', 1, null, null, 'Α', '38.00.00', '', '', null, null, null, 'Ε'),
    (307, 'Inbound', 'CARD', -70, '2026-10-11', 1, null, null, 'Α', '38.00.00', '', '', 306, null, null, 'Ε');
  insert into opening_balances (customer_id, provider_id, amount_cents, day, note, user_name, created_at, updated_at) values
    (1, null, -5000, '2025-12-31', 'παλιό', 'Ε', now(), now()), (null, 11, 700, '2025-12-31', '', 'Ε', now(), now()),
    (2, null, 0, '2025-12-31', '', 'Ε', now(), now())`

test.each(['pglite', 'postgres'] as const)(
  'documents from before the ledger have the lines that follow from them, now and as known then: %s',
  async (engine) => {
    const db = await emptyDatabase(engine, server)
    try {
      await migrate(db, folder)
      await db.script(DOCUMENTS)
      const versions = () =>
        db.one<{ held: number; ended: number }>(sql`
          select count(*) filter (where ended_at is null)::int as held, count(*) filter (where ended_at is not null)::int as ended
          from counted_documents`)
      const before = await versions()
      expect(before.ended).toBeGreaterThan(0)
      expect(await migrate(db)).toContain('0800_postings.sql')
      expect(await readDifferences(db)).toEqual([])
      expect(
        await db.one(sql`
          select count(*) filter (where ended_at is null)::int as held, count(*) filter (where ended_at is not null)::int as ended
          from postings where line = 0 and source <> 'opening'`),
      ).toEqual(before)
      expect(
        await db.many(sql`
          select source, document_id, recorded_at from postings group by source, document_id, recorded_at, ended_at having sum(cents) <> 0`),
      ).toEqual([])
      expect(
        await db.many(sql`
          select account, sum(cents)::bigint as cents from postings where ended_at is null and account in ('till', 'carried', 'bank', 'providers')
          group by account order by account`),
      ).toEqual([
        { account: 'bank', cents: 200 },
        { account: 'carried', cents: 100 },
        { account: 'providers', cents: -620 + 300 - 700 },
        { account: 'till', cents: -400 },
      ])
    } finally {
      await db.close()
    }
  },
)
