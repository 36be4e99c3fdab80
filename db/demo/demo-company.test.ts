import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tillNowQuery } from '#features/cash-desk/server/till/queries.ts'
import { lentFigures } from '#features/laundry/domain/contract.ts'
import { differenceOf } from '#features/laundry/domain/figures.ts'
import { lentFiguresQuery } from '#features/laundry/server/queries.ts'
import { ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { orderTotals } from '#features/orders/domain/totals.ts'
import { TASK_STATUSES } from '#features/production/domain/task.ts'
import { type Cents, lineTotal, percentOf, type Quantity, type Rate, type UnitPrice } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { countViolations, listUnexplained } from '#testing/invariants.ts'
import { Runner } from '#server/runner.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { loadDemoCompany } from './demo-company.ts'

const CLOCK = () => new Date('2026-11-20T10:00:00Z')
const runnerOn = (db: Database) => new Runner({ db, clock: CLOCK })

let db: Database
let other: Database

beforeAll(async () => {
  db = await testDatabase()
  other = await testDatabase()
  await loadDemoCompany(runnerOn(db))
  await loadDemoCompany(runnerOn(other))
})

afterAll(async () => {
  await db?.close()
  await other?.close()
})

/** Returns rows that contradict a rule. */
const wrong = (text: string) => db.many<object>(sql`${raw(text)}`)

/** Returns the contents of a database, without the time of loading and without password hashes. */
async function contents(database: Database): Promise<Record<string, unknown>> {
  const tables: Record<string, string> = {
    salespersons: '*',
    customers: '*',
    providers: '*',
    products: '*',
    requirement_steps: '*',
    requirement_materials: '*',
    orders: '*',
    order_lines: '*',
    order_loans: '*',
    stock_movements: '*',
    loans: '*',
    shipments: '*',
    shipment_orders: '*',
    payments: '*',
    cheques: '*',
    till_closings: '*',
    till_deposits: '*',
    tasks: '*',
    task_presses: '*',
    write_offs: '*',
    accounting_documents: '*',
    delivery_notes: '*',
    movement_events: '*',
    document_numbers: 'series, year, number, order_id, kind, taken_at, issued',
    users: 'id, email, username, first_name, last_name, role',
    settings: "name, value, ''",
    history: `id, user_name, command, entity, entity_id, changes, note, case when command <> 'demo.load-demo-company' then at end as at`,
  }
  const found: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(tables)) {
    found[table] = await database.many(sql`select ${raw(columns)} from ${raw(table)} order by 1, 2, 3`)
  }
  return found
}

test('the company has a realistic number of records', async () => {
  const counts = await db.one<Record<string, number>>(sql`
    select (select count(*) from customers where not system) as customers, (select count(*) from products) as products,
      (select count(*) from orders) as orders, (select count(*) from users) as users,
      (select count(distinct section) from requirement_steps) as sections,
      (select count(*) from customers where jsonb_array_length(extra_addresses) > 0) as branches,
      (select count(*) from salespersons) as salespersons,
      (select count(*) from customers where salesperson_id is not null) as "lookedAfter",
      (select count(distinct salesperson_id) from customers) as busy,
      (select count(distinct type) from payments) as "paymentTypes", (select count(*) from payments) as payments`)
  expect(counts).toMatchObject({ customers: 120, products: 150, users: DEMO_ACCOUNTS.length, paymentTypes: 4 })
  expect(counts).toMatchObject({ salespersons: 4, busy: 4, lookedAfter: 108 })
  expect(counts.orders).toBeGreaterThanOrEqual(200)
  expect(counts.sections).toBeGreaterThanOrEqual(9)
  expect(counts.branches).toBeGreaterThan(30)
  expect(counts.payments).toBeGreaterThan(60)
})

test('providers and salespersons were paid, cheques that we gave have each state, and the till was closed with every cent explained', async () => {
  const found = await db.one<Record<string, unknown>>(sql`
    select (select count(*) from payments where provider_id is not null)::int as providers,
      (select count(*) from payments where salesperson_id is not null)::int as salespersons,
      (select array_agg(distinct state order by state) from cheques where given) as states,
      (select count(*) from till_closings)::int as closings, (select count(*) from till_deposits)::int as deposits`)
  expect(found).toMatchObject({ salespersons: 3, states: ['BOUNCED', 'CASHED', 'GIVEN'], closings: 3 })
  expect(Number(found['providers'])).toBeGreaterThan(10)
  expect(Number(found['deposits'])).toBeGreaterThan(1)
  const { line } = await runnerOn(db).ask(tillNowQuery, {}, SYSTEM)
  expect(line).toMatchObject({ unexplained: 0, missing: 200 })
  expect(line?.till).toBeGreaterThan(0)
})

