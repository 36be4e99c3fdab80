/** Tests that a check finds every real damage in the database, names it, repairs nothing, and never blames goods that move. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { keepFacts } from '#features/notifications/server/fact-keeper.ts'
import { moveStock, setStock } from '#features/stock/server/move-stock.ts'
import { cents, quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { factKinds, jobWorks } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Runner } from '#server/runner.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { MOST_DIFFERENCES } from '../domain/contract.ts'
import { listChecksQuery, proofLineQuery } from './queries.ts'
import { begin, CHECK_JOB, startCheckCommand } from './run-check.ts'

const PIECE = 10_000
const people = peopleOf(() => company)
/** Statuses that differ in what is promised, moved and lent. */
const STATUSES: readonly OrderStatus[] = [
  'OFFER',
  'STOCK-OK',
  'TO-PACKAGE',
  'CANCELED',
  'PACKAGED',
  'INVOICED',
  'SHIPPED',
  'RETURNED',
]

let company: TestCompany
let runner: Runner
let minutes = 0
beforeEach(async () => {
  company = await openTestCompany()
  minutes = 0
  runner = new Runner({ db: company.db, clock: () => new Date(Date.now() + minutes * 60_000) })
})
afterEach(() => company?.close())

const job = () =>
  jobWorks({ runner, outside: () => ({ ...NOTHING_OUTSIDE }), publicUrl: 'https://office.kerino.example' })[CHECK_JOB]
/** Runs the nightly job, ten minutes after the one before, and returns the result that the page shows. */
async function check() {
  minutes += 10
  await job()?.run({})
  return runner.ask(listChecksQuery, {}, SYSTEM)
}
const damage = async (statement: Sql, rows = 1) => expect(await company.db.run(statement)).toBe(rows)
const candle = () => company.stock.candle
const glass = () => company.stock.glass
const count = (productId: number, pieces: number) =>
  runner.work(SYSTEM, 'test', (work) => setStock(work, productId, quantity(pieces * PIECE), 'counted', 'μέτρηση'))
/** Returns the movements of a product, oldest first. */
const movements = (productId: number) =>
  company.db.many<{ id: number; balance: number }>(sql`
    select id, balance_e4 as balance from stock_movements where product_id = ${productId} order by at, id`)

test('a company with orders in every status has no difference, and the line says since when', async () => {
  for (const status of STATUSES) await company.order(status)
  await company.run('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: candle(), quantity: 900_000 * PIECE }],
  })
  const first = await check()
  expect(first.differences).toEqual([])
  const second = await check()
  expect(second.checks).toHaveLength(2)
  expect(second.checks[0]).toMatchObject({ differing: 0, zeroSince: first.checks[0]?.startedAt, askedBy: 'Kerino' })
  const { rows, open } = await company.db.one<{ rows: number; open: number }>(sql`
    select (select count(*)::int from stock_movements) as rows,
      (select count(distinct order_id)::int from promised_lines) as open`)
  expect(second.checks[0]).toMatchObject({ movements: rows, openOrders: open })
  expect(rows + open).toBeGreaterThan(10)
})

