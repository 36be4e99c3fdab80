/**
 * Checks that each query reads at most a fixed number of buffers, whatever the number of orders. The limits are below the buffers
 * that the orders of the test fill, and a slow machine does not change the count.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOrders, type orderListInput, type ORDER_SORTS, sumOrders } from '#features/orders/domain/list-contract.ts'
import { LISTED_FIELDS } from '#features/orders/domain/fields.ts'
import { UNINVOICED_STATUSES } from '#features/orders/domain/order.ts'
import { orderConditions } from '#features/orders/server/list-conditions.ts'
import { readOrderIds, readOrderSums } from '#features/orders/server/queries.ts'
import { tryPricesQuery } from '#features/what-if/server/queries.ts'
import type { Day } from '#kernel/day.ts'
import type { InputOf } from '#kernel/contract.ts'
import { foldSomeDebts } from '#features/payments/server/debts/fold-debts.ts'
import { keepFacts } from '#features/notifications/server/fact-keeper.ts'
import { SYSTEM } from '#server/command.ts'
import { saveSetting } from '#server/company.ts'
import { type Database, raw, type Sql, sql } from '#server/db/database.ts'
import { LINES, linesOf } from '#features/dashboard/domain/lines.ts'
import { expressionsOf, sortExpression } from '#server/records/kinds.ts'
import { factKinds } from '#app/server/features.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { asker } from '#testing/growth/ask.ts'
import { buffersRead, explaining, explainingDatabase, type Plan, rowsRead, tablesReadWhole } from '#testing/plans.ts'
import { questionsAboutImports } from '#testing/growth/import-questions.ts'
import { questionsAboutPurchases } from '#testing/growth/purchase-questions.ts'
import type { Question } from '#testing/growth/question.ts'
import { questionsAbout, questionsAboutGoods } from '#testing/growth/questions.ts'
import { chooseSubjects } from '#testing/growth/subjects.ts'
import { markAllVisible, stopAutovacuum } from '#testing/growth/vacuum.ts'
import { generateLoad } from '../../bench/generate.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'

const SIZE = { customers: 1_000, products: 300, orders: 5_000, open: 2_500, linesPerOrder: 3 }
const TODAY = '2026-11-20' as Day

/** Writes a month of deliveries for two receivers, one of which has failed for a day. */
const writeDeliveries = (of: Database): Promise<void> =>
  of.script(`
    insert into webhooks (id, name, url, events, sealed_secret)
      select n, 'Δέκτης ' || n, 'https://receiver.example/' || n, '{order.status-changed}', 'v1.' from generate_series(1, 2) as n;
    insert into webhook_deliveries (webhook_id, event_id, event, body, status, attempts, http_status, tried_at)
      select 1 + n % 2, gen_random_uuid(), 'order.status-changed', '{}',
        case when n % 2 = 1 and n > 18000 then 'WAITING' else 'SENT' end, 1, 200, now() - make_interval(mins => 20000 - n)
      from generate_series(1, 20000) as n`)

/** Writes two hundred counts, of which the last is open, and the checks of a year, of which the last found differences. */
const writeCountsAndChecks = (of: Database): Promise<void> =>
  of.script(`
    insert into counts (kind, place, opened_at, opened_name) select 'SCAN', '', now() - make_interval(hours => 200 - n), 'Μαρία'
      from generate_series(1, 200) n;
    insert into count_lines (id, count_id, product_id, quantity_e4, counted_at, first_at, way, person_name)
      select gen_random_uuid(), c.id, 1 + (c.id * 7 + n) % 300, 10000, now(), now(), 'FIRST', 'Μαρία' from counts c, generate_series(1, 25) n;
    update counts set status = 'BOOKED', reason = 'απογραφή', closed_at = opened_at, closed_name = 'Μαρία'
      where id < (select max(id) from counts);
    insert into stock_checks (asked_at, asked_name, started_at, ended_at, products, movements, open_orders, differing, differences, zero_since)
      select at, 'Kerino', at, at, 300, 1000, 10, differing, differing, case when n < 400 then at end
      from generate_series(1, 400) n, lateral (select now() - make_interval(days => 400 - n) as at, case when n = 400 then 20 else 0 end as differing) a;
    insert into stock_check_differences (check_id, product_id, kind, right_e4, stored_e4, movement_id, right_balance_e4, since)
      select (select max(id) from stock_checks), p.id, 'LEDGER', 0, 1, (select max(id) from stock_movements where product_id = p.id), 0, now()
      from products p order by p.id limit 20`)

