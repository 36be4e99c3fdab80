/** Tests that commands post lines that sum to zero, that a line which still holds stays, and that each night names what the ledger lacks. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAccount } from '#features/customers/server/account.ts'
import { customerKind } from '#features/customers/server/customer-kind.ts'
import { repost } from '#features/ledger/server/post.ts'
import { ordersPosted, repostOrders } from '#features/orders/server/moves/post-orders.ts'
import { setOpening } from '#features/parties/server/opening-balances.ts'
import { providerKind } from '#features/providers/server/provider-kind.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { factKinds, jobWorks } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { buffersOfWrite } from '#testing/plans.ts'
import { PROVE_JOB, readDifferences, repostAll } from './prove-ledger.ts'

let company: TestCompany
const { does } = peopleOf(() => company)
beforeEach(async () => {
  company = await openTestCompany()
})
afterEach(() => company?.close())

const lines = (which: Sql) =>
  company.db.many<{ account: string; cents: number; held: boolean }>(sql`
    select account, cents, ended_at is null as held from postings p where ${which} order by id`)
const night = () =>
  jobWorks({
    runner: company.runner,
    outside: () => ({ ...NOTHING_OUTSIDE }),
    publicUrl: 'https://office.kerino.example',
  })[PROVE_JOB]?.run({})
const found = () =>
  company.db.many<{ source: string; id: number }>(
    sql`select source, document_id as id from ledger_differences order by source, document_id`,
  )
const pay = async (customerId: number, amount: number): Promise<number> => {
  const payment = { bound: 'Inbound', type: 'CASH', amount, date: '2026-11-18', customerId }
  return ((await company.run('payments.record-payment', payment)) as { id: number }).id
}

test('a delivery posts the total on the customer against sales, and a change of the order ends the lines and writes others', async () => {
  const id = await company.order('SHIPPED')
  const { total } = await company.db.one<{ total: number }>(
    sql`select total_cents as total from orders where id = ${id}`,
  )
  const own = sql`source = 'order' and document_id = ${id}`
  const held = [
    { account: 'customers', cents: total, held: true },
    { account: 'sales', cents: -total, held: true },
  ]
  expect(await lines(own)).toEqual(held)
  await company.db.run(sql`update orders set vat_cents = 24, total_cents = total_cents + 24 where id = ${id}`)
  await repostOrders(company.db, [id])
  expect(await lines(own)).toEqual([
    { account: 'customers', cents: total, held: false },
    { account: 'sales', cents: -total, held: true },
    { account: 'customers', cents: total + 24, held: true },
    { account: 'vat', cents: -24, held: true },
  ])
})

test('a payment in cash posts against the till, and its counter-entry posts lines of its own (C-71)', async () => {
  const { customer } = company.stock
  const before = (await readAccount(company.db, customer)).balance
  const id = await pay(customer, 12_34)
  expect((await readAccount(company.db, customer)).balance).toBe(before - 12_34)
  const { counterId } = (await company.run('payments.cancel-payment', { id, reason: 'λάθος' })) as { counterId: number }
  expect(await lines(sql`source = 'payment' and document_id in (${id}, ${counterId})`)).toEqual([
    { account: 'customers', cents: -12_34, held: true },
    { account: 'till', cents: 12_34, held: true },
    { account: 'customers', cents: 12_34, held: true },
    { account: 'till', cents: -12_34, held: true },
  ])
  expect((await readAccount(company.db, customer)).balance).toBe(before)
})

test('a merge moves the line of the customer and leaves that of the till, which may be counted already', async () => {
  const add = async (name: string) => ((await company.run('customers.create-customer', { name })) as { id: number }).id
  const [kept, merged] = [await add('Κρατημένος Λογαριασμός'), await add('Άλλος Λογαριασμός')]
  const id = await pay(merged, 5_00)
  await company.run('merge.merge-records', {
    entity: 'customers',
    keepId: kept,
    keepVersion: 1,
    fromId: merged,
    fromVersion: 1,
    take: [],
  })
  expect(await lines(sql`source = 'payment' and document_id = ${id}`)).toEqual([
    { account: 'customers', cents: -5_00, held: false },
    { account: 'till', cents: 5_00, held: true },
    { account: 'customers', cents: -5_00, held: true },
  ])
  expect((await readAccount(company.db, kept)).balance).toBe(-5_00)
  expect(await readDifferences(company.db)).toEqual([])
})

test('cash goes from the driver to the till and to the bank, what counts do not find is missing, and a reopened closing posts nothing', async () => {
  await company.order('ON SHIPPING')
  const taken = { customerId: company.stock.customer, amount: 50_00 }
  await does('driver', 'payments.collect-payment', taken)
  const { id } = await does<{ id: number }>('driver', 'payments.hand-over-cash', { counted: 50_00, note: null })
  const moved = () =>
    company.db.many<{ account: string; cents: number }>(sql`
      select account, cents from postings where source in ('handover', 'deposit', 'closing') and ended_at is null order by id`)
  // it is still the driver's until the office has counted it
  expect(await moved()).toEqual([])
  await does('user', 'payments.receive-cash', { id, received: 48_00, note: 'λείπουν' })
  const deposit = { amount: 30_00, bankName: 'Εθνική' }
  await does('user', 'cash-desk.deposit-cash', deposit)
  const day = dayOf(new Date().toISOString())
  const { expected } = await does<{ expected: number }>('user', 'cash-desk.expected-till', { day })
  const counted = { day, pieces: { '1': expected - 8_00 }, seenExpected: expected, note: 'λείπουν' }
  const closed = await does<{ id: number }>('user', 'cash-desk.close-day', counted)
  const before = [
    { account: 'carried', cents: -50_00 },
    { account: 'till', cents: 48_00 },
    { account: 'missing', cents: 2_00 },
    { account: 'till', cents: -30_00 },
    { account: 'bank', cents: 30_00 },
  ]
  expect(await moved()).toEqual([...before, { account: 'till', cents: -8_00 }, { account: 'missing', cents: 8_00 }])
  expect(await readDifferences(company.db)).toEqual([])
  await does('admin', 'cash-desk.reopen-day', { id: closed.id, reason: 'λάθος' })
  expect(await moved()).toEqual(before)
  expect(await readDifferences(company.db)).toEqual([])
})

test('the notice of an opening balance opens the provider whose balance it is, or the balances of customers', async () => {
  const provider = ((await company.run('providers.create-provider', { name: 'ΚΗΡΟΧΗΜ' })) as { id: number }).id
  const opening = { amount: 9_00 as Cents, day: '2026-01-01' as Day, note: '' }
  await company.runner.work(SYSTEM, 'opening', async (work) => {
    await setOpening(providerKind, work, provider, opening)
    await setOpening(customerKind, work, company.stock.customer, opening)
  })
  await company.db.run(sql`update postings set cents = cents + 1 where source = 'opening' and line = 0`)
  await night()
  const fact = factKinds.find(({ name }) => name === 'reports.ledger-differs')
  const ids = (await fact?.find(company.db, '2026-11-20' as never)) ?? []
  expect((await fact?.things(company.db, ids, SYSTEM))?.map(({ to }) => to).toSorted()).toEqual([
    '/customer-balance',
    `/provider-detail/${provider}`,
  ])
})

test('each night names the documents whose lines do not follow from them, until they do, and repairs nothing', async () => {
  const [right, wrong, missing] = [
    await company.order('SHIPPED'),
    await company.order('SHIPPED'),
    await pay(company.stock.customer, 7_00),
  ]
  await night()
  expect(await found()).toEqual([])
  expect(
    await company.db.run(sql`
    update postings set cents = cents + 1 where source = 'order' and document_id = ${wrong} and line = 1`),
  ).toBe(1)
  expect(await company.db.run(sql`delete from postings where source = 'payment' and document_id = ${missing}`)).toBe(2)
  await night()
  expect(await found()).toEqual([
    { source: 'day', id: 20261118 },
    { source: 'order', id: wrong },
    { source: 'payment', id: missing },
  ])
  const fact = factKinds.find(({ name }) => name === 'reports.ledger-differs')
  const ids = (await fact?.find(company.db, '2026-11-20' as never)) ?? []
  expect((await fact?.things(company.db, ids, SYSTEM))?.map(({ to }) => to).toSorted()).toEqual([
    '/cashregister',
    `/order-detail/${wrong}`,
    `/payment-overview/${missing}`,
  ])
  expect(await lines(sql`source = 'payment' and document_id = ${missing}`)).toEqual([])
  expect(right).not.toBe(wrong)

  // what a restore brings is posted
  await repostAll(company.db)
  await night()
  expect(await found()).toEqual([])
})

test('filling an empty ledger reads each order once: four times as many orders cost about four times as many buffers', async () => {
  const fill = async (orders: number): Promise<number> => {
    const filled = await openTestCompany()
    const { db } = filled
    await db.run(sql`
      insert into orders (status, customer_id, name, products_cents, total_cents, historic, shipped_on)
      select 'SHIPPED', c.id, c.name, n, n, true, current_date
      from (select id, name from customers where not system order by id limit 1) c cross join generate_series(1, ${orders}::int) n`)
    const statements: Sql[] = []
    const noting = { ...db, many: async (statement: Sql) => (statements.push(statement), []) }
    await repost(noting, sql`true`, ordersPosted(sql`true`))
    const buffers = await buffersOfWrite(db, statements[0] as Sql)
    await filled.close()
    return buffers
  }
  expect((await fill(2_000)) / (await fill(500))).toBeLessThan(5)
})
