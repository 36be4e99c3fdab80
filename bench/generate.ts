/**
 * Fills an empty database with the data of a company after many years, for measurements. Run `node bench/generate.ts`
 * with DATABASE_URL or DATA_DIR. The same sizes and day always give the same rows. The database computes them itself,
 * so it takes only a minute.
 */
import { BARS, FAMILY_NAMES, FIRST_NAMES, HOTELS, SHOPS, TAVERNS, type Word } from '#db/demo/names.ts'
import { ATTICA, ELSEWHERE } from '#db/demo/places.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

export type LoadSize = {
  readonly customers: number
  readonly products: number
  readonly orders: number
  readonly linesPerOrder: number
  /** Orders that are not over; 15 of a hundred unless given. */
  readonly open?: number
}

/** The size for which the goals of the product are set. */
export const FULL_SIZE: LoadSize = { customers: 20_000, products: 5_000, orders: 100_000, linesPerOrder: 5 }

/** The number of orders in one statement. More are faster, but need more memory in the embedded engine. */
const CHUNK = 10_000
const DAYS = 3 * 365
const OPEN_SHARE = 0.15

const greek = (words: readonly Word[]): string[] => words.map(([word]) => word)

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

const SALESPERSONS = 12

/** Writes the salespersons; each looks after one twelfth of the customers. */
async function writeSalespersons(db: Database, today: Day): Promise<void> {
  await db.run(sql`
    insert into salespersons (name, surname, email, start_date, first_discount_bp, normal_discount_bp)
    select (${greek(FIRST_NAMES)}::text[])[n], (${greek(FAMILY_NAMES)}::text[])[n], 'sales-' || n || '@company.example',
      ${today}::date - 100 * n, 500 + 100 * n, 100 * n
    from generate_series(1, ${SALESPERSONS}::int) n`)
}

async function writeCustomers(db: Database, { customers }: LoadSize, today: Day): Promise<void> {
  const towns = JSON.stringify([...ATTICA, ...ELSEWHERE])
  const signs = greek([...TAVERNS, ...BARS, ...HOTELS, ...SHOPS])
  await db.run(sql`
    insert into customers (id, name, label, tax_office, address, city, postcode, country, phone, phone2, start_date,
      representor, discount_bp, category, vat, profession, email, tags, salesperson_id, extra_addresses, created_at, updated_at)
    select load_customer_id(n), family || ' ' || first || form, sign || ' ' || n, town ->> 'taxOffice',
      street, town ->> 'city', town ->> 'postcode', 'Ελλάδα',
      rpad((town ->> 'areaCode') || '0', 10 - 6, '0') || lpad((n % 1000000)::text, 6, '0'), '690' || lpad(load_dice(n, 5, 10000000)::text, 7, '0'),
      ${today}::date - load_dice(n, 6, 2400), family || ' ' || first, (array[0, 0, 0, 500, 1000])[1 + load_dice(n, 7, 5)],
      (array['Category1', 'Category2'])[1 + load_dice(n, 8, 2)],
      eight || (select sum(substr(eight, place, 1)::int * (1 << (9 - place))) from generate_series(1, 8) place) % 11 % 10,
      'Εστιατόριο', 'info@customer-' || n || '.example', '[]',
      (select min(id) from salespersons) + n % ${SALESPERSONS}::int,
      case when n % 3 = 0 then jsonb_build_array(jsonb_build_object('address', street, 'postcode', town ->> 'postcode',
        'city', town ->> 'city', 'phone', '', 'building', 'Αποθήκη', 'floor', 'Ισόγειο')) else '[]' end,
      (${today}::date - ${DAYS + 30}::int)::timestamptz, (${today}::date - ${DAYS + 30}::int)::timestamptz
    from generate_series(1, ${customers}::int) n,
      lateral (select ${towns}::jsonb -> load_dice(n, 1, ${ATTICA.length + ELSEWHERE.length}::int) as town,
        '7' || lpad((n::bigint * 37 % 10000000)::text, 7, '0') as eight,
        (${greek(FAMILY_NAMES)}::text[])[1 + load_dice(n, 2, ${FAMILY_NAMES.length}::int)] as family,
        (${greek(FIRST_NAMES)}::text[])[1 + load_dice(n, 3, ${FIRST_NAMES.length}::int)] as first,
        (${signs}::text[])[1 + load_dice(n, 4, ${signs.length}::int)] as sign,
        (array['', '', ' Ο.Ε.', ' & ΣΙΑ Ε.Ε.', ' Ι.Κ.Ε.', ' Α.Ε.'])[1 + load_dice(n, 9, 6)] as form) words,
      lateral (select (town -> 'streets' ->> (load_dice(n, 10, 99) % jsonb_array_length(town -> 'streets'))) || ' ' || (1 + load_dice(n, 11, 140)) as street) place`)
}