/** Writes years of inbound invoices of three hundred providers, and payments to them. */
const writePurchases = (of: Database): Promise<void> =>
  of.script(`
    insert into providers (id, name, label, vat, phone, address, city)
      select 500000 + n, 'Προμηθευτής ' || n, 'ΠΡΟΜ ' || n % 40, '09' || lpad((n * 7919 % 10000000)::text, 7, '0'),
        '69' || lpad((n * 104729 % 100000000)::text, 8, '0'), 'Αθηνών ' || n, 'Αθήνα' from generate_series(1, 300) n;
    insert into inbound_invoices (type, state, provider_id, provider_name, import_date, number, refcode, goods_cents, vat_cents,
        total_cents, quantity_e4, line_count, user_name, canceled_at)
      select 'INBOUND', case when n % 50 = 0 then 'CANCELED' else 'BOOKED' end, 500001 + n * 7 % 300, 'Προμηθευτής ' || 1 + n * 7 % 300,
        date '2026-11-20' - (n * 31 % 3000), 'ΤΙΜ-' || n, (array['24.00.00', '24.00.01', '60.00.00', '64.00.00'])[1 + n % 4],
        n * 7919 % 90000, n * 7919 % 90000 * 24 / 100, n * 7919 % 90000 * 124 / 100, 20000, 2, 'Μαρία', case when n % 50 = 0 then now() end
      from generate_series(1, 12000) n;
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, quantity_e4, price_e4, new_cost_price_e4, net_cents)
      select i.id, l, 1 + (i.id * 7 + l) % 300, 'Κερί', 10000, 10000, 10000, 100 from inbound_invoices i, generate_series(1, 2) l;
    insert into provider_products (provider_id, product_id, code, price_e4, bought_price_e4, bought_discount_bp, last_bought_on)
      select 500000 + n, 1 + (n * 7 + k * 11) % 300, 'ΠΡ-' || n || '-' || k, 10000, 10000, 0, date '2026-11-20'
      from generate_series(1, 300) n, generate_series(1, 25) k;
    insert into inbound_invoices (type, state, origin, provider_id, provider_name, import_date, due_on, number, section, line_count,
        user_name, ordered_at, canceled_at)
      select 'REQUEST-PM', case when n > 3980 then 'ORDERED' when n > 3940 then 'OPEN' when n % 20 = 0 then 'CANCELED' else 'RECEIVED' end,
        case when n % 2 = 0 then 'PROPOSAL' else 'HAND' end, case when n % 2 = 0 then 500001 + n % 300 end,
        case when n % 2 = 0 then 'Προμηθευτής ' || 1 + n % 300 else '' end, date '2026-11-20' - (4000 - n), date '2026-11-27' - (4000 - n),
        case when n % 2 = 0 then 'Π-' || n else '' end, 'ΧΥΤΑ', 2, 'Μαρία', case when n % 2 = 0 or n > 3980 then now() end,
        case when n <= 3940 and n % 20 = 0 then now() end
      from generate_series(1, 4000) n;
    insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, quantity_e4, received_e4, price_e4, new_cost_price_e4, net_cents, waiting)
      select i.id, l, 1 + (i.id * 13 + l) % 300, 'Κερί', 10000, case when i.state = 'RECEIVED' then 10000 else 0 end, 10000, 10000, 100,
        case i.state when 'ORDERED' then 'ORDER' when 'OPEN' then 'REQUEST' end
      from inbound_invoices i, generate_series(1, 2) l where i.type = 'REQUEST-PM';
    insert into purchase_answers (provider_id, line_key, product_id, user_name, updated_at)
      select 500000 + n, 'code:' || k, 1 + (n * 7 + k) % 300, 'Μαρία', now() from generate_series(1, 300) n, generate_series(1, 20) k;
    insert into purchase_files (hash, name, form, byte_count, content, user_name, created_at)
      select encode(sha256(n::text::bytea), 'hex'), 'τιμολόγιο.csv', 'csv', octet_length(convert_to(file, 'UTF8')), convert_to(file, 'UTF8'), 'Μαρία', now()
      from generate_series(1, 200) n, (select 'Κωδικός;Περιγραφή;Ποσότητα;Μονάδα;Τιμή' || chr(10)
        || string_agg('ΠΡ-2-' || k || ';Κερί ' || k || ';10;ΤΕΜ;1,00', chr(10)) as file from generate_series(1, 40) k) written;
    insert into payments (bound, type, amount_cents, date, provider_id, entity_name, refcode, user_name)
      select 'Outbound', 'CASH', 5000, date '2026-11-20' - (n * 17 % 3000), 500001 + n % 300, 'Προμηθευτής', '38.00.00', 'Μαρία'
      from generate_series(1, 4000) n`)