describe('a damage of the database', () => {
  beforeEach(async () => {
    await count(candle(), 50)
    await count(candle(), 40)
    await count(candle(), 45)
  })

  test('a changed stock figure is named with its product, and since when it differs', async () => {
    const before = await check()
    expect(before.differences).toEqual([])
    await damage(sql`update products set stock_e4 = stock_e4 + 70000 where id = ${candle()}`)
    const found = await check()
    expect(found.checks[0]).toMatchObject({ differing: 1, zeroSince: null })
    expect(found.differences).toMatchObject([
      { productId: candle(), kind: 'LEDGER', right: 45 * PIECE, stored: 52 * PIECE, movement: null, orderId: null },
    ])
    const again = await check()
    expect(again.differences[0]?.since).toBe(found.checks[0]?.startedAt)
    // nothing was repaired
    const { stock } = await company.db.one<{ stock: number }>(
      sql`select stock_e4 as stock from products where id = ${candle()}`,
    )
    expect(stock).toBe(52 * PIECE)
  })

  test('a movement after the damage is the first that does not fit', async () => {
    await damage(sql`update products set stock_e4 = stock_e4 + 70000 where id = ${candle()}`)
    await count(candle(), 60)
    await count(candle(), 61)
    const [, wrong] = (await movements(candle())).slice(-3)
    const [difference] = (await check()).differences
    expect(difference).toMatchObject({ right: 54 * PIECE, stored: 61 * PIECE })
    expect(difference?.movement).toMatchObject({ id: wrong?.id, balance: 60 * PIECE, rightBalance: 53 * PIECE })
  })

  test.each([
    ['quantity', sql`quantity_e4 = quantity_e4 + 10000`, 1],
    ['balance', sql`balance_e4 = balance_e4 + 10000`, 0],
  ])('a changed %s of a movement is found at this movement', async (_, change, difference) => {
    const rows = await movements(candle())
    const changed = rows.at(-2)
    await damage(sql`update stock_movements set ${change} where id = ${changed?.id ?? 0}`)
    const { differences } = await check()
    expect(differences).toHaveLength(1)
    expect(differences[0]?.movement?.id).toBe(changed?.id)
    expect((differences[0]?.right ?? 0) - (differences[0]?.stored ?? 0)).toBe(difference * PIECE)
  })

  describe('of costs', () => {
    const bought = (pieces: number, cost: number) =>
      runner.work(SYSTEM, 'test', (work) =>
        moveStock(work, [
          { productId: glass(), quantity: quantity(pieces * PIECE), reason: 'purchased', cost: cents(cost) },
        ]),
      )
    beforeEach(async () => {
      await bought(10, 10_00)
      await bought(10, 30_00)
      await count(glass(), 5)
    })
    const values = async () => (await check()).differences.filter(({ kind }) => kind === 'VALUE')

    test('none is found before it, and a changed value is named with what the costs sum to', async () => {
      expect(await values()).toEqual([])
      const { value } = await company.db.one<{ value: number }>(
        sql`select stock_value_cents as value from products where id = ${glass()}`,
      )
      await damage(sql`update products set stock_value_cents = stock_value_cents + 100 where id = ${glass()}`)
      expect(await values()).toMatchObject([
        { productId: glass(), right: value, stored: value + 100, movement: null, orderId: null },
      ])
    })

    test('a changed cost or average of a movement is found at this movement', async () => {
      const [, second] = (await movements(glass())).slice(-3)
      await damage(sql`update stock_movements set cost_cents = cost_cents - 1 where id = ${second?.id ?? 0}`)
      expect(await values()).toMatchObject([{ movement: { id: second?.id, reason: 'purchased' } }])
      await damage(sql`update stock_movements set cost_cents = cost_cents + 1 where id = ${second?.id ?? 0}`)
      await damage(
        sql`update stock_movements set average_cost_e8 = average_cost_e8 + 1000000 where id = ${second?.id ?? 0}`,
      )
      expect(await values()).toMatchObject([{ movement: { id: second?.id } }])
    })

    test('an average of the product that is not the one of its last movement is named', async () => {
      await damage(sql`update products set average_cost_e8 = average_cost_e8 + 1 where id = ${glass()}`)
      expect(await values()).toMatchObject([{ productId: glass(), movement: null }])
    })

    test('a movement without a cost after others that have one is found', async () => {
      await damage(sql`
        insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${glass()}, 10000, 60000, 'counted', 't')`)
      const [last] = (await movements(glass())).slice(-1)
      expect(await values()).toMatchObject([{ movement: { id: last?.id } }])
    })
  })

  test('a movement that is gone is found at the next one', async () => {
    const rows = await movements(candle())
    await damage(sql`delete from stock_movements where id = ${rows.at(-2)?.id ?? 0}`)
    const [difference] = (await check()).differences
    expect(difference?.movement).toMatchObject({ id: rows.at(-1)?.id, rightBalance: 55 * PIECE })
  })

  test('a loan that is gone is named with its order and the movement that lent the goods', async () => {
    await company.order('SHIPPED')
    const orderId = await company.order('PACKAGED')
    expect((await check()).differences).toEqual([])
    await damage(sql`delete from loans where order_id = ${orderId}`)
    const { id } = await company.db.one<{ id: number }>(
      sql`select id from stock_movements where order_id = ${orderId} and reason = 'lent'`,
    )
    const { differences } = await check()
    expect(differences).toMatchObject([
      { productId: glass(), kind: 'LOANS', orderId, movement: { id, reason: 'lent' } },
    ])
  })

  test('a promise that is gone, too much or of another order is named with the order', async () => {
    const [first, second] = [await company.order('STOCK-OK'), await company.order('STOCK-OK')]
    const promise = sql`product_id = ${candle()} and not lent`
    await damage(
      sql`update promised_lines set quantity_e4 = quantity_e4 + 10000 where order_id = ${first} and ${promise}`,
    )
    await damage(sql`delete from promised_lines where order_id = ${second} and ${promise}`)
    const { differences, checks } = await check()
    // the sums agree, the orders do not
    expect(differences).toMatchObject([{ productId: candle(), kind: 'PROMISES', orderId: first }])
    expect(differences[0]?.right).toBe(differences[0]?.stored)
    expect(checks[0]?.differing).toBe(1)
    await damage(
      sql`update promised_lines set quantity_e4 = quantity_e4 - 10000 where order_id = ${first} and ${promise}`,
    )
    expect((await check()).differences).toMatchObject([{ kind: 'PROMISES', orderId: second }])
  })

  test('the line of the dashboard names the oldest movement that does not fit, and 0 begins anew after the damage is gone', async () => {
    await count(glass(), 500)
    await check()
    const [wrong] = (await movements(candle())).slice(-2)
    await damage(sql`update products set stock_e4 = stock_e4 - 10000 where id = ${glass()}`)
    await damage(sql`update stock_movements set balance_e4 = balance_e4 - 1 where id = ${wrong?.id ?? 0}`)
    await check()
    const line = await runner.ask(proofLineQuery, {}, SYSTEM)
    expect(line.last).toMatchObject({ differing: 2, zeroSince: null })
    expect(line.first).toMatchObject({ productId: candle(), movement: { id: wrong?.id } })
    await damage(sql`update products set stock_e4 = stock_e4 + 10000 where id = ${glass()}`)
    await damage(sql`update stock_movements set balance_e4 = balance_e4 + 1 where id = ${wrong?.id ?? 0}`)
    const { checks } = await check()
    expect(checks[0]?.zeroSince).toBe(checks[0]?.startedAt)
  })
})

