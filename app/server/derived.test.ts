/** Compares what triggers derive with what the declarations compute, and proves that the nightly comparison finds damage. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derived, factKinds, jobWorks } from '#app/server/features.ts'
import { SYSTEM } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { PROVE_DERIVED_JOB, readDerivedDifferences } from '#server/derived/prove.ts'
import { foldSome } from '#features/reports/server/fold-goods.ts'
import { foldCommissions } from '#features/payments/server/commission-owed.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  for (const status of ['STOCK-OK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'INVOICED', 'SHIPPED', 'SHIPPED'] as const)
    await company.order(status)
  await company.db.script(`
    insert into tasks (id, section, status, product_id, quantity_e4, work) overriding system value
      select 999999999, 's', 'FINISHED', min(id), 10000, 'LAUNDRY' from products;
    insert into task_presses (id, task_id, kind, before, user_name) overriding system value values (999999999, 999999999, 'CLOSE', '{}', 't');
    insert into loans (bound, customer_id, customer_name, product_id, product_name, origin, quantity_e4, user_name, task_id)
      select 'INBOUND', c.id, c.name, p.id, p.name, 'laundry', 10000, 't', 999999999 from customers c, products p order by c.id, p.id limit 1;
    insert into write_offs (task_id, press_id, product_id, product_name, customer_name, quantity_e4, kind, user_name)
      select 999999999, 999999999, id, 'p', 'c', 10000, 'BROKEN', 't' from products order by id limit 2`)
})
afterAll(() => company?.close())

const found = async (): Promise<string[]> =>
  (await readDerivedDifferences(company.db, derived)).map(({ name, rows }) => `${name}: ${rows}`)

const proven = derived.filter(({ proof }) => proof !== null)

test('everything that was derived of the orders, loans and postings of a company follows from them, also after its changes were folded', async () => {
  expect(await found()).toEqual([])
  const empty: string[] = []
  for (const { name } of proven) {
    const [table = '', column] = name.split('.')
    const rows = column === undefined ? sql`true` : sql`${raw(column)} <> ''`
    const { some } = await company.db.one<{ some: boolean }>(
      sql`select exists (select from ${raw(name === 'goods_months' ? 'goods_changes' : table)} where ${rows}) as some`,
    )
    if (!some) empty.push(name)
  }
  // this company has no salesperson
  expect(empty).toEqual(['commission_months'])
  await company.db.transaction('locking', foldSome)
  await company.db.transaction('locking', (tx) => foldCommissions(tx, 100))
  expect(await found()).toEqual([])
})

/** Changes of source rows that no command makes, each with what triggers must follow. */
const CHANGES: readonly (readonly [string, string])[] = [
  ['loans that get another customer', 'update loans set customer_id = (select max(id) from customers)'],
  [
    'loans that get another product and quantity',
    'update loans set product_id = product_id + 1, quantity_e4 = quantity_e4 + 10000',
  ],
  ['loans that are removed', 'delete from loans where task_id is null'],
  ['write-offs that are undone', 'update write_offs set undone_at = now()'],
  ['write-offs that count again', 'update write_offs set undone_at = null'],
  ['write-offs that are removed', 'delete from write_offs'],
  [
    'lines that change',
    'update order_lines set quantity_e4 = quantity_e4 + 10000, line_no = line_no + 10, service = not service',
  ],
  ['lent items that change', 'update order_loans set quantity_e4 = quantity_e4 + 10000'],
  ['lines that are removed', 'delete from order_lines where line_no > 11'],
  ['lent items that are removed', 'delete from order_loans'],
  [
    'orders that stop waiting',
    "update orders set status = 'PACKAGED', packaged_by = 'Μαρία', packaged_at = now() where status in ('STOCK-OK', 'TO-PACKAGE')",
  ],
  ['orders that wait again', "update orders set status = 'STOCK-OK' where status = 'PACKAGED'"],
  ['texts of orders', "update orders set label = 'Καλοκαίρι', description = 'άνεμος'"],
  ['names of products', "update products set name = name || ' νέο'"],
  ['orders that are open again', "update orders set status = 'PACKAGED' where status = 'SHIPPED'"],
  ['counted goods', 'update counted_goods set quantity_e4 = quantity_e4 + 1, day = day + 40'],
  ['counted goods that are removed', 'delete from counted_goods'],
  [
    'commissions',
    `insert into salespersons (name, surname) values ('s', 's');
    update postings set salesperson_id = (select max(id) from salespersons), commission_cents = 7`,
  ],
  ['commissions of another day', 'update postings set day = day + 40'],
  ['postings that end', 'update postings set ended_at = now()'],
]

test.each(CHANGES)('triggers follow %s', async (_what, change) => {
  await company.db.script(change)
  expect(await found()).toEqual([])
})

/** What damages each derived table past the triggers. */
const DAMAGE: Readonly<Record<string, Sql>> = {
  promised_lines: sql`
    insert into promised_lines (product_id, order_id, lent, line_no, quantity_e4) select max(p.id), max(o.id), true, 99, 1 from products p, orders o`,
  'orders.goods': sql`update orders set goods = 'x' where status <> 'SHIPPED'`,
  order_texts: sql`delete from order_texts`,
  order_words: sql`delete from order_words`,
  loan_balances: sql`update loan_balances set balance_e4 = balance_e4 + 1`,
  lent_sums: sql`update lent_sums set moved_e4 = moved_e4 + 1`,
  goods_months: sql`update goods_months set net_cents = net_cents + 1`,
  commission_months: sql`insert into commission_months values (1, '2026-01-01', 1, 0)`,
}

test('each night names every derived table that differs, until it does not, and repairs nothing', async () => {
  const night = () =>
    jobWorks({ runner: company.runner, outside: () => NOTHING_OUTSIDE, publicUrl: '' })[PROVE_DERIVED_JOB]?.run({})
  const fact = factKinds.find(({ name }) => name === 'settings.derived-differs')
  const told = async (): Promise<string[]> => {
    const ids = (await fact?.find(company.db, '2026-11-20' as never)) ?? []
    return ((await fact?.things(company.db, ids, SYSTEM)) ?? []).map(({ title }) => title.replace(/ \(\d+\)$/, ''))
  }
  await night()
  expect(await told()).toEqual([])
  expect(Object.keys(DAMAGE).toSorted()).toEqual(proven.map(({ name }) => name).toSorted())
  for (const [name, damage] of Object.entries(DAMAGE))
    expect({ name, damaged: (await company.db.run(damage)) > 0 }).toEqual({ name, damaged: true })
  await night()
  expect((await told()).toSorted()).toEqual(Object.keys(DAMAGE).toSorted())
  await company.db.run(sql`delete from commission_months where salesperson_id = 1`)
  await company.db.run(sql`update loan_balances set balance_e4 = balance_e4 - 1`)
  await night()
  expect(await told()).not.toContain('commission_months')
  expect(await told()).not.toContain('loan_balances')
  expect(await told()).toContain('lent_sums')
})