/** Writes the delivery notes of others of ten years, of which those of the last days wait for an answer. */
const writeNotesOfOthers = (of: Database): Promise<void> =>
  of.script(`
    insert into received_notes (mark, type, series, number, day, leaves_on, vehicle, issuer_vat, issuer_country, issuer_name, qr_url, state,
        state_at, lines, file, closed)
      select (400006000000000 + n)::text, '9.3', 'ΔΑ', n::text, date '2026-11-20' - ((20000 - n) / 6), date '2026-11-20' - ((20000 - n) / 6),
        'ΥΖΑ-1234', '09' || lpad((n % 300 * 7919 % 10000000)::text, 7, '0'), 'GR', '', 'https://mydata.example/qr/' || n,
        case when n > 19940 then 'in-transit' else 'completed' end, now(),
        jsonb_build_array(jsonb_build_object('code', 'ΦΥΤ-' || n, 'name', 'Φυτίλι ' || n, 'quantity', 10000, 'unit', '1')),
        repeat('<invoice>' || n || '</invoice>', 100), n <= 19940
      from generate_series(1, 20000) n`)

/** Writes two hundred files, the last of which has twenty thousand rows, and move-ins, the last of which has as many records. Few are refused. */
const writeImports = (of: Database): Promise<void> =>
  of.script(`
    insert into imports (target, name, form, headings, line_count, state, user_name, created_at, done_at)
      select 'customers', 'πελάτες ' || n, 'csv', '["Επωνυμία"]', 20000, 'DONE', 'Μαρία', now() - make_interval(hours => 200 - n), now()
      from generate_series(1, 200) n;
    insert into import_lines (import_id, line, cells, outcome, name)
      select (select max(id) from imports), n, '["Πελάτης"]', case when n % 1000 = 0 then 'refused' else 'new' end, 'Πελάτης ' || n
      from generate_series(1, 20000) n;
    insert into move_ins (source, name, state, user_name, created_at)
      select 'zip', 'old.zip', 'CHECKED', 'Μαρία', now() from generate_series(1, 200) n;
    insert into move_in_records (move_in_id, kind, kind_no, position, key, name, record, stage, outcome, problem)
      select (select max(id) from move_ins), 'orders', 4, n, n, 'Πελάτης', '{}', 1, case when n % 100 = 0 then 'refused' else 'new' end,
        case when n % 100 = 0 then '{"kind": "refused", "code": "orders.import-status"}'::jsonb end
      from generate_series(1, 20000) n`)

/** Stores the open debts, and writes a letter about each of half of them. */
const writeReminders = async (of: Database): Promise<void> => {
  while ((await of.transaction('locking', (tx) => foldSomeDebts(tx))) > 0);
  await of.script(`
    insert into reminders (customer_id, step, day, amount_cents, to_address, user_name, created_at)
      select customer_id, 1 + document_id % 3, date '2026-11-01', open_cents, 'a@b.gr', 'Μαρία', now() from open_debts where document_id % 2 = 0;
    insert into reminded_debts (kind, document_id, step, reminder_id, day, due_on, open_cents)
      select kind, document_id, 1, (select max(id) from reminders r where r.customer_id = d.customer_id), date '2026-11-01', day + 30, open_cents
      from open_debts d where document_id % 2 = 0`)
}

let db: Database
let questions: readonly Question[]
beforeAll(async () => {
  // the load is written in few long statements
  db = await testDatabase(undefined, 600)
  await stopAutovacuum(db)
  await generateLoad(db, SIZE, TODAY)
  // what may be empty is empty in some orders
  await db.run(sql`update orders set expected_delivery_at = null where id % 30 = 0`)
  await db.run(sql`update orders set delivery_address = '{}' where id % 35 = 0`)
  await writeDeliveries(db)
  await writeCountsAndChecks(db)
  await writePurchases(db)
  await writeNotesOfOthers(db)
  await repostAll(db)
  await writeReminders(db)
  await writeImports(db)
  await saveSetting(db, 'sending', { whenPacked: true })
  await saveSetting(db, 'area-drivers', { whenInvoiced: true })
  await keepFacts(new Runner({ db, clock: () => new Date() }), factKinds)
  await markAllVisible(db)
  const subjects = await chooseSubjects(db)
  const { id } = await db.one<{ id: number }>(sql`select max(id) as id from counts`)
  const file = await db.one<{ id: number }>(sql`select max(id) as id from purchase_files`)
  const imported = await db.one<{ file: number; moveIn: number }>(sql`
    select (select max(id) from imports) as file, (select max(id) from move_ins) as "moveIn"`)
  questions = [
    ...questionsAbout(subjects),
    ...questionsAboutGoods(subjects, id),
    ...questionsAboutPurchases(subjects, file.id),
    ...questionsAboutImports(imported.file, imported.moveIn),
  ]
})
afterAll(() => db?.close())

