import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { writeRequests } from '#features/buying/server/write-requests.ts'
import { quantity } from '#kernel/money.ts'
import { finishOrder } from '#features/invoicing/server/settle-document.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const PIECE = 10_000

/**
 * Creates an order with three tasks of one chain: the first has received its material, the second and the third wait for a bought one,
 * of which one is requested.
 */
async function begunOrder(): Promise<number> {
  const id = await company.order('STOCK-OK')
  const { candle, glass, customer } = company.stock
  await company.db.run(sql`
    insert into tasks (section, status, order_id, customer_id, customer_name, taskref, seq, product_id, quantity_e4)
    select 'ΧΥΤΑ', case n when 1 then 'STOCK-RECEIVED' else 'PENDING' end, ${id}::bigint, ${customer}::bigint, 'Ακτή', 'α', n,
      ${candle}::bigint, ${PIECE} from generate_series(1, 3) n`)
  await company.db.run(sql`
    insert into task_materials (task_id, line_no, product_id, name, needed_e4, taken_e4, state)
    select id, 1, ${glass}::bigint, 'Ποτήρι', ${PIECE}, case seq when 1 then ${PIECE} else 0 end,
      case seq when 1 then 'RECEIVED' else 'WAITING' end from tasks where order_id = ${id}`)
  const second = await company.db.one<{ id: number }>(sql`select id from tasks where order_id = ${id} and seq = 2`)
  const line = { productId: glass, quantity: quantity(PIECE) }
  await company.runner.work(SYSTEM, 'test.ask', (work) =>
    writeRequests(work, [
      { origin: 'TASK', taskId: second.id, orderId: id, lines: [{ ...line, taskLineNo: 1 }] },
      { origin: 'ORDER', orderId: id, lines: [line] },
    ]),
  )
  return id
}

const created: number[] = []
/** Returns the tasks of an order as they were and as they are: status, order, materials and requests. */
async function settledBy(cancel: (id: number) => Promise<unknown>) {
  const id = await begunOrder()
  created.push(id)
  const ids = (
    await company.db.many<{ id: number }>(sql`select id from tasks where order_id = ${id} order by seq`)
  ).map((task) => task.id)
  await cancel(id)
  const tasks = await company.db.many<Record<string, unknown>>(sql`
    select t.status, t.order_id is not null as "ofOrder", t.customer_name as customer, m.state,
      (select r.status from material_requests r where r.task_id = t.id) as request
    from tasks t join task_materials m on m.task_id = t.id where t.id = any(${ids}::bigint[]) order by t.seq`)
  const order = await company.db.one<{ status: string; request: string }>(sql`
    select o.status, (select r.status from material_requests r where r.order_id = o.id) as request from orders o where o.id = ${id}`)
  return { order, tasks }
}

const CLOSED = {
  order: { status: 'CANCELED', request: 'CANCELED' },
  tasks: [
    { status: 'STOCK-RECEIVED', ofOrder: false, customer: 'KERINO-INTERNAL', state: 'RECEIVED', request: null },
    { status: 'CANCELED', ofOrder: false, customer: 'KERINO-INTERNAL', state: 'DROPPED', request: 'CANCELED' },
    { status: 'CANCELED', ofOrder: false, customer: 'KERINO-INTERNAL', state: 'DROPPED', request: null },
  ],
}

describe('when an order is cancelled, its tasks that are not begun are closed and the begun ones make for stock (C-63, C-73)', () => {
  test('by the button of its page', async () => {
    expect(await settledBy((id) => company.run('orders.move-order', { id, transition: 'cancel' }))).toEqual(CLOSED)
  })

  test('by a program that sends the status CANCELED in either spelling', async () => {
    for (const status of ['CANCELED', 'CANCHELED']) {
      const patched = await settledBy(async (id) => {
        const { status: code } = await ask(company, 'PATCH', '/api/v2/_table/custorders', {
          token: company.tokens.admin,
          body: { resource: [{ id, status }] },
        })
        expect(code).toBe(200)
      })
      expect(patched).toEqual(CLOSED)
    }
  })

  test('by a program that cancels several orders at once, by their ids or by a filter', async () => {
    const requests = [
      (ids: number[]) => ({ path: `?ids=${ids.join(',')}`, body: { resource: [{ status: 'CANCELED' }] } }),
      (ids: number[]) => ({
        path: `?filter=${encodeURIComponent(`id in (${ids.join(',')})`)}`,
        body: { resource: [{ status: 'CANCELED' }] },
      }),
      (ids: number[]) => ({ path: '', body: { resource: ids.map((id) => ({ id, status: 'CANCELED' })) } }),
    ]
    for (const request of requests) {
      const other = await begunOrder()
      const patched = await settledBy(async (id) => {
        const { path, body } = request([id, other])
        const { status, json } = await ask(company, 'PATCH', `/api/v2/_table/custorders${path}`, {
          token: company.tokens.admin,
          body,
        })
        expect({ status, json }).toMatchObject({ status: 200 })
      })
      expect(patched).toEqual(CLOSED)
      const left = await company.db.many(sql`select id from tasks where order_id = ${other}`)
      expect(left).toEqual([])
    }
  })

  test('by the credit note of its invoice', async () => {
    const credited = await settledBy((orderId) =>
      company.runner.work(SYSTEM, 'test.credit', async (work) => {
        await lockOrder(work.tx, orderId)
        await finishOrder(work, { orderId, kind: 'credit-note' } as Parameters<typeof finishOrder>[1])
      }),
    )
    expect(credited).toEqual(CLOSED)
  })
})

