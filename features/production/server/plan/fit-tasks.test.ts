import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Fit, Proposal } from '../../domain/plan/fit-contract.ts'
import type { SurplusChoice } from '../../domain/plan/plan-changes.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const PIECE = 10_000
const [DAY, LATER] = ['2099-12-04 09:00:00', '2099-12-09 09:00:00']

type Material = { materialId: number; quantity: number }
let made = 0
/** Creates a product that one section makes of these materials, and returns its id. */
async function product(name: string, materials: Material[] | null = [], more: object = {}): Promise<number> {
  made += 1
  const { id } = (await company.run('products.create-product', { name: `${name} ${made}`, ...more })) as { id: number }
  const steps = [
    { seq: 1, section: 'ΧΥΤΑ', materials },
    { seq: 2, section: 'ΒΑΦΗ', materials: [] },
  ]
  if (materials !== null) await company.run('products.change-product', { id, version: 1, changes: { steps } })
  return id
}
type Line = [productId: number, pieces: number]
const linesOf = (lines: Line[]) => lines.map(([productId, pieces]) => ({ productId, quantity: pieces * PIECE }))

/** Creates an order with its tasks, and returns its id. */
async function planned(...lines: Line[]): Promise<number> {
  const content = { customerId: company.stock.customer, expectedDelivery: DAY, lines: linesOf(lines) }
  const { id } = (await company.run('orders.create-order', content)) as { id: number }
  await company.run('production.create-shortage-tasks', { orderId: id })
  return id
}
const versionOf = (id: number) =>
  company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`).then(({ version }) => version)
async function change(id: number, lines: Line[], expectedDelivery: string | null = DAY): Promise<void> {
  const content = { customerId: company.stock.customer, expectedDelivery, lines: linesOf(lines) }
  await company.run('orders.change-order', { id, version: await versionOf(id), ...content })
}
async function fitOf(orderId: number): Promise<Fit | null> {
  const { status, json } = await callByName(
    company,
    'production.order-fit',
    { orderId },
    { token: company.tokens.production },
  )
  expect({ status, json }).toMatchObject({ status: 200 })
  return (json as { fit: Fit | null }).fit
}
const rowsOf = (proposal: Proposal | undefined) =>
  proposal?.rows.map(({ productId, action, quantity }) => [action, productId, quantity / PIECE])
const accept = async (orderId: number, surplus: SurplusChoice = 'close') =>
  company.run('production.fit-tasks', { orderId, surplus, seen: (await fitOf(orderId))?.[surplus].seen ?? '' })
const tasksOf = (orderId: number) =>
  company.db.many<Record<string, unknown>>(sql`
    select product_id as product, quantity_e4 / ${PIECE} as pieces, status from tasks
    where order_id = ${orderId} and seq = 1 order by id`)
const refused = (code: string) => ({ refusal: expect.objectContaining({ code }) })
const begin = (orderId: number, productId: number) =>
  company.db.run(sql`
    update tasks set status = 'STARTED', done_e4 = 1 where order_id = ${orderId} and product_id = ${productId} and seq = 1`)

describe('the tasks of an order whose lines changed (C-63)', () => {
  test('are closed through all levels without their line, and created for a new line, as the person saw it', async () => {
    const wax = await product('Παραφίνη', null, { usageType: 'PURCHASED-MATERIAL' })
    const body = await product('Κορμός', [{ materialId: wax, quantity: PIECE }])
    const pillar = await product('Κολώνα', [{ materialId: body, quantity: PIECE }])
    const lantern = await product('Φανάρι')
    const order = await planned([pillar, 4])
    expect(await fitOf(order)).toBeNull()
    await change(order, [[lantern, 3]])
    const fit = await fitOf(order)
    expect(rowsOf(fit?.close)).toEqual([
      ['close', body, 4],
      ['close', pillar, 4],
      ['create', lantern, 3],
    ])
    expect(fit).toMatchObject({ close: { less: 2, more: 1 }, delivery: null })
    expect(fit?.needs.map((one) => [one.productId, one.before / PIECE, one.after / PIECE])).toEqual([
      [pillar, 4, 0],
      [lantern, 0, 3],
    ])
    expect(await accept(order)).toEqual({ closed: 4, kept: 0, created: 2, moved: 0 })
    expect(await tasksOf(order)).toEqual([
      { product: body, pieces: 4, status: 'CANCELED' },
      { product: pillar, pieces: 4, status: 'CANCELED' },
      { product: lantern, pieces: 3, status: 'PENDING' },
    ])
    const asked = await company.db.many(sql`
      select r.status from material_requests r join tasks t on t.id = r.task_id where t.order_id = ${order}`)
    expect(asked).toEqual([{ status: 'CANCELED' }])
    expect(await fitOf(order)).toBeNull()
    await expect(accept(order)).rejects.toMatchObject(refused('production.plan-fits'))
  })

  test('go on for the stock if no line needs them any more: begun ones always, the others by choice', async () => {
    const [pillar, lantern] = [await product('Κολώνα'), await product('Φανάρι')]
    const order = await planned([pillar, 4], [lantern, 2])
    await begin(order, pillar)
    const plate = await product('Πιάτο')
    await change(order, [[plate, 1]])
    const fit = await fitOf(order)
    expect(rowsOf(fit?.close)).toEqual([
      ['close', lantern, 2],
      ['keep', pillar, 4],
      ['create', plate, 1],
    ])
    expect(rowsOf(fit?.keep)).toEqual([
      ['keep', pillar, 4],
      ['keep', lantern, 2],
      ['create', plate, 1],
    ])
    expect(await accept(order, 'keep')).toEqual({ closed: 0, kept: 4, created: 2, moved: 0 })
    expect(await tasksOf(order)).toEqual([{ product: plate, pieces: 1, status: 'PENDING' }])
    const stock = await company.db.many(sql`
      select status, customer_name as customer from tasks where order_id is null and product_id = any(${[pillar, lantern]}::bigint[])
      order by id`)
    expect(stock).toHaveLength(4)
    expect(stock[0]).toEqual({ status: 'STARTED', customer: 'KERINO-INTERNAL' })
    expect(await fitOf(order)).toBeNull()
  })

  test('go on for the stock with the finished and cancelled steps of their chain, so that none books its product twice or in place of another', async () => {
    const [pillar, lantern, plate] = [await product('Κολώνα'), await product('Φανάρι'), await product('Πιάτο')]
    const order = await planned([pillar, 4], [lantern, 4])
    const stepsOf = (productId: number) =>
      company.db.many<{ id: number }>(
        sql`select id from tasks where product_id = ${productId} and status <> 'FINISHED' order by seq`,
      )
    const finish = (task: { id: number } | undefined, pieces: number) =>
      company.run('production.finish', { taskId: task?.id, quantity: pieces * PIECE, scrapped: 0, worker: 'Νίκος' })
    const [first, second] = await stepsOf(pillar)
    const { pressId } = (await finish(first, 4)) as { pressId: number }
    const [begun, last] = await stepsOf(lantern)
    await finish(begun, 1)
    const { status } = await ask(company, 'PATCH', `/api/v2/_table/tasks/${last?.id}`, {
      token: company.tokens.admin,
      body: { status: 'CANCELED' },
    })
    expect(status).toBe(200)
    await change(order, [[plate, 1]])
    await accept(order)
    expect(await tasksOf(order)).toMatchObject([{ product: plate }])
    await company.run('production.undo-press', { pressId, worker: 'Νίκος' })
    await expect(finish(second, 4)).rejects.toMatchObject(refused('production.not-its-turn'))
    await finish(first, 4)
    await finish(second, 4)
    await finish(begun, 3)
    const stock = await company.db.many(sql`
      select stock_e4 / ${PIECE} as pieces from products where id = any(${[pillar, lantern]}::bigint[]) order by id`)
    expect(stock).toEqual([{ pieces: 4 }, { pieces: 0 }])
  })

  test('never change their quantity, and ask only for the goods that are bought besides', async () => {
    const bought = await product('Φιτίλι', null, { usageType: 'PURCHASED-MATERIAL' })
    const pillar = await product('Κολώνα')
    const order = await planned([pillar, 10], [bought, 5])
    await change(order, [
      [pillar, 12],
      [bought, 8],
    ])
    expect(rowsOf((await fitOf(order))?.close)).toEqual([
      ['create', pillar, 2],
      ['buy', bought, 3],
    ])
    await accept(order)
    expect(await tasksOf(order)).toMatchObject([{ pieces: 10 }, { pieces: 2 }])
    // the larger chain no longer fits, the smaller does
    await change(order, [
      [pillar, 3],
      [bought, 5],
    ])
    expect(rowsOf((await fitOf(order))?.close)).toEqual([
      ['close', pillar, 10],
      ['create', pillar, 1],
      ['drop', bought, 3],
    ])
    await accept(order)
    const requests = await company.db.many(sql`
      select quantity_e4 / ${PIECE} as pieces, status from material_requests where order_id = ${order} order by id`)
    expect(requests).toEqual([
      { pieces: 5, status: 'OPEN' },
      { pieces: 3, status: 'CANCELED' },
    ])
  })

  test('stay if the stock alone has changed, and if a line is put back', async () => {
    const pillar = await product('Κολώνα')
    const order = await planned([pillar, 4])
    await company.run('stock.adjust-stock', { productId: pillar, newStock: 9 * PIECE, reason: 'απογραφή' })
    expect(await fitOf(order)).toBeNull()
    await change(order, [[pillar, 5]])
    expect(rowsOf((await fitOf(order))?.close)).toEqual([['close', pillar, 4]])
    await change(order, [[pillar, 4]])
    expect(await fitOf(order)).toBeNull()
  })

  test('are not changed by a proposal that is no longer true: another line, a begun task, or another choice', async () => {
    const [pillar, lantern] = [await product('Κολώνα'), await product('Φανάρι')]
    const order = await planned([pillar, 4], [lantern, 4])
    await change(order, [[lantern, 4]])
    const seen = (await fitOf(order))?.close.seen
    const press = (surplus: SurplusChoice) => company.run('production.fit-tasks', { orderId: order, surplus, seen })
    await expect(press('keep')).rejects.toMatchObject(refused('production.proposal-changed'))
    await begin(order, pillar)
    await expect(press('close')).rejects.toMatchObject(refused('production.proposal-changed'))
    expect(await tasksOf(order)).toMatchObject([{ status: 'STARTED' }, { status: 'PENDING' }])
    await change(order, [[lantern, 6]])
    await expect(press('close')).rejects.toMatchObject(refused('production.proposal-changed'))
  })

  test('accepted at the same moment by two people are changed once', async () => {
    const [pillar, lantern] = [await product('Κολώνα'), await product('Φανάρι')]
    const order = await planned([pillar, 4])
    await change(order, [[lantern, 4]])
    const seen = (await fitOf(order))?.close.seen
    const press = () => company.run('production.fit-tasks', { orderId: order, surplus: 'close', seen })
    const answers = await Promise.allSettled([press(), press()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await tasksOf(order)).toHaveLength(2)
  })

  test('go on for the stock while sections press, and no press is told that its task does not exist', async () => {
    const plate = await product('Πιάτο')
    for (let round = 0; round < 4; round += 1) {
      const pillar = await product('Κολώνα')
      const order = await planned([pillar, 4])
      const [first] = await company.db.many<{ id: number }>(
        sql`select id from tasks where order_id = ${order} order by id`,
      )
      await change(order, [[plate, 1]])
      const { seen } = (await fitOf(order))?.keep ?? {}
      const press = () =>
        callByName(
          company,
          'production.finish',
          { taskId: first?.id ?? 0, quantity: PIECE, scrapped: 0, worker: 'Νίκος' },
          { token: company.tokens.production },
        )
      const [, ...presses] = await Promise.all([
        company.run('production.fit-tasks', { orderId: order, surplus: 'keep', seen }).catch(() => null),
        press(),
        press(),
        press(),
      ])
      expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
    }
  })

  test('follow the new day of the order while they have not begun, with one entry in their history', async () => {
    const [pillar, lantern] = [await product('Κολώνα'), await product('Φανάρι')]
    const order = await planned([pillar, 4], [lantern, 2])
    await company.db.run(
      sql`update tasks set status = 'STARTED' where order_id = ${order} and product_id = ${pillar} and seq = 1`,
    )
    await change(
      order,
      [
        [pillar, 4],
        [lantern, 2],
      ],
      LATER,
    )
    const fit = await fitOf(order)
    expect(fit).toMatchObject({ needs: [], delivery: { before: DAY, after: LATER, tasks: 3 }, close: { rows: [] } })
    expect(await accept(order)).toEqual({ closed: 0, kept: 0, created: 0, moved: 3 })
    const days = await company.db.many<{ id: number; expected: string }>(sql`
      select id, expected_at as expected from tasks where order_id = ${order} order by id`)
    expect(days.map(({ expected }) => expected)).toEqual([DAY, LATER, LATER, LATER])
    const history = await company.db.many(sql`
      select changes from history where entity = 'tasks' and entity_id = ${days[1]?.id ?? 0} and command = 'production.fit-tasks'`)
    expect(history).toEqual([{ changes: { expectedAt: [DAY, LATER] } }])
    expect(await fitOf(order)).toBeNull()
  })

  test('are compared with lines that a program changed, also if a program created the tasks', async () => {
    const [pillar, lantern] = [await product('Κολώνα'), await product('Φανάρι')]
    const content = { customerId: company.stock.customer, expectedDelivery: DAY, lines: linesOf([[pillar, 4]]) }
    const { id } = (await company.run('orders.create-order', content)) as { id: number }
    const write = (method: string, table: string, record: object) =>
      ask(company, method, `/api/v2/_table/${table}`, { token: company.tokens.admin, body: { resource: [record] } })
    const task = { type: 'ΧΥΤΑ', quantity: 4, orderref: id, taskref: 'α', seq: 1, productid: pillar, materials: [] }
    expect((await write('POST', 'tasks', task)).status).toBe(200)
    expect((await write('POST', 'tasks', { ...task, type: 'ΒΑΦΗ', seq: 2 })).status).toBe(200)
    expect(await fitOf(id)).toBeNull()
    const products = [
      { id: pillar, quantity: 4 },
      { id: lantern, quantity: 2 },
    ]
    expect((await write('PATCH', 'custorders', { id, products })).status).toBe(200)
    expect(rowsOf((await fitOf(id))?.close)).toEqual([['create', lantern, 2]])
  })

  test('are left alone while packaging has the order, and for an order without tasks', async () => {
    const pillar = await product('Κολώνα')
    const order = await planned([pillar, 4])
    await change(order, [[pillar, 5]])
    await company.db.run(sql`update orders set status = 'TO-PACKAGE' where id = ${order}`)
    expect(await fitOf(order)).toBeNull()
    const other = await company.order('STOCK-OK')
    expect(await fitOf(other)).toBeNull()
  })

  test('may be changed by the office and by no section', async () => {
    const pillar = await product('Κολώνα')
    const order = await planned([pillar, 4])
    await change(order, [[pillar, 5]])
    const body = { orderId: order, surplus: 'close', seen: (await fitOf(order))?.close.seen }
    const press = (person: 'section' | 'production') =>
      ask(company, 'POST', '/app/production.fit-tasks', {
        token: company.tokens[person],
        headers: { 'idempotency-key': crypto.randomUUID() },
        body,
      })
    expect((await press('section')).status).toBe(403)
    expect((await press('production')).status).toBe(200)
  })
})
