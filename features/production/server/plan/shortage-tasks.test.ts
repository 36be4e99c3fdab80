import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const PIECE = 10_000

type Material = { materialId: number; quantity: number; unit?: string }
type Step = { section: string; materials: Material[] }

let made = 0
/** Creates a product with steps and stock, and returns its id. */
async function product(name: string, steps: Step[] = [], stock = 0, more: object = {}): Promise<number> {
  made += 1
  const { id } = (await company.run('products.create-product', { name: `${name} ${made}`, ...more })) as { id: number }
  const numbered = steps.map((step, index) => ({ seq: index + 1, ...step }))
  if (steps.length > 0) await company.run('products.change-product', { id, version: 1, changes: { steps: numbered } })
  if (stock > 0) await company.run('stock.adjust-stock', { productId: id, newStock: stock, reason: 'απογραφή' })
  return id
}
const purchased = (name: string, stock = 0, unit = 'Item') =>
  product(name, [], stock, { usageType: 'PURCHASED-MATERIAL', unit })

const orderOf = async (...lines: [productId: number, quantity: number][]): Promise<number> => {
  const { id } = (await company.run('orders.create-order', {
    customerId: company.stock.customer,
    expectedDelivery: '2026-12-04 09:00:00',
    lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
  })) as { id: number }
  return id
}

type Answer = {
  tasks: number
  requests: { productId: number; quantity: number }[]
  withoutRecipe: { productId: number }[]
}
const create = (orderId: number) => company.run('production.create-shortage-tasks', { orderId }) as Promise<Answer>
const refused = (code: string) => ({ refusal: expect.objectContaining({ code }) })

const tasksOf = (orderId: number) =>
  company.db.many<Record<string, unknown>>(sql`
    select t.product_id as product, t.seq, t.section, t.quantity_e4 as quantity, t.status, t.expected_at as expected,
      t.customer_id as customer
    from tasks t where t.order_id = ${orderId} order by t.id`)
const materialsOf = (orderId: number) =>
  company.db.many<Record<string, unknown>>(sql`
    select t.product_id as product, t.seq, m.product_id as material, m.needed_e4 as needed, m.taken_e4 as taken, m.state
    from tasks t join task_materials m on m.task_id = t.id where t.order_id = ${orderId} order by t.id, m.line_no`)
const requestsOf = (orderId: number) =>
  company.db.many<Record<string, unknown>>(sql`
    select t.product_id as "for", r.product_id as product, r.quantity_e4 as quantity, r.status
    from material_requests r left join tasks t on t.id = r.task_id
    where coalesce(r.order_id, t.order_id) = ${orderId} order by r.id`)