/** The most buffers that any question of a kind may look at. A count of words reads up to a thousand orders that match. */
const MOST: Readonly<Record<string, number>> = {
  'orders, sorted': 300,
  'board, sorted': 520,
  'orders, filtered': 650,
  'orders, searched': 850,
  'orders, filtered by words': 700,
  'orders, counted': 800,
  'orders by status': 100,
  // fifteen orders with what decides their next step, six of which wait for goods that are read too
  dashboard: 700,
  'orders, deep pages': 200,
  // with the lines of each order of the page
  packaging: 1_000,
  'boxes of a day': 1_540,
  invoicing: 50,
  shipping: 600,
  'orders together': 250,
  sections: 80,
  'day of a section': 60,
  'overview of tasks': 60,
  'board of tasks': 60,
  // the goods of an order and their materials, with what providers still have to deliver of each
  'order form': 300,
  'products of lines': 200,
  // the shortages of an order look up what is still to come for each of its products and materials
  'order page': 240,
  'stock figures': 150,
  'product page': 100,
  'customer page': 200,
  merge: 400,
  'customers, sorted': 250,
  'customers, searched': 200,
  'customers, counted': 120,
  'providers, sorted': 250,
  'providers, searched': 200,
  'providers, counted': 120,
  'provider page': 250,
  // 150 invoices whose rows lie in many places
  'inbound invoices': 330,
  // 150 requests, each with its first line and the order that answers it
  'purchase requests': 1_100,
  // at most 300 lines of one product for its last prices
  'inbound invoice': 350,
  // a page of notes, each with our record of its sender; a search reads the notes that match
  'notes of others': 450,
  // all notes are counted from an index
  'notes of others, counted': 120,
  // forty lines, for each of which similar names are searched
  'invoice from a file': 700,
  pickers: 700,
  // One buffer for each of 150 products: an index tells what providers still have to deliver. It contains only what is still expected,
  // so it does not grow with the years. Reading all of it at once would read less only where little is expected.
  'products, sorted': 260,
  'products, searched': 260,
  // the products of a section, each with its row
  'products, filtered': 360,
  // fifty counts, each with the products in its index
  counts: 250,
  'count sheet': 400,
  'stock check': 90,
  'tax comparison': 30,
  photos: 20,
  'update all': 250,
  materials: 100,
  // the sum of what each product is promised to open orders, and what providers still have to deliver
  'products, by marks': 320,
  'materials, by marks': 80,
  // what is still expected from providers is read once
  // seven marks, each of which reads the products or an index of them; the list of codes is empty
  'marks, counted': 290,
  'products, summed': 90,
  'form of a product': 60,
  'search of everything': 400,
  'data API, by name': 1_000,
  'data API, twenty orders': 800,
  loans: 50,
  // 72 items are held and shown: 2 buffers each for the newest loan that covers it, 3 for its customer and 3 for its product. The pieces
  // on their way take 30 more, by the index of the open orders. Returned loans and delivered orders are not read.
  'lent items': 650,
  cash: 50,
  payments: 330,
  'bank statements': 60,
  // 150 cheques whose payments lie in many places
  cheques: 700,
  // a thousand payments in the order of their days
  'payments, deep page': 1_200,
  'payments, searched': 500,
  // the totals of each day of ten years
  'cash desk': 250,
  notifications: 130,
  webhooks: 60,
  calendar: 200,
  'calendar, month': 1_000,
  'shipping, deep page': 20,
  // at most a thousand lines of one product
  'sales history': 550,
  'products, counted': 40,
  // the ages of what is owed to all providers, less what is matched by hand: as many records at any number of orders
  reports: 600,
  'report of a day': 400,
  // what is owed to providers is read from all their invoices, and of customers only what is open
  forecast: 1_100,
  // a hundred customers, each with their name, their last letter and the last letters about their debts
  'due list': 1_000,
  commission: 400,
  // at most two hundred records, each of which lies in another place
  imports: 240,
}

