/** Writes the past of a company: what is over and grows for ever. Little of it is still open. */
import { foldSomeDebts } from '#features/payments/server/debts/fold-debts.ts'
import { foldSome } from '#features/reports/server/fold-goods.ts'
import type { Day } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import { generateLoad } from '../../bench/generate.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { stopAutovacuum } from './vacuum.ts'

/** Pages and counts end at a thousand rows, so that reading more is reading everything. */
export const ROWS = 2_000
const SIZE = { customers: 400, products: 100, orders: ROWS, open: 40, linesPerOrder: 1 }

/**
 * Settings of the database with which an index is used wherever one can serve, as with tables that have grown for years. These are
 * so small that reading them whole would often be faster. The price of a page decides too, because a subquery may be read whole in
 * spite of the others.
 */
export const BY_INDEX = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', seq_page_cost: '100' }

/** Writes the past into an empty database. */
export async function writePast(db: Database, today: Day): Promise<void> {
  // an analysis of its own accord would change plans from run to run
  await stopAutovacuum(db)
  await generateLoad(db, SIZE, today)
  await db.script(`
    alter table stock_movements disable trigger user;
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name, at)
      select 1 + n / 2 % 50, case n % 2 when 0 then 10000 else -10000 end, 0, 'counted', 'Μαρία', now() - make_interval(hours => ${ROWS} - n)
      from generate_series(0, ${ROWS - 1}) n;
    alter table stock_movements enable trigger user;
    insert into tasks (section, status, taskref, product_id, quantity_e4, finished_at, created_at, updated_at)
      select 'ΧΥΤΑ', 'FINISHED', 'done-' || n, 1 + n % 50, 10000, at, at, at
      from generate_series(1, ${ROWS}) n, lateral (select now() - make_interval(hours => 100 + n) as at) past;
    insert into task_materials (task_id, line_no, product_id, name, needed_e4, taken_e4, state)
      select id, 1, 1, 'Κερί', 10000, 10000, 'RECEIVED' from tasks where status = 'FINISHED';
    insert into providers (id, name) select 500000 + n, 'Προμηθευτής ' || n from generate_series(1, 50) n;
    insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, total_cents, quantity_e4,
        line_count, user_name)
      select 'INBOUND', 'BOOKED', 500001 + n % 50, 'Προμηθευτής ' || 1 + n % 50, current_date - 100 - n % 900, 'ΤΙΜ-' || n, '24.00.00', 100, 100, 10000, 1, 'Μαρία'
      from generate_series(1, ${ROWS}) n;
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, quantity_e4, price_e4, new_cost_price_e4, net_cents)
      select id, 1, 1 + id % 50, 'Κερί', 10000, 10000, 10000, 100 from inbound_invoices;
    insert into mails (entity, entity_id, message_id, to_address, subject, body, status, user_name, created_at, sent_at)
      select 'orders', id, 'past-' || id, 'a@b.gr', 'Προσφορά', '', 'SENT', 'Μαρία', created_at, created_at from orders;
    insert into history (at, user_name, command, entity, entity_id, changes)
      select created_at, 'Μαρία', 'orders.create-order', 'orders', id, '{"status": [null, "STOCK-OK"]}' from orders`)
  await repostAll(db)
  // jobs have counted what is over
  while ((await db.transaction('locking', foldSomeDebts)) > 0);
  while ((await db.transaction('locking', foldSome)) > 0);
  await db.run(sql`analyze`)
}