test('vehicles of the last weeks have delivery notes that were reported, and one that is about to leave has some in each state', async () => {
  const found = await db.many<object>(sql`
    select s.status as shipment, d.direction, d.status, count(e.id) > 0 as reported
    from delivery_notes d join shipments s on s.id = d.shipment_id left join movement_events e on e.note_id = d.id and e.status = 'DONE'
    group by d.id, s.status`)
  const kinds = new Set(found.map((one) => Object.values(one).join(' ')))
  expect([...kinds].toSorted()).toEqual([
    'DONE back ACKNOWLEDGED true',
    'DONE out ACKNOWLEDGED true',
    'PENDING out ACKNOWLEDGED false',
    'PENDING out FAILED false',
    'PENDING out UNKNOWN false',
  ])
  const { last } = await db.one<{ last: number }>(sql`select sum(last_number)::int as last from document_series`)
  expect(last).toBe(found.length)
})

test('every status of the life cycle occurs except FINISHED, which no transition reaches', async () => {
  const rows = await db.many<{ status: string }>(sql`select distinct status from orders`)
  const expected = ORDER_STATUSES.filter((status) => status !== 'FINISHED')
  expect(rows.map(({ status }) => status).toSorted()).toEqual(expected.toSorted())
})

test('VAT numbers have a valid check digit and belong to one customer or provider each', async () => {
  const rows = await db.many<{ vat: string }>(sql`
    select vat from customers where not system union all select vat from providers where not system union all select value ->> 'vat' from settings where name = 'company'`)
  for (const { vat } of rows) {
    expect(vat).toMatch(/^\d{9}$/)
    const sum = Array.from(vat.slice(0, 8)).reduce((total, digit, place) => total + Number(digit) * 2 ** (8 - place), 0)
    expect(`${vat.slice(0, 8)}${(sum % 11) % 10}`).toBe(vat)
  }
  expect(new Set(rows.map(({ vat }) => vat)).size).toBe(129)
})

test('sections have tasks in every status: for waiting orders, for some orders in stock, and closed ones of cancelled orders', async () => {
  const statuses = await db.many<{ status: string }>(sql`select distinct status from tasks`)
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([...TASK_STATUSES].toSorted())
  const rows = await db.many<{ status: string; open: number }>(sql`
    select o.status, count(*) filter (where t.is_open)::int as open
    from tasks t join orders o on o.id = t.order_id group by o.id`)
  expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual(['CANCELED', 'PENDING-STOCK', 'STOCK-OK'])
  expect(rows.some(({ status, open }) => status === 'PENDING-STOCK' && open === 0)).toBe(true)
  expect(rows.some(({ status, open }) => status === 'PENDING-STOCK' && open > 0)).toBe(true)
  expect(rows.filter(({ status }) => status === 'CANCELED').every(({ open }) => open === 0)).toBe(true)
  expect(rows.filter(({ status }) => status === 'STOCK-OK').every(({ open }) => open > 0)).toBe(true)
  expect(
    await wrong(`select id from tasks t where work = 'PRODUCTION' and not exists (select from requirement_steps s
    where s.product_id = t.product_id and s.seq = t.seq and s.section = t.section)`),
  ).toEqual([])
})

test('violates no rule that holds after any command, and each step of an order is a transition', async () => {
  const violations = await countViolations(db)
  expect(Object.entries(violations).filter(([, count]) => count !== 0)).toEqual([])
  expect(await listUnexplained(db)).toEqual([])
})

describe('stock', () => {
  test('stands on shelves, so that a picking list has an order: all that is counted in pieces, and nothing else', async () => {
    expect(await wrong(`select sku from products where (unit = 'Item') <> (shelf ~ '^[Α-Ω][1-9][0-9]?$')`)).toEqual([])
    const shelves = await db.many<{ shelf: string }>(sql`select distinct shelf from products where shelf <> ''`)
    expect(shelves.length).toBeGreaterThan(10)
  })

  test('was never below zero', async () => {
    expect(await wrong(`select id from stock_movements where balance_e4 < 0`)).toEqual([])
  })

  test('was recorded in the order of the events', async () => {
    expect(
      await wrong(`select id from (select id, at, lag(at) over (partition by product_id order by id) as before
      from stock_movements) m where before > at`),
    ).toEqual([])
  })

  test('was reduced once for each packed order line, and restored for cancelled orders', async () => {
    expect(
      await wrong(`
      with goods as (
        select order_id, product_id, quantity_e4, 'packaged' as gone, 'restored' as back from order_lines
        union all select order_id, product_id, quantity_e4, 'lent', 'lent-restored' from order_loans),
      wanted as (
        select g.order_id, g.product_id, g.gone as reason, -sum(g.quantity_e4) as quantity from goods g join orders o on o.id = g.order_id
        where o.packaged_by <> '' group by 1, 2, 3
        union all
        select g.order_id, g.product_id, g.back, sum(g.quantity_e4) from goods g join orders o on o.id = g.order_id
        where o.packaged_by <> '' and o.status = 'CANCELED' group by 1, 2, 3),
      found as (select order_id, product_id, reason, sum(quantity_e4) as quantity from stock_movements where order_id is not null group by 1, 2, 3)
      (select * from wanted except select * from found) union all (select * from found except select * from wanted)`),
    ).toEqual([])
  })

  test('is short for PENDING-STOCK orders and sufficient for all STOCK-OK and TO-PACKAGE orders together', async () => {
    expect(
      await wrong(`select o.id from orders o where o.status = 'PENDING-STOCK' and not exists (
      select from order_needs n join products p on p.id = n.product_id
      where n.order_id = o.id and is_short(p.stock_e4 - n.quantity_e4))`),
    ).toEqual([])
    expect(
      await wrong(`
      select p.name from order_goods g
      join orders o on o.id = g.order_id and o.status in ('STOCK-OK', 'TO-PACKAGE') join products p on p.id = g.product_id
      group by p.id having is_short(p.stock_e4 - sum(g.quantity_e4))`),
    ).toEqual([])
  })
})

