import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const PIECE = 10_000

/** Creates a candle that is poured of 250 grams of wax and then painted. Returns both ids. */
async function candleOfWax(): Promise<{ candle: number; wax: number }> {
  const create = async (input: object) => ((await company.run('products.create-product', input)) as { id: number }).id
  const wax = await create({ name: 'Παραφίνη', usageType: 'PURCHASED-MATERIAL', unit: 'KG' })
  const candle = await create({ name: 'Κερί ραφιού' })
  const steps = [
    { seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: 250 * PIECE, unit: 'Gram' }] },
    { seq: 2, section: 'ΒΑΦΗ', materials: [] },
  ]
  await company.run('products.change-product', { id: candle, version: 1, changes: { steps } })
  return { candle, wax }
}
const count = async () => (await company.db.one<{ n: number }>(sql`select count(*)::int as n from tasks`)).n
const refused = (code: string) => ({ refusal: expect.objectContaining({ code }) })

describe('tasks that the office creates', () => {
  test('are one chain of the company itself for each line, with the steps and materials of the recipe, name, text and two dates', async () => {
    const { candle, wax } = await candleOfWax()
    const created = await company.run('production.create-task', {
      name: 'Για το κατάστημα',
      description: 'χωρίς κορδέλα',
      plannedOn: '2026-12-01',
      expectedOn: '2026-12-04',
      lines: [
        { productId: candle, quantity: 8 * PIECE },
        { productId: candle, quantity: 3 * PIECE },
      ],
    })
    expect(created).toEqual({ tasks: 4 })
    const tasks = await company.db.many<{ taskref: string }>(sql`
      select seq, section, name, description, quantity_e4 as quantity, order_id as "orderId", customer_id as "customerId",
        customer_name as customer, planned_on::text as planned, expected_at as expected, taskref, status
      from tasks where product_id = ${candle} order by id`)
    const common = {
      name: 'Για το κατάστημα',
      description: 'χωρίς κορδέλα',
      orderId: null,
      customerId: null,
      customer: 'KERINO-INTERNAL',
      planned: '2026-12-01',
      expected: '2026-12-04 00:00:00',
      status: 'PENDING',
    }
    expect(tasks).toMatchObject([
      { seq: 1, section: 'ΧΥΤΑ', quantity: 8 * PIECE, ...common },
      { seq: 2, section: 'ΒΑΦΗ', quantity: 8 * PIECE, ...common },
      { seq: 1, section: 'ΧΥΤΑ', quantity: 3 * PIECE, ...common },
      { seq: 2, section: 'ΒΑΦΗ', quantity: 3 * PIECE, ...common },
    ])
    // each line is a chain with a name of its own
    expect(new Set(tasks.map(({ taskref }) => taskref)).size).toBe(2)
    const needed = await company.db.many(sql`
      select m.needed_e4 as needed from task_materials m where m.product_id = ${wax} order by m.task_id`)
    expect(needed).toEqual([{ needed: 2 * PIECE }, { needed: 7500 }])
  })

  test('are read by programs as tasks of order 999999 and customer 888888, KERINO-INTERNAL (C-14)', async () => {
    const { candle } = await candleOfWax()
    await company.run('production.create-task', { lines: [{ productId: candle, quantity: PIECE }] })
    const { json } = await ask(company, 'GET', `/api/v2/_table/tasks?filter=productid%3D${candle}`, {
      token: company.tokens.admin,
    })
    const internal = {
      orderref: 999999,
      customer_id_ref: 888888,
      customer_name: 'KERINO-INTERNAL',
      name: 'Κερί ραφιού',
    }
    expect(json).toMatchObject({ resource: [internal, internal] })
  })

  test('are refused as a whole if one product is bought or has no recipe, and the product is named', async () => {
    const { candle, wax } = await candleOfWax()
    const before = await count()
    const lines = [candle, wax].map((productId) => ({ productId, quantity: PIECE }))
    await expect(company.run('production.create-task', { lines })).rejects.toMatchObject({
      refusal: { code: 'production.without-recipe', details: { products: 'Παραφίνη' } },
    })
    const unknown = [{ productId: 99_999_999, quantity: PIECE }]
    await expect(company.run('production.create-task', { lines: unknown })).rejects.toMatchObject(
      refused('products.missing'),
    )
    expect(await count()).toBe(before)
  })

  test('are refused if the pieces of a product that is counted are not whole', async () => {
    const { candle } = await candleOfWax()
    const lines = [{ productId: candle, quantity: 2_5000 }]
    await expect(company.run('production.create-task', { lines })).rejects.toMatchObject(refused('orders.whole-pieces'))
  })

  test('are refused if the work is planned after the day on which the goods are expected', async () => {
    const { candle } = await candleOfWax()
    const lines = [{ productId: candle, quantity: PIECE }]
    const days = { plannedOn: '2026-12-05', expectedOn: '2026-12-04' }
    await expect(company.run('production.create-task', { lines, ...days })).rejects.toMatchObject(
      refused('production.planned-late'),
    )
  })

  test('may be created by the office and by no section', async () => {
    const { candle } = await candleOfWax()
    const press = (person: 'section' | 'production') =>
      ask(company, 'POST', '/app/production.create-task', {
        token: company.tokens[person],
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { lines: [{ productId: candle, quantity: PIECE }] },
      })
    expect((await press('section')).status).toBe(403)
    expect((await press('production')).status).toBe(200)
  })
})