/**
 * Writes the products. Two of five are bought, and the others are made of three of these. The last hundredth is out
 * of stock.
 */
async function writeProducts(db: Database, { products }: LoadSize): Promise<void> {
  const kinds = [
    'Κερί κολώνα',
    'Κερί τραπεζιού',
    'Γεμιστό ποτήρι',
    'Αρωματικό κερί',
    'Λαμπάδα',
    'Κερί βενετικό',
    'Ρεσό',
  ]
  const colours = ['λευκό', 'ιβουάρ', 'κόκκινο', 'μπορντό', 'μπλε', 'πράσινο', 'μοβ', 'κίτρινο', 'πορτοκαλί']
  await db.run(sql`
    insert into products (id, name, sku, epsilon_code, barcode, usage_type, category, vat_bp, cost_price_e4, cost_margin_bp,
      sales_price_e4, b2b_sales_price_e4, stock_e4, unit, lendable)
    select n,
      case when bought then 'Υλικό ' else '' end || kind || ' ' || colour || ' ' || n, 'SKU-' || lpad(n::text, 5, '0'),
      '71.' || lpad(n::text, 5, '0'), '20' || lpad(n::text, 10, '0'),
      case when bought then 'PURCHASED-MATERIAL' else 'COMPLETE-PRODUCT' end, upper(kind), case when n % 8 = 0 then 1300 else 2400 end,
      case when bought then cost else 0 end, case when bought then 0 else 1500 end,
      round(cost * 2.2 / 500) * 500, round(cost * 1.9 / 500) * 500, case when n > stocked then 0 else 1000000 * 10000::bigint end,
      'Item', bought and n % 40 = 0
    from generate_series(1, ${products}::int) n,
      lateral (select n <= ${boughtOf(products)}::int as bought, 1000 + load_dice(n, 20, 90000) as cost,
        ${stockedOf(products)}::int as stocked, (${kinds}::text[])[1 + load_dice(n, 21, ${kinds.length}::int)] as kind,
        (${colours}::text[])[1 + load_dice(n, 22, ${colours.length}::int)] as colour) words`)
  await db.run(sql`
    insert into requirement_steps (product_id, seq, section)
    select id, seq, (array['ΧΥΤΑ', 'ΒΑΦΗ', 'ΦΙΤΙΛΙΑ', 'GEMISMA', 'EXTRUDER'])[1 + load_dice(id, 23 + seq, 5)]
    from products, generate_series(1, 2) seq where usage_type = 'COMPLETE-PRODUCT'`)
  await db.run(sql`
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4)
    select id, case line when 1 then 1 else 2 end, case line when 3 then 2 else 1 end,
      1 + load_dice(id, 30 + line, ${boughtOf(products)}::int), 500 + load_dice(id, 40 + line, 20000)
    from products, generate_series(1, 3) line where usage_type = 'COMPLETE-PRODUCT'`)
  await db.run(sql`
    update products p set cost_price_e4 = made.cost, sales_price_e4 = round(made.cost * 1.7 / 500) * 500,
      b2b_sales_price_e4 = round(made.cost * 1.5 / 500) * 500
    from (select r.product_id, round(sum(round(r.quantity_e4 * m.cost_price_e4 / 10000.0)) * 1.15) as cost
      from requirement_materials r join products m on m.id = r.material_id group by r.product_id) made
    where made.product_id = p.id`)
  await db.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
    select id, stock_e4, stock_e4, 'opening', 'Kerino' from products where stock_e4 > 0 order by id`)
}

/** Returns the number of bought products; products with a higher number are made. */
const boughtOf = (products: number): number => Math.floor((products * 2) / 5)
/** Returns the number of products in stock; products with a higher number are out of stock. */
const stockedOf = (products: number): number => products - Math.ceil(products / 100)

/** Writes orders. Four of five are delivered and one of twenty is cancelled. Open orders are from the last year. */
async function writeOrders(db: Database, size: LoadSize, today: Day, first: number, last: number): Promise<void> {
  const [bought, stocked] = [boughtOf(size.products), stockedOf(size.products)]
  // every other order after this one is open
  const recent = Math.max(0, Math.round(size.orders - 2 * (size.open ?? size.orders * OPEN_SHARE)))
  // biome-ignore format: one line an item would be a page
  const open = [
    'OFFER', 'OFFER-DELETE', 'PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE',
    'INVOICED', 'ON SHIPPING', 'PARKED', 'RETURNED',
  ]
  // the number of orders, of 1,500 open ones, that have one of the statuses up to this one
  const bounds = [180, 200, 400, 600, 800, 1000, 1200, 1400, 1450, 1480]
  await db.run(sql`
    with heads as materialized (
      select n, load_order_id(n) as id, load_customer_id(1 + load_dice(n, 54, ${size.customers}::int)) as customer_id, status,
        status in ('INVOICED', 'ON SHIPPING', 'SHIPPED', 'RETURNED') as invoiced,
        load_dice(n, 53, 100) < 5 as red,
        status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'SHIPPED', 'RETURNED') as packed,
        created, (array['ΔΕΙΓΜΑ 1', 'ΔΕΙΓΜΑ 2', 'ΔΕΙΓΜΑ 3', 'ΔΕΙΓΜΑ 4', 'ΔΕΙΓΜΑ 5', 'ΔΕΙΓΜΑ 6'])[1 + n % 6] as driver
      from generate_series(${first}::bigint, ${last}::bigint) n,
        lateral (select case
            when n > ${recent}::int and load_dice(n, 50, 10000) < 5000
              then (${open}::text[])[1 + width_bucket(load_dice(n, 51, 1500), ${bounds}::int[])]
            when load_dice(n, 50, 10000) % 5000 < case when n > ${recent}::int then 500 else 250 end then 'CANCELED'
            else 'SHIPPED' end as status,
          ((${today}::date - ${DAYS}::int + ((n - 1) * ${DAYS}::int / ${size.orders}::int)::int) + time '08:00'
            + make_interval(mins => load_dice(n, 55, 600))) at time zone 'Europe/Athens' as created) course),
    goods as materialized (
      select h.id, line, p.id as product_id, p.name, p.sku, p.unit, p.cost_price_e4, quantity, price, vat,
        round(quantity::numeric * price / 1000000)::bigint as total,
        round(round(quantity::numeric * price / 1000000) * vat / 10000)::bigint as vat_amount
      from heads h cross join generate_series(1, ${size.linesPerOrder}::int) line
      join products p on p.id = case
        when h.status = 'PENDING-STOCK' and line = 1 then ${stocked + 1}::int + load_dice(h.n, 52, ${size.products - stocked}::int)
        -- some things sell much better than others
        else ${bought + 1}::int + (load_dice(h.n * 64 + line, 60, 10000)::bigint * load_dice(h.n * 64 + line, 61, 10000) * ${stocked - bought}::int / 100000000)::int end,
        lateral (select (1 + load_dice(h.n * 64 + line, 62, 24)) * 10000::bigint
            + case when h.n % 7 = 0 then load_dice(h.n * 64 + line, 63, 10000) else 0 end as quantity,
          case when h.n % 5 = 0 then round(p.sales_price_e4 * 0.925)::bigint else p.sales_price_e4 end as price,
          case when h.invoiced and h.red then 0 else p.vat_bp end as vat) amounts),
    sums as (
      select id, count(*) as lines, sum(quantity) as quantity, sum(total) as total, sum(vat_amount) as vat from goods group by id),
    written as (
      insert into orders (id, status, customer_id, name, label, description, delivery_address, expected_delivery_at, refcode,
        shipping, shipping_by, packaged_by, packaged_at, invoice_mode, invoice_reason, invoiced_on, line_count, quantity_e4,
        products_cents, vat_cents, total_cents, created_at, updated_at)
      select h.id, h.status, c.id, c.name, c.label, case when n % 4 = 0 then 'Παράδοση πριν τις 12:00' else '' end,
        jsonb_build_object('address', c.address, 'postcode', c.postcode, 'city', c.city),
        date_trunc('hour', h.created + make_interval(days => 3 + load_dice(n, 56, 8))),
        case when not h.invoiced then null when h.red then '71.00.00' else '71.00.01' end,
        case when h.status in ('ON SHIPPING', 'SHIPPED', 'RETURNED')
          then jsonb_build_object('driver', h.driver, 'type', 'Driver', 'car', 'TAXI', 'extra', '') else '{}' end,
        case when h.status in ('ON SHIPPING', 'SHIPPED', 'RETURNED') then h.driver else '' end,
        case when h.packed then (array['Ρένα', 'Βαγγέλης', 'Θανάσης'])[1 + n % 3] else '' end,
        case when h.packed then h.created + interval '1 day' end,
        case when not h.invoiced then null when h.red then 'red' else 'epsilon' end,
        case when h.invoiced and h.red then 'Δείγματα' end,
        case when h.invoiced then (h.created + interval '1 day')::date end,
        s.lines, s.quantity, s.total, s.vat, s.total + s.vat, h.created, h.created + interval '1 day'
      from heads h join sums s using (id) join customers c on c.id = h.customer_id order by h.id)
    insert into order_lines (order_id, line_no, product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4,
      total_cents, vat_cents)
    select id, line, product_id, name, sku, unit, vat, price, cost_price_e4, quantity, total, vat_amount from goods order by id, line`)
}

/** Puts the orders on the road into open shipments of at most ten, and delivered ones into finished shipments. */
async function writeShipments(db: Database): Promise<void> {
  await db.run(sql`
    with carried as materialized (
      select id, shipping_by, updated_at, status = 'SHIPPED' as done,
        dense_rank() over (order by status desc, shipping_by, place / 10) as trip, 1 + place % 10 as position
      from (select *, row_number() over (partition by status, shipping_by order by id) - 1 as place
        from orders where status in ('ON SHIPPING', 'SHIPPED')) o),
    trips as (
      insert into shipments (id, status, driver, vehicle, created_at, updated_at, finished_at)
      select trip, case when done then 'DONE' else 'PENDING' end, min(shipping_by), 'TAXI', max(updated_at), max(updated_at),
        case when done then max(updated_at) end
      from carried group by trip, done returning id)
    insert into shipment_orders (shipment_id, order_id, position, outcome, outcome_at)
    select trip, id, position, case when done then 'SHIPPED' end, case when done then updated_at end from carried`)
}

/** Writes loans for one of twenty delivered orders, of which a part is returned. */
async function writeLoans(db: Database, { products }: LoadSize): Promise<void> {
  const lendable = Math.floor(boughtOf(products) / 40)
  if (lendable === 0) return
  await db.run(sql`
    with lending as materialized (
      select o.id, o.customer_id, o.name as customer_name, o.packaged_at, p.id as product_id, p.name, p.sku, p.unit,
        p.cost_price_e4, (1 + load_dice(o.id, 82, 24)) * 10000::bigint as quantity
      from orders o join products p on p.id = 40 * (1 + load_dice(o.id, 81, ${lendable}::int))
      where o.status = 'SHIPPED' and load_dice(o.id, 80, 1000) < 50),
    lines as (
      insert into order_loans (order_id, line_no, product_id, name, sku, unit, cost_price_e4, quantity_e4)
      select id, 1, product_id, name, sku, unit, cost_price_e4, quantity from lending)
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, order_id, quantity_e4, user_name, created_at)
    select 'OUTBOUND', 'order', customer_id, customer_name, product_id, name, id, quantity, 'Kerino', packaged_at from lending
    union all
    select 'INBOUND', 'driver', customer_id, customer_name, product_id, name, null, quantity, 'Kerino', packaged_at + interval '20 days'
    from lending where load_dice(id, 83, 10) < 4`)
}

/** Writes payments for three of four delivered orders, some of them partial. */
async function writePayments(db: Database, today: Day): Promise<void> {
  await db.run(sql`
    insert into payments (bound, type, amount_cents, series, date, customer_id, entity_name, refcode, bank_name, expire_date,
      issuer, iban, receipt_code, order_id, user_name, created_at, updated_at)
    select 'Inbound', type, case when load_dice(id, 92, 10) = 0 then round(total_cents / 2.0) else total_cents end, 'Α', day,
      customer_id, name, (array['38.00.00', '38.00.00', '38.01.00', '38.02.00'])[kind],
      case when kind > 2 then 'Εθνική Τράπεζα' else '' end, case kind when 3 then day + 60 end, case kind when 3 then name else '' end,
      case kind when 4 then 'GR0000000000000000000000000' else '' end, 'Α-' || id, id, 'Kerino', day::timestamptz, day::timestamptz
    from (select o.id, o.customer_id, o.name, o.total_cents, kind, (array['CASH', 'CARD', 'CHECK', 'BANK'])[kind] as type,
        least(${today}::date, invoiced_on + 1 + load_dice(o.id, 91, 30)) as day
      from orders o, lateral (select 1 + load_dice(o.id, 90, 4) as kind) k
      where o.status = 'SHIPPED' and load_dice(o.id, 93, 1000) < 750 and o.total_cents > 1) paid
    order by paid.day, paid.id`)
}

/** Writes an accepted document for each order that was invoiced through the accounting service. */
async function writeDocuments(db: Database): Promise<void> {
  await db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, mark, attempts, created_at, updated_at)
    select id, 'invoice', 'kerino-' || id || '-1', 'ACKNOWLEDGED', '{}', (400000000000000 + id)::text, 1, updated_at, updated_at
    from orders where invoice_mode = 'epsilon' order by id`)
}

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