describe('loans', () => {
  test('were booked outbound with each packed order and inbound with each cancelled one', async () => {
    expect(
      await wrong(`
      with wanted as (
        select l.order_id, l.product_id, 'OUTBOUND' as bound, sum(l.quantity_e4) as quantity from order_loans l join orders o on o.id = l.order_id
        where o.packaged_by <> '' group by 1, 2
        union all select l.order_id, l.product_id, 'INBOUND', sum(l.quantity_e4) from order_loans l join orders o on o.id = l.order_id
        where o.packaged_by <> '' and o.status = 'CANCELED' group by 1, 2),
      found as (select order_id, product_id, bound, sum(quantity_e4) as quantity from loans where order_id is not null group by 1, 2, 3)
      (select * from wanted except select * from found) union all (select * from found except select * from wanted)`),
    ).toEqual([])
  })

  test('are never returned beyond the balance, and some customers have more than ten pieces', async () => {
    expect(
      await wrong(`select customer_id from loans group by customer_id, product_id
      having sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end) < 0`),
    ).toEqual([])
    const many = await wrong(`select customer_id from loans group by customer_id
      having sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end) > 100000`)
    expect(many.length).toBeGreaterThan(3)
  })
})

test('lent items are on the shelf, in the laundry, on trucks, at customers and written off, and together what entered the stock', async () => {
  const { total, products } = lentFigures.output.parse(await runnerOn(db).ask(lentFiguresQuery, {}, SYSTEM))
  expect(products.filter((product) => differenceOf(product) !== 0).map(({ name }) => name)).toEqual([])
  for (const place of ['shelf', 'laundry', 'trucks', 'customers', 'writtenOff'] as const)
    expect({ place, some: total[place] > 0 }).toEqual({ place, some: true })
  expect(total.byHand).toBe(0)
})

test('the totals of every order follow the rules', async () => {
  const lines = await db.many<{
    orderId: number
    quantity: Quantity
    price: UnitPrice
    vat: Rate
    total: Cents
    vatAmount: Cents
  }>(sql`
    select order_id as "orderId", quantity_e4 as quantity, sales_price_e4 as price, vat_bp as vat, total_cents as total,
      vat_cents as "vatAmount" from order_lines`)
  for (const line of lines) {
    expect(line.total).toBe(lineTotal(line.quantity, line.price))
    expect(line.vatAmount).toBe(percentOf(lineTotal(line.quantity, line.price), line.vat))
  }
  const orders = await db.many<{ id: number; [total: string]: number }>(sql`
    select id, line_count as "lineCount", quantity_e4 as quantity, products_cents as products, vat_cents as vat, total_cents as total
    from orders`)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  for (const { id, ...totals } of orders) {
    expect(totals).toEqual(orderTotals(byOrder.get(id) ?? []))
  }
})

test('costs are the materials plus the margin', async () => {
  expect(
    await wrong(`
    select p.name from products p join requirement_materials r on r.product_id = p.id join products m on m.id = r.material_id
    group by p.id having p.cost_price_e4 <> round(sum(r.quantity_e4 * unit_factor(r.unit, m.unit) * m.cost_price_e4) * (10000 + p.cost_margin_bp) / 100000000)`),
  ).toEqual([])
})