describe('many differences', () => {
  /** Adds products that are promised to an order that has no lines. */
  const promiseUnneeded = async (products: number) => {
    const orderId = await company.order('STOCK-OK')
    await company.db.run(sql`
      with added as (
        insert into products (name, usage_type, unit) select 'Υπόσχεση ' || n, 'COMPLETE-PRODUCT', 'Item' from generate_series(1, ${products}::int) n
        returning id)
      insert into promised_lines (product_id, order_id, lent, line_no, quantity_e4)
      select id, ${orderId}, false, 1000 + row_number() over (order by id), 10000 from added`)
  }

  test('those of the ledger and of loans are stored before promises, and the number of all is the true one', async () => {
    await count(candle(), 50)
    await promiseUnneeded(MOST_DIFFERENCES + 20)
    const { id: newest } = await company.db.one<{ id: number }>(sql`select max(id) as id from products`)
    await damage(sql`update products set stock_e4 = 70000 where id = ${newest}`)
    const orderId = await company.order('PACKAGED')
    await damage(sql`delete from loans where order_id = ${orderId}`)
    const { checks, differences } = await check()
    expect(differences).toHaveLength(MOST_DIFFERENCES)
    expect(differences.slice(0, 3).map(({ kind }) => kind)).toEqual(['LEDGER', 'LOANS', 'PROMISES'])
    expect(differences[0]).toMatchObject({ productId: newest, stored: 7 * PIECE })
    // the newest product also differs in its promise
    expect(checks[0]).toMatchObject({ differing: MOST_DIFFERENCES + 21, differences: MOST_DIFFERENCES + 22 })
  })
})

describe('people are told', () => {
  const line = async (person: 'admin' | 'user') => {
    await keepFacts(runner, factKinds)
    const { lines } = await people.does<{ lines: { key: string; page: string; things: object[]; unread: boolean }[] }>(
      person,
      'notifications.list',
      {},
    )
    return lines.find(({ key }) => key === 'stock-proof.differs')
  }

  test('once of each check that finds differences, with a link to the page, until a check finds none', async () => {
    await check()
    expect(await line('admin')).toBeUndefined()
    await damage(sql`update products set stock_e4 = stock_e4 + 70000 where id = ${glass()}`)
    await check()
    const { name } = await company.db.one<{ name: string }>(sql`select name from products where id = ${glass()}`)
    expect(await line('admin')).toMatchObject({
      page: '/stock-proof',
      things: [{ title: name, to: '/stock-proof' }],
      unread: true,
    })
    await people.does('admin', 'notifications.read', { key: 'stock-proof.differs' })
    expect(await line('admin')).toMatchObject({ unread: false })
    await damage(sql`update products set stock_e4 = stock_e4 + 70000 where id = ${candle()}`)
    await check()
    expect(await line('admin')).toMatchObject({ things: [{ title: `${name} +1` }], unread: true })
    await damage(sql`update products set stock_e4 = stock_e4 - 70000 where id in (${glass()}, ${candle()})`, 2)
    await check()
    expect(await line('admin')).toBeUndefined()
  })
})

