/** Writes the salespersons, customers and products of the generated company. */
import { BARS, FAMILY_NAMES, FIRST_NAMES, HOTELS, SHOPS, TAVERNS, type Word } from '#db/demo/names.ts'
import { ATTICA, ELSEWHERE } from '#db/demo/places.ts'
import type { Day } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import { boughtOf, DAYS, type LoadSize, stockedOf } from './load-size.ts'

const greek = (words: readonly Word[]): string[] => words.map(([word]) => word)

const SALESPERSONS = 12

/** Writes the salespersons; each looks after one twelfth of the customers. */
export async function writeSalespersons(db: Database, today: Day): Promise<void> {
  await db.run(sql`
    insert into salespersons (name, surname, email, start_date, first_discount_bp, normal_discount_bp)
    select (${greek(FIRST_NAMES)}::text[])[n], (${greek(FAMILY_NAMES)}::text[])[n], 'sales-' || n || '@company.example',
      ${today}::date - 100 * n, 500 + 100 * n, 100 * n
    from generate_series(1, ${SALESPERSONS}::int) n`)
}

export async function writeCustomers(db: Database, { customers }: LoadSize, today: Day): Promise<void> {
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
export async function writeProducts(db: Database, { products }: LoadSize): Promise<void> {
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
    insert into requirement_materials (product_id, seq, line_no, material_id, quantity_e4, unit)
    select id, case line when 1 then 1 else 2 end, case line when 3 then 2 else 1 end,
      1 + load_dice(id, 30 + line, ${boughtOf(products)}::int), 500 + load_dice(id, 40 + line, 20000), 'Item'
    from products, generate_series(1, 3) line where usage_type = 'COMPLETE-PRODUCT'`)
  await db.run(sql`
    update products p set cost_price_e4 = made.cost, sales_price_e4 = round(made.cost * 1.7 / 500) * 500,
      b2b_sales_price_e4 = round(made.cost * 1.5 / 500) * 500
    from (select r.product_id, round(sum(r.quantity_e4 * m.cost_price_e4) / 10000 * 1.15) as cost
      from requirement_materials r join products m on m.id = r.material_id group by r.product_id) made
    where made.product_id = p.id`)
  await db.run(sql`
    insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
    select id, stock_e4, stock_e4, 'opening', 'Kerino' from products where stock_e4 > 0 order by id`)
}
