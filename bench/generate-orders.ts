/** Writes the orders of the generated company, with their shipments, loans, payments and documents. */
import type { Day } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import { boughtOf, DAYS, type LoadSize, stockedOf } from './load-size.ts'

const OPEN_SHARE = 0.15

/** Writes orders. Four of five are delivered and one of twenty is cancelled. Open orders are from the last year. */
export async function writeOrders(
  db: Database,
  size: LoadSize,
  today: Day,
  first: number,
  last: number,
): Promise<void> {
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
export async function writeShipments(db: Database): Promise<void> {
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
export async function writeLoans(db: Database, { products }: LoadSize): Promise<void> {
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
    insert into loans (bound, origin, customer_id, customer_name, product_id, product_name, order_id, quantity_e4, user_name, created_at,
      moves_no_stock)
    select 'OUTBOUND', 'order', customer_id, customer_name, product_id, name, id, quantity, 'Kerino', packaged_at, true from lending
    union all
    select 'INBOUND', 'driver', customer_id, customer_name, product_id, name, null, quantity, 'Kerino', packaged_at + interval '20 days', false
    from lending where load_dice(id, 83, 10) < 4`)
}

/** Writes payments for three of four delivered orders, some of them partial. */
export async function writePayments(db: Database, today: Day): Promise<void> {
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
export async function writeDocuments(db: Database): Promise<void> {
  await db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, mark, attempts, created_at, updated_at)
    select id, 'invoice', 'kerino-' || id || '-1', 'ACKNOWLEDGED', '{}', (400000000000000 + id)::text, 1, updated_at, updated_at
    from orders where invoice_mode = 'epsilon' order by id`)
}