describe('what is no damage', () => {
  test('a loan that a program writes for an order, by hand or at the door moves no stock', async () => {
    const orderId = await company.order('SHIPPED')
    const { status, text } = await ask(company, 'POST', '/api/v2/kerino/_table/loans', {
      token: company.tokens.admin,
      body: {
        resource: [
          { bound: 'OUTBOUND', prd_id: glass(), customer_id: company.stock.customer, quantity: 3, order_id: orderId },
        ],
      },
    })
    expect([status, text]).toEqual([200, expect.any(String)])
    await company.run('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: company.stock.customer,
      productId: glass(),
      quantity: 2 * PIECE,
    })
    expect((await check()).differences).toEqual([])
  })

  test('the lent goods of a partial delivery move to the follow-up order, and come back with it', async () => {
    const { id } = (await company.run('orders.create-order', {
      customerId: company.stock.customer,
      lines: [{ productId: candle(), quantity: 3 * PIECE }],
      loans: [{ productId: glass(), originProductId: candle() }],
    })) as { id: number }
    await company.run('orders.move-order', { id, transition: 'send' })
    await company.run('packaging.package-order', { id, name: 'Νίκος' })
    await company.run('orders.move-order', { id, transition: 'release' })
    await company.run('invoicing.invoice-red', { id, reason: 'δοκιμή' })
    await company.run('shipping.plan-shipment', {
      orderIds: [id],
      driverType: 'Driver',
      driver: 'Ονομα driver',
      driverUserId: company.userIds.driver,
    })
    await company.run('shipping.close-delivery', {
      orderId: id,
      action: 'deliver',
      delivered: [{ lineNo: 1, quantity: 1 * PIECE }],
    })
    const { moved } = await company.db.one<{ moved: number }>(
      sql`select count(*)::int as moved from loans where product_id = ${glass()} and bound = 'INBOUND'`,
    )
    expect(moved).toBe(1)
    expect((await check()).differences).toEqual([])
  })

  test('goods that move while the check runs never differ', async () => {
    const orders = [
      await company.order('TO-PACKAGE'),
      await company.order('TO-PACKAGE'),
      await company.order('STOCK-OK'),
    ]
    let isOver = false
    const moves = (async () => {
      for (let at = 0; !isOver || at < 12; at++) {
        await count(candle(), 100 + at)
        const id = orders[at]
        if (at < 2) await company.run('packaging.package-order', { id, name: 'Νίκος' })
        else if (at === 2) await company.run('orders.move-order', { id, transition: 'cancel' })
      }
    })()
    for (let at = 0; at < 5; at++) expect((await check()).differences).toEqual([])
    isOver = true
    await moves
    const { checks } = await check()
    expect(checks.map(({ differing }) => differing)).toEqual([0, 0, 0, 0, 0, 0])
  })
})

describe('checks of several processes', () => {
  test('a check that is asked for twice is one check and one job', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => runner.run(startCheckCommand, {}, SYSTEM)))
    expect(one).toEqual(other)
    const { runningSince, checks } = await runner.ask(listChecksQuery, {}, SYSTEM)
    expect([runningSince === null, checks]).toEqual([false, []])
    const jobs = await company.db.many(sql`select id from jobs where kind = ${CHECK_JOB}`)
    expect(jobs).toHaveLength(1)
    await check()
    expect(await company.db.many(sql`select id from stock_checks`)).toHaveLength(1)
  })

  test('two jobs at once store one result, and a check that was interrupted begins anew', async () => {
    await runner.run(startCheckCommand, {}, SYSTEM)
    const { payload } = await company.db.one<{ payload: unknown }>(
      sql`select payload from jobs where kind = ${CHECK_JOB}`,
    )
    const stored = () =>
      company.db.many<{ ended: boolean }>(sql`select ended_at is not null as ended from stock_checks order by id`)
    await runner.work(SYSTEM, 'test', (work) => begin(work, null))
    expect(await stored()).toEqual([{ ended: false }])
    await Promise.all([job()?.run(payload), job()?.run(payload)])
    expect(await stored()).toEqual([{ ended: true }])
    // a job that is repeated after its check has ended adds none
    await job()?.run(payload)
    expect(await stored()).toEqual([{ ended: true }])
  })

  test('a check that could not be completed is named, and another one may be asked for', async () => {
    await runner.run(startCheckCommand, {}, SYSTEM)
    await job()?.onAbandoned?.({})
    const { runningSince, failedAt, checks } = await runner.ask(listChecksQuery, {}, SYSTEM)
    expect([runningSince, checks]).toEqual([null, []])
    expect(failedAt).not.toBeNull()
    expect((await check()).failedAt).toBeNull()
  })
})