/** Kinds that read a fixed number of records whose rows lie in many places, so that they may read as much as all orders do. */
const MOST_OF_MANY: Readonly<Record<string, number>> = {
  // a count ends at a thousand orders that match
  'orders, searched and counted': 1_700,
  // a hundred orders with their lines, loans and boxes
  'data API': 3_000,
  // the goods of at most 150 orders, with their recipes
  'late orders': 1_900,
  // the last letter about each of 781 overdue debts, and a hundred customers, each with their last letter
  'due list, by letters': 3_000,
}

/** The most buffers that sums over at most 200 orders may look at. */
const MOST_OF_SUMS = 850

test('reading all orders would look at more than any question may', async () => {
  const { pages } = await db.one<{ pages: number }>(sql`select (pg_relation_size('orders') / 8192)::int as pages`)
  expect(pages).toBeGreaterThan(Math.max(...Object.values(MOST)))
})

test('every question has a limit', () => {
  expect(
    [...new Set(questions.map(({ kind }) => kind))].filter((kind) => !(kind in MOST || kind in MOST_OF_MANY)),
  ).toEqual([])
})

test('each line of the dashboard is asked for by a role that has it', () => {
  const asked = questions
    .filter(({ name }) => name === 'dashboard.lines')
    .flatMap(({ role }) => linesOf(role ?? 'admin'))
  expect(LINES.filter((name) => !asked.includes(name))).toEqual([])
})

describe.each(Object.entries({ ...MOST, ...MOST_OF_MANY }))('%s', (kind, most) => {
  test(`each question reads at most ${most} buffers`, async () => {
    const ask = asker(db)
    const asked = questions.filter((question) => question.kind === kind)
    expect(asked.length).toBeGreaterThan(0)
    const overLimit: string[] = []
    for (const question of asked) {
      const { buffers } = await ask(question)
      if (buffers > most)
        overLimit.push(`${buffers}: ${question.name} ${JSON.stringify(question.input)} ${question.role ?? ''}`)
    }
    expect(overLimit).toEqual([])
  })
})

/** The most buffers that finding all facts of a kind may look at, after each change that may concern it. */
const MOST_OF_FACTS: Readonly<Record<string, number>> = {
  'stock.low': 150,
  'stock.reorder': 150,
  'settings.derived-differs': 10,
  'stock-proof.differs': 10,
  'reports.ledger-differs': 10,
  'orders.returned': 30,
  'invoicing.failed': 100,
  'invoicing.packed': 320,
  'invoicing.differences': 20,
  'invoicing.way': 20,
  'movement.refused-notes': 20,
  'movement.wrong-events': 20,
  'mail.failed': 20,
  'purchases.overdue': 20,
  'receiving.urgent-notes': 20,
  'shipping.without-note': 20,
  // the addresses of two hundred orders and of their customers
  'shipping.not-planned': 2_000,
  'users.waiting': 40,
}

/** The same for products that are running out, where a third of the products has a reorder point. */
const MOST_OF_RUNNING_OUT = 120
/** The most buffers that a list of products may look at while there are tasks. */
const MOST_WITH_TASKS = 510
/** The most buffers that the day of a section with 250 open tasks may look at, beside 250 finished chains. */
const MOST_OF_SECTION = 3_000

test.each(factKinds)('finding the facts $name reads no table that grows with the closed orders', async (kind) => {
  let buffers = 0
  await kind.find(
    explaining(db, (plan) => void (buffers += buffersRead(plan))),
    TODAY,
  )
  expect(buffers).toBeLessThanOrEqual(MOST_OF_FACTS[kind.name] ?? 0)
})

test('the sums of a list read as many orders as the limit of sums, whatever matches', async () => {
  const most = 200
  const read: Record<string, number> = {}
  for (const { name, input } of questions) {
    if (name !== 'orders.count') continue
    let buffers = 0
    const rows = explaining(db, (plan) => void (buffers += buffersRead(plan)))
    await readOrderSums({ rows, actor: SYSTEM, today: TODAY }, sumOrders.input.parse(input), most)
    read[JSON.stringify(input)] = buffers
  }
  expect(Object.keys(read).length).toBeGreaterThan(30)
  expect(Object.entries(read).filter(([, buffers]) => buffers > MOST_OF_SUMS)).toEqual([])
})

