/**
 * Fills an empty database with the data of a company after many years, for measurements. Run `node bench/generate.ts`
 * with DATABASE_URL or DATA_DIR. The same sizes and day always give the same rows. The database computes them itself,
 * so it takes only a minute.
 */
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { writeCustomers, writeProducts, writeSalespersons } from './generate-customers-and-products.ts'
import { writeDocuments, writeLoans, writeOrders, writePayments, writeShipments } from './generate-orders.ts'
import { FULL_SIZE, type LoadSize } from './load-size.ts'

/** The number of orders in one statement. More are faster, but need more memory in the embedded engine. */
const CHUNK = 10_000

/** Writes the data into an empty, migrated database. Returns how many rows each table has. */
export async function generateLoad(
  db: Database,
  size: LoadSize = FULL_SIZE,
  today: Day = dayOf(new Date().toISOString()),
): Promise<Record<string, number>> {
  const { used } = await db.one<{ used: boolean }>(
    sql`select exists (select from products) or exists (select from orders) or exists (select from customers where not system) as used`,
  )
  if (used) throw new Error('The load is written into an empty database only')
  await prepare(db)
  try {
    await writeSalespersons(db, today)
    await writeCustomers(db, size, today)
    await writeProducts(db, size)
    for (let first = 1; first <= size.orders; first += CHUNK) {
      await writeOrders(db, size, today, first, Math.min(size.orders, first + CHUNK - 1))
    }
    await writeShipments(db)
    await writeLoans(db, size)
    await writePayments(db, today)
    await writeDocuments(db)
    await repostAll(db)
  } finally {
    await tidyUp(db)
  }
  return count(db)
}

/**
 * Creates functions for random values that depend only on the number of a row, and are equal on every engine. Ids
 * that the product never uses are skipped here too.
 */
const prepare = (db: Database): Promise<void> =>
  db.script(`
    create function load_dice(key bigint, salt int, sides int) returns int language sql immutable parallel safe as
      $$ select ('x' || substr(md5(key || ':' || salt), 1, 7))::bit(28)::int % sides $$;
    create function load_customer_id(n bigint) returns bigint language sql immutable parallel safe as
      $$ select n + (n >= 9999)::int + (n >= 888887)::int $$;
    create function load_order_id(n bigint) returns bigint language sql immutable parallel safe as
      $$ select n + (n >= 88888)::int + (n >= 999998)::int $$;
    alter table stock_movements disable trigger stock_movements_apply`)

const tidyUp = (db: Database): Promise<void> =>
  db.script(`
    drop function load_dice(bigint, int, int);
    drop function load_customer_id(bigint);
    drop function load_order_id(bigint);
    alter table stock_movements enable trigger stock_movements_apply;
    select setval('party_ids', coalesce((select max(id) from customers where not system), 1));
    select setval('order_ids', coalesce((select max(id) from orders), 1));
    select setval(pg_get_serial_sequence('shipments', 'id'), coalesce((select max(id) from shipments), 1));
    select setval(pg_get_serial_sequence('products', 'id'), coalesce((select max(id) from products), 1));
    analyze`)

// biome-ignore format: one line an item would be a page
const TABLES = [
  'customers', 'products', 'requirement_materials', 'stock_movements', 'orders', 'order_lines', 'order_loans',
  'loans', 'shipments', 'payments', 'accounting_documents',
] as const

async function count(db: Database): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of TABLES) {
    found[table] = (await db.one<{ rows: number }>(sql`select count(*)::int as rows from ${raw(table)}`)).rows
  }
  return found
}

if (import.meta.main) {
  const db = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? './data' })
  try {
    await migrate(db)
    const started = performance.now()
    const rows = await generateLoad(db)
    console.table(rows)
    console.log(`${db.engine}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } finally {
    await db.close()
  }
}
