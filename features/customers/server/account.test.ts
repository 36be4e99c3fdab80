/** Compares a customer's figures, statement and aging with sums that the database computes in another way. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paper } from '#kernel/paper.ts'
import { customerAccountPageQuery } from '#features/orders/server/customer-account.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { Runner } from '#server/runner.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { mailStatementCommand, statementDraftQuery } from './mail-statement.ts'
import { customerStatementMaker } from './statement.ts'
import { customerCommands, customerQueries } from './customer-kind.ts'

const TODAY = '2026-11-20'
const STATUSES = [
  'OFFER',
  'PENDING-STOCK',
  'STOCK-OK',
  'SHIPPED',
  'SHIPPED',
  'SHIPPED',
  'CANCELED',
  'RETURNED',
] as const
const CUSTOMERS = 6

let db: Database
let runner: Runner
let ids: number[]

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date(`${TODAY}T08:00:00Z`) })
  await db.run(sql`insert into customers (name) select 'Πελάτης ' || n from generate_series(1, ${CUSTOMERS}::int) n`)
  ids = (await db.many<{ id: number }>(sql`select id from customers where not system order by id`)).map(({ id }) => id)
  await db.run(sql`insert into products (name, sku) values ('Ποτήρι', 'G'), ('Βάση', 'B')`)
  const anyOrder = fc.record({
    // The last customer has no records.
    customer_id: fc.constantFrom(...ids.slice(0, -1)),
    status: fc.constantFrom(...STATUSES),
    total_cents: fc.integer({ min: 1, max: 999_999 }),
    days: fc.integer({ min: 0, max: 900 }),
    invoiced: fc.boolean(),
  })
  const anyPayment = fc.record({
    customer_id: fc.constantFrom(...ids.slice(0, -1)),
    bound: fc.constantFrom('Inbound', 'Inbound', 'Inbound', 'Outbound'),
    type: fc.constantFrom('CASH', 'CHECK', 'BANK'),
    amount_cents: fc.integer({ min: -9_999, max: 499_999 }).filter((amount) => amount !== 0),
    days: fc.integer({ min: 0, max: 900 }),
  })
  const anyLoan = fc.record({
    customer_id: fc.constantFrom(...ids.slice(0, -1)),
    bound: fc.constantFrom('OUTBOUND', 'OUTBOUND', 'INBOUND'),
    sku: fc.constantFrom('G', 'B', null),
    quantity_e4: fc.integer({ min: 1, max: 200_000 }),
  })
  const sample = <T>(what: fc.Arbitrary<T>, numRuns: number) => JSON.stringify(fc.sample(what, { numRuns, seed: 7 }))
  await db.run(sql`
    insert into orders (status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, created_at, invoiced_on)
    select status, customer_id, 'x', 'x', 'red', total_cents, total_cents,
      ${TODAY}::date::timestamptz - days * interval '1 day' + interval '23 hours',
      case when invoiced then ${TODAY}::date - days / 2 end
    from jsonb_to_recordset(${sample(anyOrder, 400)}::jsonb)
      as r(customer_id bigint, status text, total_cents bigint, days int, invoiced boolean)`)
  await db.run(sql`
    insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name, expire_date)
    select bound, type, amount_cents, ${TODAY}::date - days, customer_id, 'x', '38.00.00', 'x',
      case type when 'CHECK' then ${TODAY}::date - days + 120 end
    from jsonb_to_recordset(${sample(anyPayment, 200)}::jsonb)
      as r(customer_id bigint, bound text, type text, amount_cents bigint, days int)`)
  await repostAll(db)
  await db.run(sql`
    insert into loans (bound, customer_id, customer_name, product_id, product_name, origin, quantity_e4, user_name)
    select r.bound, r.customer_id, 'x', p.id, coalesce(p.name, 'Παλιό δίσκος'), 'manual', r.quantity_e4, 'x'
    from jsonb_to_recordset(${sample(anyLoan, 60)}::jsonb)
      as r(customer_id bigint, bound text, sku text, quantity_e4 bigint) left join products p on p.sku = r.sku`)
})
afterAll(() => db?.close())

const account = (id: number) => runner.ask(customerAccountPageQuery, { id }, SYSTEM)
const refusalCode = (doing: Promise<unknown>) =>
  doing.then(
    () => 'nothing was refused',
    (reason: unknown) => (reason instanceof Refused ? reason.refusal.code : String(reason)),
  )

/** All movements of every account, in a query that the product does not use. */
const MOVEMENTS = sql`
  select customer_id, total_cents as amount, coalesce(invoiced_on, (created_at at time zone 'Europe/Athens')::date) as day,
    'sale' as what from orders where status = 'SHIPPED'
  union all select customer_id, amount_cents * case bound when 'Inbound' then -1 else 1 end, date, bound from payments`