test('a look at a saved view of orders reads as many orders as the limit of known rows, whatever matches', async () => {
  const most = 200
  const read: Record<string, number> = {}
  for (const { name, input } of questions) {
    if (name !== 'orders.count') continue
    let buffers = 0
    const rows = explaining(db, (plan) => void (buffers += buffersRead(plan)))
    await readOrderIds({ rows, actor: SYSTEM, today: TODAY }, countOrders.input.parse(input), most)
    read[JSON.stringify(input)] = buffers
  }
  expect(Object.keys(read).length).toBeGreaterThan(30)
  expect(Object.entries(read).filter(([, buffers]) => buffers > MOST_OF_SUMS)).toEqual([])
})

test('a price what-if reads the open orders with their lines, and no closed one', async () => {
  const { orders, lines, all } = await db.one<{ orders: number; lines: number; all: number }>(sql`
    select count(distinct o.id)::int as orders, count(*)::int as lines, (select count(*)::int from order_lines) as all
    from orders o join order_lines l on l.order_id = o.id where o.status = any(${[...UNINVOICED_STATUSES]}::text[])`)
  expect(all).toBeGreaterThan(1.5 * lines)
  const { material } = await chooseSubjects(db)
  const plans: Plan[] = []
  const ask = new Runner({
    db: explainingDatabase(db, (plan) => void plans.push(plan)),
    clock: () => new Date(),
  })
  // ten times the price, so that nearly all of these orders lose money
  const prices = [{ productId: material, change: { kind: 'percent', percent: 900_00 } }]
  const { losing, dearer } = await ask.ask(tryPricesQuery, { prices }, SYSTEM)
  expect(losing?.count).toBeGreaterThan(100)
  const ofOrders = plans.filter(({ text }) => text.includes('order_lines'))
  expect(ofOrders).toHaveLength(1)
  for (const plan of ofOrders) {
    // these orders lend nothing, so that this table is empty
    expect(tablesReadWhole(plan).filter((table) => table !== 'order_loans')).toEqual([])
    // each order and each of its lines once, and the changed products
    expect(rowsRead(plan)).toBeLessThanOrEqual(orders + lines + 2 * dearer)
  }
})