test('invoices, shipments and payments fit the orders', async () => {
  expect(
    await wrong(`select id from orders where (status in ('INVOICED', 'ON SHIPPING', 'SHIPPED', 'RETURNED')) and
    (invoice_mode is null or invoiced_on is null or refcode <> case invoice_mode when 'red' then '71.00.00' else '71.00.01' end
      or (invoice_mode = 'red' and (vat_cents <> 0 or invoice_reason is null)))`),
  ).toEqual([])
  expect(
    await wrong(`select o.id from orders o where invoice_mode = 'epsilon' and not exists (
    select from accounting_documents d where d.order_id = o.id and kind = 'invoice' and d.status = 'ACKNOWLEDGED')`),
  ).toEqual([])
  expect(
    await wrong(`select id from accounting_documents where coalesce(qr_url, '') = '' or coalesce(request ->> 'deliveryPlace', '') = ''
    or request ->> 'paymentWay' is null or request ->> 'dueDay' < request ->> 'day' or request ->> 'dueDay' is null
    or coalesce(request -> 'issuer' ->> 'taxOffice', '') = '' or coalesce(request -> 'customer' ->> 'taxOffice', '') = ''`),
  ).toEqual([])
  expect(
    await wrong(`select o.id from orders o where invoice_mode = 'epsilon' and status = 'CANCELED' and not exists (
    select from accounting_documents d where d.order_id = o.id and kind = 'credit-note' and d.status = 'ACKNOWLEDGED')`),
  ).toEqual([])
  expect(
    await wrong(`select o.id from orders o full join shipment_orders s on s.order_id = o.id and s.outcome is null
    where (o.status = 'ON SHIPPING') <> (s.order_id is not null)`),
  ).toEqual([])
  expect(
    await wrong(`select id from shipments s where (status = 'DONE') <> not exists (
    select from shipment_orders o where o.shipment_id = s.id and o.outcome is null)`),
  ).toEqual([])
  expect(
    await wrong(`select p.id from payments p join orders o on o.id = p.order_id
    where o.customer_id <> p.customer_id or p.date < o.invoiced_on or p.amount_cents > o.total_cents`),
  ).toEqual([])
  const open = await db.many<{ email: string; orders: number }>(sql`
    select u.email, count(*)::int as orders from shipments s join users u on u.id = s.driver_user_id and u.username = s.driver
    join shipment_orders o on o.shipment_id = s.id where s.status = 'PENDING' group by 1 order by 1`)
  expect(open).toEqual([
    { email: 'driver2@kerino.demo', orders: 3 },
    { email: 'driver@kerino.demo', orders: 5 },
  ])
})

test('the history of every order leads from its first to its present status', async () => {
  expect(
    await wrong(`
    select o.id from orders o left join lateral (
      select array_agg(changes -> 'status' ->> 0 order by id) as froms, array_agg(changes -> 'status' ->> 1 order by id) as tos, min(at) as first, max(at) as last
      from history h where h.entity = 'orders' and h.entity_id = o.id and h.changes ? 'status') t on true
    where t.tos is null or t.tos[array_length(t.tos, 1)] <> o.status or t.froms[1] is not null
      or t.froms[2:] is distinct from t.tos[:array_length(t.tos, 1) - 1]
      or t.first <> o.created_at or t.last <> o.updated_at`),
  ).toEqual([])
})

test('no event is in the future or older than 120 days', async () => {
  expect(
    await wrong(`select id from orders where updated_at > '2026-11-20 00:00+02' or created_at < '2026-07-23 00:00+03'`),
  ).toEqual([])
  expect(await wrong(`select id from orders where expected_delivery_at > '2026-12-05'`)).toEqual([])
})

test('every demo account can sign in', async () => {
  const { Sessions } = await import('#accounts/server/sessions.ts')
  const sessions = new Sessions(db)
  const driver = await sessions.signIn('driver@kerino.demo', DEMO_PASSWORD, false, 'here')
  expect(driver.session.user).toMatchObject({ username: 'Γιώργος Οδηγός', actingRole: 'driver' })
  const workshop = await sessions.signIn('xyta@kerino.demo', DEMO_PASSWORD, false, 'here')
  expect(workshop.session.user).toMatchObject({ section: 'ΧΥΤΑ', actingRole: 'section' })
  const waiting = await sessions.signIn('waiting@kerino.demo', DEMO_PASSWORD, false, 'here')
  expect(waiting.session.user.actingRole).toBeNull()
})

test('the company is the same every time, and loading it again changes nothing', async () => {
  const before = await contents(db)
  expect(await contents(other)).toEqual(before)
  await loadDemoCompany(runnerOn(db))
  expect(await contents(db)).toEqual(before)
})

test('new records get unused ids', async () => {
  const { id } = await db.one<{ id: number }>(sql`insert into customers (name) values ('Επόμενος') returning id`)
  const order = await db.one<{ id: number; free: boolean }>(sql`
    insert into orders (status, customer_id, name) values ('OFFER', ${id}, 'Επόμενος')
    returning id, id > (select max(o.id) from orders o) as free`)
  expect(order.free).toBe(true)
  await db.run(sql`delete from orders where id = ${order.id}`)
  await db.run(sql`delete from customers where id = ${id}`)
})