test('a begun step that is kept without its later steps books no product when it is finished', async () => {
  const id = await begunOrder()
  const [first] = await company.db.many<{ id: number }>(sql`select id from tasks where order_id = ${id} order by seq`)
  await company.run('orders.move-order', { id, transition: 'cancel' })
  const stock = () => company.db.one(sql`select stock_e4 as stock from products where id = ${company.stock.candle}`)
  const before = await stock()
  await company.run('production.finish', { taskId: first?.id, quantity: PIECE, scrapped: 0, worker: 'Νίκος' })
  expect(await stock()).toEqual(before)
})

test('a begun step whose later steps were cancelled before books no product either', async () => {
  const id = await begunOrder()
  await company.db.run(sql`update tasks set status = 'CANCELED' where order_id = ${id} and seq > 1`)
  const [first] = await company.db.many<{ id: number }>(sql`select id from tasks where order_id = ${id} order by seq`)
  await company.run('orders.move-order', { id, transition: 'cancel', tasks: 'keep' })
  const stock = () => company.db.one(sql`select stock_e4 as stock from products where id = ${company.stock.candle}`)
  const before = await stock()
  await company.run('production.finish', { taskId: first?.id, quantity: PIECE, scrapped: 0, worker: 'Νίκος' })
  expect(await stock()).toEqual(before)
})

test('if the person chooses to keep the tasks of a cancelled order, all of them make for stock', async () => {
  const kept = { ofOrder: false, customer: 'KERINO-INTERNAL' }
  const found = await settledBy((id) => company.run('orders.move-order', { id, transition: 'cancel', tasks: 'keep' }))
  expect(found).toEqual({
    order: { status: 'CANCELED', request: 'OPEN' },
    tasks: [
      { status: 'STOCK-RECEIVED', state: 'RECEIVED', request: null, ...kept },
      { status: 'PENDING', state: 'WAITING', request: 'OPEN', ...kept },
      { status: 'PENDING', state: 'WAITING', request: null, ...kept },
    ],
  })
})

test('washing for a cancelled order goes on, and finished tasks stay with it', async () => {
  const id = await company.order('STOCK-OK')
  await company.db.run(sql`
    insert into tasks (section, status, order_id, work) values ('ΠΛΥΝΤΗΡΙΟ', 'PENDING', ${id}, 'LAUNDRY'), ('ΧΥΤΑ', 'FINISHED', ${id}, 'PRODUCTION')`)
  await company.run('orders.move-order', { id, transition: 'cancel' })
  const tasks = await company.db.many(sql`select status from tasks where order_id = ${id} order by id`)
  expect(tasks).toEqual([{ status: 'PENDING' }, { status: 'FINISHED' }])
})

test('before an order is cancelled, its plan counts the tasks that would be closed and those that go on for stock', async () => {
  const id = await begunOrder()
  await company.db.run(sql`
    insert into tasks (section, status, order_id, work) values ('ΠΛΥΝΤΗΡΙΟ', 'PENDING', ${id}, 'LAUNDRY'), ('ΧΥΤΑ', 'FINISHED', ${id}, 'PRODUCTION')`)
  const { json } = await callByName(
    company,
    'production.order-plan',
    { orderId: id },
    { token: company.tokens.production },
  )
  expect(json).toMatchObject({ unstarted: 2, begun: 1 })
})

test('the list of orders cancels none of many at once, so nothing happens to tasks without a question', async () => {
  const id = await begunOrder()
  const { status } = await callByName(
    company,
    'orders.move-orders',
    { ids: [id], transition: 'cancel' },
    { token: company.tokens.admin },
  )
  expect(status).toBe(400)
  const tasks = await company.db.many(sql`select status from tasks where order_id = ${id} and status = 'CANCELED'`)
  expect(tasks).toEqual([])
})
