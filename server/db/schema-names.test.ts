/**
 * Functions must name the schema of every table, sequence and function. A dump is restored with an empty search path.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Database, raw, type Rows, sql } from './database.ts'

let company: TestCompany
let db: Database
beforeAll(async () => {
  company = await openTestCompany()
  db = company.db
  await company.order('INVOICED')
})
afterAll(() => company?.close())

/** Returns the names in the body of a function that stand without their schema. */
function namesWithoutSchema(body: string, names: ReadonlySet<string>): string[] {
  // names in comments and texts do not count, except in nextval('…')
  const code = body
    .replace(/--.*$/gm, '')
    .replace(/nextval\('([^']+)'\)/g, 'nextval($1)')
    .replace(/'[^']*'/g, "''")
  const words = [...code.matchAll(/(\.?)\b([a-z_][a-z0-9_]*)\b/g)]
  return words.filter(([, dot, word]) => dot === '' && names.has(word ?? '')).map(([, , word]) => word ?? '')
}

test('functions name the schema of every table, sequence and function that they use', async () => {
  const own = await db.many<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'p')
    union
    select proname from pg_proc where pronamespace = 'public'::regnamespace`)
  const names = new Set(own.map(({ name }) => name))
  const functions = await db.many<{ name: string; body: string }>(sql`
    select p.proname as name, p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  expect(functions.length).toBeGreaterThan(5)
  expect(
    functions.flatMap(({ name, body }) => namesWithoutSchema(body, names).map((word) => `${name}: ${word}`)),
  ).toEqual([])
})

test('a name without its schema is found in code and in nextval, but not in comments and texts', () => {
  const names = new Set(['fold', 'orders', 'order_ids'])
  expect(namesWithoutSchema("select fold(a) || nextval('order_ids') from orders", names)).toEqual([
    'fold',
    'order_ids',
    'orders',
  ])
  const right = "-- reads orders\nselect public.fold('orders') || nextval('public.order_ids') from public.orders"
  expect(namesWithoutSchema(right, names)).toEqual([])
})

type OwnFunction = { name: string; language: string; kind: 'trigger' | 'plain'; arguments: number; definition: string }