describe('statistics of a customer', () => {
  test('agree with the sums of the database, for every customer', async () => {
    const expected = await db.many<Record<string, number | null>>(sql`
      with m as (${MOVEMENTS})
      select c.id,
        coalesce(sum(amount), 0)::bigint as balance,
        coalesce(sum(amount) filter (where what = 'sale'), 0)::bigint as sales,
        coalesce(-sum(amount) filter (where what = 'Inbound'), 0)::bigint as received,
        coalesce(sum(amount) filter (where what = 'Outbound'), 0)::bigint as refunded,
        coalesce(sum(amount) filter (where what = 'sale' and extract(year from day) = 2026), 0)::bigint as "salesThisYear",
        round(avg(amount) filter (where what = 'sale'))::bigint as "averageOrder",
        (select coalesce(sum(case bound when 'OUTBOUND' then 1 else -1 end * quantity_e4), 0)::bigint from loans
          where customer_id = c.id) as loans
      from customers c left join m on m.customer_id = c.id where not c.system group by c.id order by c.id`)
    expect(expected).toHaveLength(CUSTOMERS)
    for (const { id, ...figures } of expected) {
      const page = await account(Number(id))
      expect(page.statistics).toMatchObject(figures)
      const { credit, ...ages } = page.aging
      expect(Object.values(ages).reduce((sum, part) => sum + part, 0) - credit).toBe(figures['balance'])
      expect(page.transactions.at(-1)?.balance ?? 0).toBe(figures['balance'])
      expect(page.loans.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(figures['loans'])
      expect(page.loans.some(({ quantity }) => quantity === 0)).toBe(false)
      const counts = await db.many<{ status: string; count: number }>(sql`
        select status, count(*)::int as count from orders where customer_id = ${Number(id)} group by status`)
      expect(page.statistics.orders).toEqual(Object.fromEntries(counts.map((row) => [row.status, row.count])))
    }
  })

  test('are zero for a customer without records', async () => {
    const page = await account(ids.at(-1) as number)
    expect(page.statistics).toEqual({
      orders: {},
      sales: 0,
      received: 0,
      refunded: 0,
      opening: 0,
      balance: 0,
      salesThisYear: 0,
      averageOrder: null,
      lastOrder: null,
      loans: 0,
    })
    expect(page.transactions).toEqual([])
  })

  test('have the newest order that is neither an offer nor cancelled as the last order', async () => {
    for (const id of ids.slice(0, -1)) {
      const { lastOrder } = (await account(id)).statistics
      const newest = await db.one<{ id: number }>(sql`
        select id from orders o where customer_id = ${id} and status not in ('OFFER', 'OFFER-DELETE', 'CANCELED')
          and not exists (select from orders n where n.customer_id = ${id} and (n.created_at, n.id) > (o.created_at, o.id)
            and n.status not in ('OFFER', 'OFFER-DELETE', 'CANCELED'))`)
      expect(lastOrder?.id).toBe(newest.id)
    }
  })
})

describe('what is due', () => {
  test('follows the terms of the customer, else those of the company, on the page and on the statement', async () => {
    const { id } = await runner.run(customerCommands.create, { name: 'Ταβέρνα Πίστωση' }, SYSTEM)
    await db.run(sql`
      insert into orders (id, status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, invoiced_on)
      values (780001, 'SHIPPED', ${id}, 'x', 'x', 'red', 10000, 10000, '2026-10-05'),
        (780002, 'SHIPPED', ${id}, 'x', 'x', 'red', 5000, 5000, '2026-11-10')`)
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
      values ('Inbound', 'CASH', 4000, '2026-11-12', ${id}, 'x', '38.00.00', 'x')`)
    await repostAll(db)
    const debts = async () =>
      (await account(id)).transactions.map(({ debt }) => debt && [debt.open, debt.due, debt.late])
    expect((await account(id)).overdue).toEqual({ cents: 6000, since: '2026-11-04', days: 16 })
    expect(await debts()).toEqual([[6000, '2026-11-04', 16], [5000, '2026-12-10', 0], undefined])

    await runner.run(customerCommands.change, { id, version: 1, changes: { paymentDays: 60 } }, SYSTEM)
    expect((await account(id)).overdue).toBeNull()
    expect(await debts()).toEqual([[6000, '2026-12-04', 0], [5000, '2027-01-09', 0], undefined])
    await runner.run(customerCommands.change, { id, version: 2, changes: { paymentDays: 0 } }, SYSTEM)
    const paper = await runner.ask(customerStatementMaker, { id, from: '2026-01-01', until: TODAY }, SYSTEM)
    const open = paper.blocks.flatMap((block) =>
      block.kind === 'table' && block.heading === 'Ανοιχτά παραστατικά' ? [block] : [],
    )
    expect(open[0]?.rows).toEqual([
      ['05/10/2026', 'Παραγγελία 780001', '05/10/2026', '46', '60,00'],
      ['10/11/2026', 'Παραγγελία 780002', '10/11/2026', '10', '50,00'],
    ])
    expect(open[0]?.sums.map((row) => row.at(-1))).toEqual(['110,00', '110,00'])
  })

  test('has between 0 and 365 days', async () => {
    const kind = (paymentDays: number) =>
      runner.run(customerCommands.create, { name: 'Λάθος όροι', paymentDays }, SYSTEM).then(
        () => 'saved',
        (reason: unknown) => (reason instanceof Refused ? reason.refusal.kind : String(reason)),
      )
    expect([await kind(-1), await kind(366), await kind(365)]).toEqual(['invalid', 'invalid', 'saved'])
  })
})

describe('statement of account', () => {
  const period = { from: '2026-03-01', until: '2026-08-31' }
  const statement = (id: number, wanted = period): Promise<Paper> =>
    runner.ask(customerStatementMaker, { id, ...wanted }, SYSTEM)
  const amount = (shown: string) => Math.round(Number(shown.replace(/[^\d,-]/g, '').replace(',', '.')) * 100)
  const totalsOf = (paper: Paper) => {
    const block = paper.blocks.find((one) => one.kind === 'totals')
    return block?.kind === 'totals' ? block : undefined
  }

  test('agrees with the sums of the database before, within and after the period, and by age', async () => {
    for (const id of ids) {
      const paper = await statement(id)
      const sums = await db.one<{ before: number; year: number; charged: number; credited: number; after: number }>(sql`
        with m as (select * from (${MOVEMENTS}) all_of_them where customer_id = ${id})
        select coalesce(sum(amount) filter (where day < ${period.from}::date), 0)::bigint as before,
          coalesce(sum(amount) filter (where day < ${period.from}::date and day >= '2026-01-01'), 0)::bigint as year,
          coalesce(sum(amount) filter (where what <> 'Inbound' and day between ${period.from}::date and ${period.until}::date), 0)::bigint as charged,
          coalesce(-sum(amount) filter (where what = 'Inbound' and day between ${period.from}::date and ${period.until}::date), 0)::bigint as credited,
          coalesce(sum(amount) filter (where day <= ${period.until}::date), 0)::bigint as after from m`)
      const totals = totalsOf(paper)
      expect(totals?.rows.map((row) => amount(row.value))).toEqual([
        sums.before,
        sums.year,
        sums.charged,
        sums.credited,
        sums.after,
      ])
      const ages = totals?.beside?.rows.map((row) => amount(row[1] ?? '')) ?? []
      expect(ages.reduce((sum, part) => sum + part, 0)).toBe(sums.after)
      const [rows] = paper.blocks
      if (rows?.kind !== 'table') throw new Error('no rows')
      expect(amount(rows.rows.at(-1)?.[4] ?? '')).toBe(sums.after)
      expect(rows.sums[0]?.slice(2).map(amount)).toEqual([sums.charged, sums.credited, sums.after])
    }
  })

  test('lists cheques that are not due yet by their due date', async () => {
    const id = ids[0] as number
    const due = await db.many<{ amount: number; expires: string }>(sql`
      select amount_cents as amount, to_char(expire_date, 'DD/MM/YYYY') as expires from payments
      where customer_id = ${id} and type = 'CHECK' and bound = 'Inbound' and date <= '2026-08-31' and expire_date > '2026-08-31'
      order by expire_date, id`)
    expect(due.length).toBeGreaterThan(0)
    const cheques = (await statement(id)).blocks.flatMap((block) =>
      block.kind === 'table' && block.heading === 'Επιταγές που δεν έχουν λήξει' ? [block] : [],
    )
    expect(cheques[0]?.rows.map((row) => [row[0], amount(row[4] ?? '')])).toEqual(
      due.map((cheque) => [cheque.expires, cheque.amount]),
    )
  })

  test('is refused for a period that ends before it starts, an unknown customer, and too many rows', async () => {
    const id = ids[0] as number
    expect(await refusalCode(statement(id, { from: '2026-02-01', until: '2026-01-31' }))).toBe(
      'customers.period-backwards',
    )
    expect(await refusalCode(statement(123_456))).toBe('customers.missing')
    const { id: busy } = await db.one<{ id: number }>(
      sql`insert into customers (name) values ('Πολυάσχολος') returning id`,
    )
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name)
      select 'Inbound', 'CASH', 1, '2026-05-01', ${busy}, 'x', '38.00.00', 'x' from generate_series(1, 2001)`)
    await repostAll(db)
    expect(await refusalCode(statement(busy))).toBe('customers.statement-too-long')
    await db.run(sql`update payments set date = '2026-01-01' where id = (select max(id) from payments)`)
    await repostAll(db)
    expect((await statement(busy)).blocks[0]).toMatchObject({ kind: 'table' })
  })

  test('is mailed as PDF to all addresses of the customer and listed in the mails', async () => {
    const { id } = await runner.run(
      customerCommands.create,
      { name: 'Ξενοδοχείο Ακτή', email: 'akti@kerino.test, logistirio@kerino.test', vat: '094019245' },
      SYSTEM,
    )
    await db.run(sql`
      insert into orders (id, status, customer_id, name, packaged_by, invoice_mode, products_cents, total_cents, invoiced_on)
      values (770001, 'SHIPPED', ${id}, 'x', 'x', 'red', 123456, 123456, '2026-04-02')`)
    await db.run(sql`
      insert into payments (bound, type, amount_cents, date, customer_id, entity_name, refcode, user_name, receipt_code)
      values ('Inbound', 'BANK', 23450, '2026-04-10', ${id}, 'x', '38.00.00', 'x', 'ΑΠ-12')`)
    await repostAll(db)
    const draft = await runner.ask(statementDraftQuery, { id, ...period }, SYSTEM)
    expect(draft).toMatchObject({ to: 'akti@kerino.test, logistirio@kerino.test' })
    expect(draft.body).toContain('Το υπόλοιπο στις 31/08/2026 είναι 1.000,06 €.')
    const { mailId } = await runner.run(mailStatementCommand, { id, ...period, ...draft }, SYSTEM)
    expect(await db.many(sql`select address from mail_recipients where mail_id = ${mailId} order by line_no`)).toEqual([
      { address: 'akti@kerino.test' },
      { address: 'logistirio@kerino.test' },
    ])
    const mail = await db.one<{ entity: string; name: string; content: Uint8Array }>(sql`
      select entity || ' ' || entity_id as entity, attachment_name as name, attachment as content from mails where id = ${mailId}`)
    expect([mail.entity, mail.name]).toEqual([`customers ${id}`, 'Καρτέλα πελάτη Ξενοδοχείο Ακτή.pdf'])
    const { pages, title } = await readPdf(Buffer.from(mail.content))
    expect([pages.length, title.trim()]).toEqual([1, 'Καρτέλα πελάτη'])
    for (const said of [
      'Ξενοδοχείο Ακτή',
      'ΑΦΜ 094019245',
      'Υπόλοιπο από μεταφορά 0,00',
      '02/04/2026 Παραγγελία 770001 1.234,56 1.234,56',
      '10/04/2026 Πληρωμή, τράπεζα, ΑΠ-12 234,50 1.000,06',
      'Σύνολα περιόδου 1.234,56 234,50 1.000,06',
      'Πιστώσεις περιόδου 234,50 € Υπόλοιπο 1.000,06 €',
      'Πάνω από 90 ημέρες 1.000,06',
    ])
      expect(pages[0]).toContain(said)
    expect((await runner.ask(customerQueries.history, { id }, SYSTEM)).rows[0]).toMatchObject({
      command: 'customers.mail-statement',
      note: 'akti@kerino.test, logistirio@kerino.test',
    })
  })
})

test('the history of a customer has its own entries only, newest first', async () => {
  const maria = { ...SYSTEM, name: 'Μαρία' }
  const { id, version } = await runner.run(customerCommands.create, { name: 'Παλιό όνομα' }, SYSTEM)
  await runner.run(customerCommands.change, { id, version, changes: { name: 'Νέο όνομα', discount: 750 } }, maria)
  const { rows } = await runner.ask(customerQueries.history, { id }, SYSTEM)
  expect(rows.map(({ userName, command, changes }) => ({ userName, command, changes }))).toEqual([
    {
      userName: 'Μαρία',
      command: 'customers.change-customer',
      changes: { name: ['Παλιό όνομα', 'Νέο όνομα'], discount: [0, 7.5] },
    },
    { userName: 'Kerino', command: 'customers.create-customer', changes: { name: [null, 'Παλιό όνομα'] } },
  ])
  expect(await refusalCode(runner.ask(customerQueries.history, { id: 123_456 }, SYSTEM))).toBe('customers.missing')
})