test('a page of open orders is sorted by an index that contains the sorted columns', async () => {
  const status = ['PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'OFFER', 'INVOICED']
  const { open, pages } = await db.one<{ open: number; pages: number }>(sql`
    select count(*)::int as open, count(distinct (ctid::text::point)[0])::int as pages from orders where status = any(${status}::text[])`)
  expect(open).toBeGreaterThan(1_500)
  const ask = asker(db)
  for (const sort of ['created', 'name', 'label', 'lineCount', 'total', 'invoicedOn']) {
    const { buffers } = await ask({ kind: '', name: 'orders.list', input: { sort, filters: { status } } })
    // of an invoiced order its documents are read too
    expect(buffers, sort).toBeLessThan(Math.min(sort === 'invoicedOn' ? 1_000 : 700, pages))
  }
})

type ListInput = Required<InputOf<{ input: typeof orderListInput }>>

type Sort = (typeof ORDER_SORTS)[number]
const DECLARED = expressionsOf(LISTED_FIELDS, 'o')

const COLUMNS: Record<Exclude<Sort, keyof typeof DECLARED>, string> = {
  id: 'o.id',
  created: 'o.created_at',
  name: 'o.name collate "und-x-icu"',
  label: 'o.label collate "und-x-icu"',
  status: 'o.status',
  address: `o.delivery_address ->> 'address' collate "und-x-icu"`,
  lineCount: 'o.line_count',
  products: 'o.products_cents',
  vat: 'o.vat_cents',
  total: 'o.total_cents',
  invoicedOn: 'o.invoiced_on',
}

const isDeclared = (sort: Sort): sort is keyof typeof DECLARED => Object.hasOwn(DECLARED, sort)
const columnOf = (sort: Sort): Sql =>
  isDeclared(sort) ? sortExpression(DECLARED[sort], LISTED_FIELDS[sort]) : raw(COLUMNS[sort])

/** The numbers of a page as the plainest statement finds them. */
async function plainPage(input: Partial<ListInput>): Promise<number[]> {
  const { search = '', filters = {}, sort = 'id', descending = true, page = 1 } = input
  const { id, ...others } = filters
  const direction = raw(descending ? 'desc' : 'asc')
  const view = { rows: db, actor: SYSTEM, today: TODAY }
  const rows = await db.many<{ id: number }>(sql`
    select o.id from orders o
    where ${await orderConditions({ search, filters: others } as never, view)} and o.id::text like ${`${id ?? ''}%`}
    order by ${columnOf(sort)} ${direction} nulls last, o.id ${direction} limit 150 offset ${(page - 1) * 150}`)
  return rows.map((row) => row.id)
}

const PAGES: readonly Partial<ListInput>[] = [
  // the first page, a page with rows both with and without a value, and a page without any
  ...(['expectedDelivery', 'address', 'invoicedOn'] as const).flatMap((sort) =>
    [1, 17, 28, 31, 32, 33, 34, 40].map((page) => ({ sort, descending: true, page })),
  ),
  { filters: { status: ['STOCK-OK', 'PENDING-STOCK', 'STOCK-OK'] }, page: 1 },
  { filters: { status: ['STOCK-OK', 'PENDING-STOCK', 'PACKAGED'] }, page: 2 },
  { filters: { status: ['STOCK-OK', 'PENDING-STOCK'] }, sort: 'expectedDelivery', descending: true },
  { filters: { status: ['STOCK-OK', 'PENDING-STOCK'] }, sort: 'expectedDelivery', descending: false },
  { filters: { status: ['STOCK-OK', 'PENDING-STOCK'] }, sort: 'invoicedOn', descending: true },
  { filters: { status: ['INVOICED', 'RETURNED', 'OFFER'] }, sort: 'invoicedOn', descending: true },
  { filters: { status: ['STOCK-OK', 'SHIPPED'] }, sort: 'name', descending: false },
  ...['1', '12', '4', '49', '123', '5001', '0', '1x'].map((id) => ({ filters: { id } })),
  { filters: { id: '1' }, page: 2, descending: false },
  // far from the first page
  { page: 8 },
  { page: 33, sort: 'name', descending: false },
  { filters: { id: '1' }, page: 8 },
  { filters: { status: ['SHIPPED', 'STOCK-OK'] }, page: 20, sort: 'total' },
  { filters: { status: ['OFFER-DELETE', 'SHIPPED'] }, page: 20 },
  { search: 'κερί', page: 9 },
  { filters: { id: '1', status: ['SHIPPED'] }, sort: 'total', descending: false },
  // a number of an order inside and outside of the first range, and in names and amounts
  ...['4', '12', '99', '2500', '4990', '150'].flatMap((search) => [
    { search },
    { search, descending: false },
    { search, page: 2 },
    { search, filters: { status: ['SHIPPED' as const] } },
  ]),
  // words that fit most orders, hundreds, few and none; from either end; with filters and on further pages
  ...['κερί', 'λευκό', 'αθ', 'γιωργος', 'SKU-00150', 'ξψξψξψ'].flatMap((search) => [
    { search },
    { search, descending: false },
    { search, page: 2 },
    { search, filters: { status: ['SHIPPED' as const] } },
    { search, filters: { status: ['STOCK-OK' as const, 'PENDING-STOCK' as const] } },
    { search, sort: 'name' as const, descending: false },
  ]),
]

test('every page holds the orders that the plainest statement finds, in the same order', async () => {
  const ask = asker(db)
  const sorted = questions.filter(({ kind }) => kind === 'orders, sorted' || kind === 'board, sorted')
  const filtered = questions.filter(
    ({ kind }) => /^orders, (filtered|searched)/.test(kind) && !kind.includes('counted'),
  )
  let shown = 0
  for (const input of [...PAGES, ...[...sorted, ...filtered].map((question) => question.input)]) {
    const { answer } = await ask({ kind: '', name: 'orders.list', input })
    const ids = (answer as { rows: { id: number }[] }).rows.map((row) => row.id)
    expect({ input, ids }).toEqual({ input, ids: await plainPage(input) })
    shown += ids.length
  }
  expect(shown).toBeGreaterThan(5_000)
})

// an estimate that is far too low makes the database collect and sort all the orders that a word fits
test.each([{ name: 'παπαγ' }, { label: 'Το' }, { address: 'αθηνα' }])(
  'the database expects at least a tenth of the orders that the filter %o finds',
  async (filters) => {
    const where = await orderConditions({ search: '', filters }, { rows: db, actor: SYSTEM, today: TODAY })
    const found = await db.many(sql`select o.id from orders o where ${where}`)
    const explained = await db.one<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      sql`explain (format json) select o.id from orders o where ${where}`,
    )
    expect(found.length).toBeGreaterThan(20)
    expect(explained['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThanOrEqual(found.length / 10)
  },
)

test('customers and invoices under way are those that the plainest statements find', async () => {
  const ask = asker(db)
  for (const search of ['α', 'αθ', 'γιωργος', 'ξψξψξψ']) {
    const { answer } = await ask({ kind: '', name: 'customers.list', input: { search } })
    const plain = await ask({ kind: '', name: 'customers.count', input: { search } })
    expect((answer as { rows: object[] }).rows.length).toBe(Math.min(150, (plain.answer as { count: number }).count))
  }
  await db.run(sql`update accounting_documents set status = 'FAILED' where order_id in (
    select id from orders where status in ('READY-TO-INVOICE', 'INVOICED') and invoice_mode is not null limit 5)`)
  await db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request)
    select id, 'invoice', 'under-way-' || id || status, status_of, '{}'
    from (select id, status, (array['WAITING', 'FAILED', 'CONFLICT'])[1 + id % 3] as status_of
      from orders where status = 'READY-TO-INVOICE' order by id limit 20) o`)
  const { answer } = await ask({ kind: '', name: 'invoicing.under-way', input: {} })
  const plain = await db.one<{ sending: number; failed: number }>(sql`
    select count(*) filter (where d.status in ('WAITING', 'SENDING', 'UNKNOWN'))::int as sending,
      count(*) filter (where d.status in ('FAILED', 'CONFLICT'))::int as failed
    from orders o
    cross join lateral (
      select status from accounting_documents where order_id = o.id and kind = 'invoice' order by id desc limit 1) d
    where o.status = 'READY-TO-INVOICE'`)
  expect(answer).toMatchObject(plain)
  expect(plain.sending + plain.failed).toBe(20)
})

describe('of a company with reorder points and tasks', () => {
  beforeAll(async () => {
    // each third product has a reorder point, and one of ten orders had a chain of two tasks, which half of the chains still have
    await db.run(sql`update products set reorder_point_e4 = stock_e4 where id % 3 = 0`)
    await db.run(sql`
      insert into tasks (section, status, taskref, product_id, quantity_e4, seq)
      select 'GEMISMA', case when l.order_id % 20 = 0 then 'PENDING' else 'FINISHED' end, l.order_id::text, l.product_id, l.quantity_e4, step
      from order_lines l cross join generate_series(1, 2) step where l.line_no = 1 and l.order_id % 10 = 0`)
    await markAllVisible(db)
  })

  test('the facts of products that are running out are found from what is promised and open', async () => {
    const kind = factKinds.find(({ name }) => name === 'stock.reorder')
    let buffers = 0
    const found = await kind?.find(
      explaining(db, (plan) => void (buffers += buffersRead(plan))),
      TODAY,
    )
    expect(found?.length).toBeGreaterThan(50)
    expect(buffers).toBeLessThanOrEqual(MOST_OF_RUNNING_OUT)
  })
  test('the lists of products read the open tasks and not the finished ones', async () => {
    const ask = asker(db)
    const read: Record<string, number> = {}
    for (const question of questions)
      if (/^(products|materials|marks), (sorted|by marks|counted|summed)/.test(question.kind))
        read[`${question.name} ${JSON.stringify(question.input)}`] = (await ask(question)).buffers
    expect(Object.keys(read).length).toBeGreaterThan(25)
    expect(Object.entries(read).filter(([, buffers]) => buffers > MOST_WITH_TASKS)).toEqual([])
  })
  /** Adds finished tasks of one section, each a chain of its own that has received a material. */
  async function finishTasks(count: number): Promise<void> {
    await db.run(sql`
      with finished as (
        insert into tasks (section, status, taskref, product_id, quantity_e4, seq, finished_at)
        select 'GEMISMA', 'FINISHED', 'done-' || n, 1 + n % 300, 10000, 1, now() - make_interval(days => 1 + n % 300)
        from generate_series(1, ${count}::int) n returning id)
      insert into task_materials (task_id, line_no, product_id, name, needed_e4, taken_e4, state)
      select id, 1, 1 + id % 3, 'Κερί', 10000, 10000, 'RECEIVED' from finished`)
    await markAllVisible(db)
  }
  test('the day of a section reads its open tasks and their chains, and no finished chain', async () => {
    const question = { kind: '', name: 'production.section-day', input: { section: 'GEMISMA' } }
    const ask = asker(db)
    await db.run(sql`
      insert into task_materials (task_id, line_no, product_id, name, needed_e4)
      select id, 1, 1 + id % 3, 'Κερί', 10000 from tasks where is_open`)
    // An engine reads a small table whole, so the first reading follows 10,000 finished tasks.
    await finishTasks(10_000)
    const { buffers, answer } = await ask(question)
    expect(answer).toMatchObject({ open: 250 })
    expect(buffers).toBeLessThanOrEqual(MOST_OF_SECTION)
    await finishTasks(10_000)
    expect((await ask(question)).buffers).toBeLessThan(1.2 * buffers)
  })
})