describe('the tasks for the shortages of an order', () => {
  test('are one chain for each short product on two levels, nested products first, and requests for what is bought (C-68)', async () => {
    const wax = await purchased('Παραφίνη', 2 * PIECE, 'KG')
    const ribbon = await purchased('Κορδέλα', 99 * PIECE)
    // 250 grams of wax each, then coloured without materials
    const candle = await product(
      'Κερί',
      [
        { section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: 250 * PIECE, unit: 'Gram' }] },
        { section: 'ΒΑΦΗ', materials: [] },
      ],
      8 * PIECE,
    )
    const box = await product(
      'Κουτί δώρου',
      [
        { section: 'ΚΟΡΜΑΚΙΑ', materials: [{ materialId: candle, quantity: 3 * PIECE }] },
        { section: 'GEMISMA', materials: [{ materialId: ribbon, quantity: PIECE }] },
      ],
      4 * PIECE,
    )
    const order = await orderOf([box, 14 * PIECE])

    // 10 boxes are short: 30 candles, of which 8 are there; 22 candles take 5.5 kg of wax, of which 2 are there
    const { json: shown } = await callByName(
      company,
      'production.order-shortages',
      { orderId: order },
      { token: company.tokens.production },
    )
    expect(shown).toMatchObject({
      closed: null,
      made: [
        { productId: candle, quantity: 22 * PIECE },
        { productId: box, quantity: 10 * PIECE },
      ],
      requests: [{ productId: wax, quantity: 3_5000 }],
      withoutRecipe: [],
    })
    const answer = await create(order)
    expect(answer).toMatchObject({ tasks: 4, requests: [{ productId: wax, quantity: 3_5000 }], withoutRecipe: [] })
    const common = { status: 'PENDING', expected: '2026-12-04 09:00:00', customer: company.stock.customer }
    expect(await tasksOf(order)).toEqual([
      { product: candle, seq: 1, section: 'ΧΥΤΑ', quantity: 22 * PIECE, ...common },
      { product: candle, seq: 2, section: 'ΒΑΦΗ', quantity: 22 * PIECE, ...common },
      { product: box, seq: 1, section: 'ΚΟΡΜΑΚΙΑ', quantity: 10 * PIECE, ...common },
      { product: box, seq: 2, section: 'GEMISMA', quantity: 10 * PIECE, ...common },
    ])
    expect(await materialsOf(order)).toEqual([
      { product: candle, seq: 1, material: wax, needed: 5_5000, taken: 0, state: 'WAITING' },
      { product: box, seq: 1, material: candle, needed: 30 * PIECE, taken: 0, state: 'WAITING' },
      { product: box, seq: 2, material: ribbon, needed: 10 * PIECE, taken: 0, state: 'WAITING' },
    ])
    expect(await requestsOf(order)).toEqual([{ for: candle, product: wax, quantity: 3_5000, status: 'OPEN' }])
    const chains = await company.db.many<{ taskref: string }>(
      sql`select distinct taskref from tasks where order_id = ${order}`,
    )
    expect(chains).toHaveLength(2)
  })

  test('of a second order do not count what the first will bring and take', async () => {
    const wax = await purchased('Παραφίνη', 10 * PIECE, 'KG')
    const candle = await product(
      'Κερί',
      [{ section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: PIECE }] }],
      4 * PIECE,
    )
    const [first, second] = [await orderOf([candle, 10 * PIECE]), await orderOf([candle, 5 * PIECE])]
    // the first leaves the 4 pieces to nobody: the second is promised 5
    await create(first)
    await create(second)
    const quantities = async (order: number) => (await tasksOf(order)).map(({ quantity }) => quantity)
    const [one, two] = [await quantities(first), await quantities(second)]
    // together they make what both lack
    expect(Number(one[0]) + Number(two[0])).toBe(11 * PIECE)
    // 11 kg of wax are taken, 10 are there
    const requests = [...(await requestsOf(first)), ...(await requestsOf(second))]
    expect(requests.map(({ quantity }) => quantity)).toEqual([PIECE])
  })

  test('are refused unless the order waits for stock, has no tasks, and a product is short (S1-STA-57 to 59)', async () => {
    const inStock = await product('Ετοιμο', [{ section: 'ΧΥΤΑ', materials: [] }], 5 * PIECE)
    const ready = await orderOf([inStock, PIECE])
    await expect(create(ready)).rejects.toMatchObject(refused('production.only-pending-stock'))
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials: [] }])
    const order = await orderOf([candle, PIECE])
    await create(order)
    await expect(create(order)).rejects.toMatchObject(refused('production.has-tasks'))
    const found = await orderOf([candle, PIECE])
    await company.run('stock.adjust-stock', { productId: candle, newStock: 5 * PIECE, reason: 'απογραφή' })
    await expect(create(found)).rejects.toMatchObject(refused('production.nothing-short'))
    expect(await tasksOf(found)).toEqual([])
  })

  test('pressed at the same moment by two people are created once', async () => {
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials: [] }])
    const order = await orderOf([candle, 3 * PIECE])
    const answers = await Promise.allSettled([create(order), create(order), create(order)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await tasksOf(order)).toHaveLength(1)
  })

  test('name a product without a recipe and request one that is bought; an order of nothing else is refused', async () => {
    const bare = await product('Ασυνταγο')
    const bought = await purchased('Φιτίλι')
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials: [] }])
    await expect(create(await orderOf([bare, PIECE]))).rejects.toMatchObject(refused('production.without-recipe'))
    const order = await orderOf([bare, PIECE], [bought, 7 * PIECE], [candle, PIECE])
    expect(await create(order)).toMatchObject({
      tasks: 1,
      requests: [{ productId: bought, quantity: 7 * PIECE }],
      withoutRecipe: [{ productId: bare }],
    })
    expect(await requestsOf(order)).toEqual([{ for: null, product: bought, quantity: 7 * PIECE, status: 'OPEN' }])
  })

  test('are not created for what is already being made for stock', async () => {
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials: [] }])
    await company.db.run(sql`
      insert into tasks (section, product_id, quantity_e4, taskref) values ('ΧΥΤΑ', ${candle}, ${8 * PIECE}, 'α')`)
    await expect(create(await orderOf([candle, 5 * PIECE]))).rejects.toMatchObject(refused('production.already-coming'))
    const order = await orderOf([candle, 5 * PIECE])
    expect(await create(order)).toMatchObject({ tasks: 1 })
    expect(await tasksOf(order)).toMatchObject([{ quantity: 2 * PIECE }])
  })

  test('count what a begun task still takes after pieces that took more than by recipe, as its section sees it', async () => {
    const wick = await purchased('Φιτίλι', 20 * PIECE)
    const materials = [{ materialId: wick, quantity: PIECE }]
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials }])
    await company.run('production.create-task', { lines: [{ productId: candle, quantity: 10 * PIECE }] })
    const { id } = await company.db.one<{ id: number }>(sql`select id from tasks where product_id = ${candle}`)
    const pieces = { quantity: 5 * PIECE, scrapped: 0, used: [{ line: 1, quantity: 8 * PIECE }], worker: 'Νίκος' }
    await company.run('production.finish', { taskId: id, ...pieces })
    const shelf = (pieces: number) =>
      company.run('stock.adjust-stock', { productId: wick, newStock: pieces * PIECE, reason: 'απογραφή' })
    await shelf(4)
    const { json } = await callByName(company, 'production.task', { taskId: id }, { token: company.tokens.admin })
    const material = { needed: 10 * PIECE, extra: 3 * PIECE, taken: 8 * PIECE, short: PIECE }
    expect(json).toMatchObject({ task: { materials: [material] } })
    await shelf(12)
    const other = await product('Κερί', [{ section: 'ΧΥΤΑ', materials }])
    const order = await orderOf([other, 10 * PIECE])
    expect((await create(order)).requests).toMatchObject([{ productId: wick, quantity: 3 * PIECE }])
  })

  test('may be created by the office and by no section', async () => {
    const candle = await product('Κερί', [{ section: 'ΧΥΤΑ', materials: [] }])
    const order = await orderOf([candle, PIECE])
    const press = (person: 'section' | 'production') =>
      ask(company, 'POST', '/app/production.create-shortage-tasks', {
        token: company.tokens[person],
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { orderId: order },
      })
    expect((await press('section')).status).toBe(403)
    expect((await press('production')).status).toBe(200)
  })
})