/** Returns the functions of the product, without those of extensions. */
const ownFunctions = (rows: Rows): Promise<OwnFunction[]> =>
  rows.many<OwnFunction>(sql`
    select p.proname as name, l.lanname as language, p.pronargs as arguments, pg_get_functiondef(p.oid) as definition,
      case when p.prorettype = 'trigger'::regtype then 'trigger' else 'plain' end as kind
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)

/** Changes for the triggers that do not fire when a row is written unchanged. */
const CHANGES = [
  `insert into public.orders (id, status, customer_id, name) select 999999999, 'OFFER', customer_id, name from public.orders order by id limit 1`,
  `insert into public.stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
    select id, 10000, 0, 'counted', 't' from public.products limit 1`,
  `insert into public.order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
      quantity_e4, total_cents, vat_cents)
    select order_id, line_no + 100, product_id, name, unit, vat_bp, 0, 0, quantity_e4, 0, 0 from public.order_lines`,
  'delete from public.order_lines where line_no > 100',
  `insert into public.counts (id, kind, opened_at, opened_name) overriding system value values (999999999, 'SCAN', now(), 't')`,
  `insert into public.count_lines (id, count_id, product_id, quantity_e4, counted_at, first_at, way, person_name)
    select gen_random_uuid(), 999999999, id, 0, now(), now(), 'FIRST', 't' from public.products limit 1`,
  `update public.products set name = name || ' 2'`,
  'update public.products set cost_price_e4 = cost_price_e4 + 1',
  `update public.users set first_name = first_name || '2'`,
  `update public.sessions set ended_at = now()`,
  `update public.sections set account_name = account_name || '2'`,
  `update public.sessions set expires_at = expires_at - interval '1 second'`,
  `insert into public.api_keys (name, key_hash) values ('key', 'hash')`,
  'delete from public.api_keys',
  `update public.role_rights set changes = '{"orders.read": false}'`,
  `insert into public.settings (name, value) values ('sign-in', '{}')`,
  'select public.number_orders_after(1)',
  `select public.number_records_after('public.party_ids', 1)`,
  'select public.kept_customer(1), public.kept_provider(1)',
  `update public.orders set status = 'TO-PACKAGE' where status = 'INVOICED'`,
  `update public.orders set status = 'INVOICED' where status = 'TO-PACKAGE'`,
  `update public.orders set label = '2'`,
  'update public.orders set parcels = 3',
  'update public.orders set parcels = 2',
  `insert into public.loans (bound, customer_name, product_id, product_name, origin, quantity_e4, user_name)
    select 'OUTBOUND', 'c', id, 'p', 'manual', 10000, 't' from public.products limit 1`,
  `insert into public.tasks (id, section, status, product_id, quantity_e4, work) overriding system value
    select 999999999, 's', 'FINISHED', id, 10000, 'LAUNDRY' from public.products limit 1`,
  `insert into public.task_presses (id, task_id, kind, before, user_name) overriding system value values (999999999, 999999999, 'CLOSE', '{}', 't')`,
  `insert into public.write_offs (task_id, press_id, product_id, product_name, customer_name, quantity_e4, kind, user_name)
    select 999999999, 999999999, id, 'p', 'c', 10000, 'BROKEN', 't' from public.products limit 1`,
  `update public.write_offs set undone_at = now()`,
  `insert into public.orders (id, status, customer_id, name, shipped_on, invoice_mode) select 999999998, 'SHIPPED', customer_id, name, '2026-01-01', 'red'
    from public.orders order by id limit 1`,
  `insert into public.payments (bound, type, amount_cents, date, entity_name, refcode, user_name)
    values ('Inbound', 'CASH', 100, '2026-01-01', 'c', '38.00.00', 't')`,
  `update public.payments set date = '2026-01-02'`,
  `insert into public.payments (bound, type, amount_cents, date, entity_name, refcode, user_name, cancels_id)
    select bound, type, -amount_cents, date, entity_name, refcode, user_name, id from public.payments where date = '2026-01-02' limit 1`,
  `insert into public.salespersons (name, surname) values ('s', 's')`,
  `insert into public.payments (bound, type, amount_cents, date, entity_name, refcode, user_name, salesperson_id)
    select 'Outbound', 'CASH', 100, '2026-01-01', 's', '38.00.00', 't', id from public.salespersons limit 1`,
  `insert into public.payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
    select 'Inbound', 'CASH', 100, '2026-01-01', customer_id, 'c', '38.00.00', 't' from public.orders where id = 999999998`,
  `insert into public.payment_matches (payment_id, order_id, cents, user_name)
    select max(id), 999999998, 1, 't' from public.payments`,
  'delete from public.payment_matches',
  'update public.customers set payment_days = 7',
  'delete from public.payments',
  `insert into public.inbound_invoices (type, state, provider_id, provider_name, refcode, number, import_date, user_name)
    select 'INBOUND', 'BOOKED', id, 'p', '24.00.01', '1', '2026-01-01', 't' from public.providers limit 1`,
  `insert into public.accounting_documents (id, order_id, kind, key, status, request) overriding system value
    values (999999998, 999999998, 'credit-part', 'credit', 'ACKNOWLEDGED', '{}')`,
  `insert into public.credits (document_id, order_id, net_cents, vat_cents, total_cents, issued_on)
    values (999999998, 999999998, 1, 0, 1, '2026-01-01')`,
  'update public.orders set credited_cents = 1 where id = 999999998',
  `insert into public.postings (source, document_id, account, day, cents, salesperson_id, recorded_at)
    select 'order', 999999998, 'customers', '2026-01-01', 1, id, now() from public.salespersons limit 1`,
  'set constraints all immediate',
  'update public.postings set ended_at = now()',
  `update public.orders set status = 'INVOICED' where id = 999999998`,
  `update public.inbound_invoices set state = 'CANCELED', canceled_at = now(), canceled_name = 't' where number = '1'`,
]

/**
 * Creates every function again, reads every view and writes every row unchanged, with an empty search path. This uses
 * functions, generated columns, checks, indexes and triggers as a restore does. Returns the PL/pgSQL functions that
 * did not run, because their names are only resolved when they run.
 */
async function useEverything(tx: Rows): Promise<string[]> {
  await tx.many(sql`select set_config('search_path', '', true), set_config('track_functions', 'all', true)`)
  const functions = await ownFunctions(tx)
  for (const { definition } of functions) await tx.run(raw(definition))
  for (const { name, kind, arguments: count } of functions)
    if (kind === 'plain' && count === 0) await tx.many(sql`select public.${raw(name)}()`)
  const relations = await tx.many<{ name: string; kind: string; columns: string[] }>(sql`
    select c.relname as name, c.relkind::text as kind, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity <> 'a'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    group by c.oid order by 1`)
  for (const { name, kind, columns } of relations) {
    if (kind === 'v') await tx.many(sql`select * from public.${raw(name)}`)
    else await tx.run(sql`update public.${raw(name)} set ${raw(columns.map((one) => `${one} = ${one}`).join(', '))}`)
  }
  for (const change of CHANGES) await tx.run(raw(change))
  const ran = await tx.many<{ name: string }>(sql`select funcname as name from pg_stat_xact_user_functions`)
  const names = new Set(ran.map(({ name }) => name))
  return functions.filter(({ language, name }) => language === 'plpgsql' && !names.has(name)).map(({ name }) => name)
}

test('functions, generated columns, checks, indexes, triggers and views work with an empty search path', async () => {
  expect(await db.transaction('locking', useEverything)).toEqual([])
})

test.each([
  ['in SQL', 'sql', 'select count(*) from orders'],
  ['in PL/pgSQL', 'plpgsql', 'begin return (select count(*) from orders); end'],
])('a function %s that leaves out a schema does not work with an empty search path', async (_where, language, body) => {
  const name = `left_out_${language}`
  await db.script(`create function public.${name}() returns bigint language ${language} as $$ ${body} $$`)
  await expect(db.transaction('locking', useEverything)).rejects.toThrow('relation "orders" does not exist')
  await db.script(`drop function public.${name}()`)
})
