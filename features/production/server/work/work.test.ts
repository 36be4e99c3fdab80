/** Checks what a press of a section does to the task, its materials, the stock and the order. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPhotos } from '#features/photos/server/sweep.ts'
import { PICTURE_KEY } from '#kernel/photo.ts'
import { sql } from '#server/db/database.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const worker = 'Νίκος'
let wax: number
let wick: number
let pillar: number
let made = 0

const newProduct = async (fields: object, stock = 0): Promise<number> => {
  made += 1
  const { id } = (await company.run('products.create-product', { sku: `W-${made}`, ...fields })) as { id: number }
  if (stock > 0) await company.run('stock.adjust-stock', { productId: id, newStock: stock, reason: 'απογραφή' })
  return id
}

beforeEach(async () => {
  wax = await newProduct({ name: `Κερί ${made}`, unit: 'KG', usageType: 'MATERIAL' }, 100 * PIECE)
  wick = await newProduct({ name: `Φιτίλι ${made}`, usageType: 'PURCHASED-MATERIAL' }, 100 * PIECE)
  pillar = await newProduct({ name: `Κολώνα ${made}`, salesPrice: 10_0000 })
})

const stockOf = async (id: number): Promise<number> =>
  (await company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${id}`)).stock

/** Creates tasks of 10 pillars, which take 0.3333 kg of wax and a wick each, and returns their ids. */
async function newTasks(...records: object[]): Promise<number[]> {
  const materials = [
    { id: wax, quantity: 0.3333, unit: 'KG', overidable: true },
    { id: wick, quantity: 1 },
  ]
  const resource = records.map((record) => ({
    type: 'GEMISMA',
    name: 'Χύτευση',
    quantity: 10,
    productid: pillar,
    materials,
    ...record,
  }))
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
  return (json as { resource: { id: number }[] }).resource.map(({ id }) => id)
}
const newTask = async (record: object = {}): Promise<number> => (await newTasks(record))[0] ?? 0

type Answer = { pressId: number; status: string; done: number; scrapped: number; promoted?: boolean }
const press = async (name: string, input: object, person: Person = 'section') => {
  const { status, json } = await callByName(company, `production.${name}`, input, { token: company.tokens[person] })
  return { status, json: json as Answer, code: refusalIn(json)?.code, details: refusalIn(json)?.details }
}
const receive = (taskId: number, more: object = {}) =>
  press('receive-materials', { taskId, lines: [], worker, ...more })
const finish = (taskId: number, pieces: number, more: object = {}) =>
  press('finish', { taskId, quantity: pieces * PIECE, scrapped: 0, worker, ...more })
const undo = ({ json }: { json: Answer }, person: Person = 'section') =>
  press('undo-press', { pressId: json.pressId, worker }, person)

const taskRow = (id: number) =>
  company.db.one<Record<string, unknown>>(sql`
    select status, done_e4 as done, scrapped_e4 as scrapped, worker, finished_at as finished, comments, photos,
      (select json_agg(json_build_array(product_id, needed_e4, extra_e4, taken_e4, state, reason, replaced_name) order by line_no)
        from task_materials where task_id = tasks.id) as materials
    from tasks where id = ${id}`)
const takenOf = async (id: number) =>
  company.db.many(sql`select taken_e4 as taken, state from task_materials where task_id = ${id} order by line_no`)
const patch = async (id: number, change: object, person: Person = 'admin') => {
  const { status, json } = await ask(company, 'PATCH', `/api/v2/_table/tasks/${id}`, {
    token: company.tokens[person],
    body: change,
  })
  return { status, json: json as Record<string, unknown> & { error?: { message: string } } }
}

describe('receiving materials', () => {
  test('takes what the task needs from the stock, each material once', async () => {
    const id = await newTask()
    expect(await receive(id, { lines: [1] })).toMatchObject({ status: 200, json: { status: 'PENDING' } })
    expect([await stockOf(wax), await stockOf(wick)]).toEqual([100 * PIECE - 33_330, 100 * PIECE])
    expect((await receive(id)).json.pressId).toBeGreaterThan(0)
    expect((await receive(id)).json.pressId).toBeNull()
    expect([await stockOf(wax), await stockOf(wick)]).toEqual([100 * PIECE - 33_330, 90 * PIECE])
    const moved = await company.db.many(sql`
      select reason, task_id as task, quantity_e4 as quantity from stock_movements where task_id = ${id} order by id`)
    expect(moved).toEqual([
      { reason: 'consumed', task: id, quantity: -33_330 },
      { reason: 'consumed', task: id, quantity: -10 * PIECE },
    ])
  })

  test('is refused with the material, its stock and the need, and takes nothing (C-58)', async () => {
    const id = await newTask({ quantity: 200 })
    const refused = await receive(id)
    expect(refused).toMatchObject({ status: 422, code: 'stock.not-enough' })
    expect(refused.details).toMatchObject({ lines: [{ productId: wick, stock: 100, needed: 200 }] })
    expect([await stockOf(wax), await stockOf(wick)]).toEqual([100 * PIECE, 100 * PIECE])
  })

  test('in Override Mode takes what the stock holds of what may be overridden, with name and reason (C-58)', async () => {
    const id = await newTask({ quantity: 400, materials: [{ id: wax, quantity: 1, overidable: true }] })
    expect(await receive(id, { override: { reason: '' } })).toMatchObject({ code: 'production.reason-needed' })
    expect(await receive(id, { override: { reason: 'x' }, worker: '' })).toMatchObject({
      code: 'production.worker-needed',
    })
    expect(await receive(id, { override: { reason: 'υπόλοιπο αύριο' } })).toMatchObject({ status: 200 })
    expect(await stockOf(wax)).toBe(0)
    expect((await taskRow(id))['materials']).toEqual([
      [wax, 400 * PIECE, 0, 100 * PIECE, 'RECEIVED', 'υπόλοιπο αύριο', ''],
    ])
  })

  test('in Override Mode is refused for a material that may not be overridden', async () => {
    const id = await newTask({ quantity: 200, materials: [{ id: wick, quantity: 1, overidable: false }] })
    expect(await receive(id, { override: { reason: 'επείγον' } })).toMatchObject({ code: 'stock.not-enough' })
    expect(await stockOf(wick)).toBe(100 * PIECE)
  })

  test('belongs to the section of the task', async () => {
    const [id = 0] = await newTasks({ type: 'ΧΥΤΑ' })
    expect((await receive(id)).status).toBe(403)
    expect((await press('receive-materials', { taskId: id, lines: [], worker }, 'driver')).status).toBe(403)
    expect((await press('receive-materials', { taskId: id, lines: [], worker: '' }, 'production')).status).toBe(200)
  })

  test('of a later step waits until the step before is finished, within one chain (C-44)', async () => {
    const orderref = await company.order('STOCK-OK')
    const [first = 0, second = 0, foreign = 0] = await newTasks(
      { orderref, taskref: 'α', seq: 1 },
      { orderref, taskref: 'α', seq: 2 },
      { orderref, taskref: 'β', seq: 1 },
    )
    expect(await receive(second)).toMatchObject({ status: 422, code: 'production.not-its-turn' })
    expect((await finish(foreign, 10)).status).toBe(200)
    expect((await receive(second)).code).toBe('production.not-its-turn')
    expect((await finish(first, 10)).status).toBe(200)
    expect((await receive(second)).status).toBe(200)
  })
})

describe('ordering a material', () => {
  const requests = (id: number) =>
    company.db.many(sql`
      select product_id as product, quantity_e4 as quantity, status from material_requests where task_id = ${id} order by id`)

  test('writes one request of the quantity of the task, however often it is pressed', async () => {
    const id = await newTask()
    const ordered = await press('order-material', { taskId: id, line: 2, worker })
    expect(ordered.status).toBe(200)
    expect((await press('order-material', { taskId: id, line: 2, worker })).json.pressId).toBeNull()
    expect(await requests(id)).toEqual([{ product: wick, quantity: 10 * PIECE, status: 'OPEN' }])
    expect((await undo(ordered)).status).toBe(200)
    expect(await requests(id)).toMatchObject([{ status: 'CANCELED' }])
  })

  test('is possible again after the goods came and another task took them', async () => {
    const id = await newTask()
    await press('order-material', { taskId: id, line: 2, worker })
    await company.db.run(sql`
      update inbound_invoice_lines set waiting = null, received_e4 = quantity_e4 where task_id = ${id}`)
    await company.db.run(sql`update inbound_invoices set state = 'RECEIVED' where task_id = ${id}`)
    expect((await press('order-material', { taskId: id, line: 2, worker })).json.pressId).not.toBeNull()
    expect(await requests(id)).toMatchObject([{ status: 'RECEIVED' }, { status: 'OPEN' }])
  })

  test('is refused for a material that is not purchased, and for one that the task does not have', async () => {
    const id = await newTask()
    expect((await press('order-material', { taskId: id, line: 1, worker })).code).toBe('production.not-purchased')
    expect((await press('order-material', { taskId: id, line: 3, worker })).code).toBe('production.no-material')
    expect(await requests(id)).toEqual([])
  })
})

describe('replacing a material', () => {
  const replace = (taskId: number, productId: number, more: object = {}) =>
    press('replace-material', { taskId, line: 1, productId, reason: 'τελείωσε', worker, ...more })

  test('keeps the quantity, counted in the unit of the new material', async () => {
    const gel = await newProduct({ name: `Τζελ ${made}`, unit: 'Gram', usageType: 'MATERIAL' }, 9_000 * PIECE)
    const id = await newTask()
    expect((await replace(id, gel)).status).toBe(200)
    const [first] = (await taskRow(id))['materials'] as unknown[]
    expect(first).toMatchObject([gel, 3_333 * PIECE, 0, 0, 'WAITING', 'τελείωσε', expect.stringContaining('Κερί')])
    await receive(id)
    expect([await stockOf(gel), await stockOf(wax)]).toEqual([5_667 * PIECE, 100 * PIECE])
  })

  test('needs a material that may be overridden, an unlike unit never fits, and what was taken stays', async () => {
    const id = await newTask()
    expect((await replace(id, pillar)).code).toBe('production.no-material-of')
    expect((await replace(id, wick)).code).toBe('products.unlike-unit')
    expect((await replace(id, wick, { reason: '' })).code).toBe('production.reason-needed')
    expect((await replace(id, wax, { line: 2 })).code).toBe('production.not-overridable')
    const other = await newProduct({ name: `Παραφίνη ${made}`, unit: 'KG', usageType: 'MATERIAL' })
    await receive(id)
    expect((await replace(id, other)).code).toBe('production.already-taken')
  })
})

describe('Proceed', () => {
  test('is refused until all materials are received, and stores status and comments', async () => {
    const id = await newTask()
    await receive(id, { lines: [1] })
    const refused = await press('proceed', { taskId: id, worker })
    expect(refused).toMatchObject({ status: 422, code: 'production.materials-missing', details: { count: 1 } })
    await receive(id)
    expect((await press('proceed', { taskId: id, worker, comments: 'όλα εδώ' })).json.status).toBe('STOCK-RECEIVED')
    expect(await taskRow(id)).toMatchObject({ status: 'STOCK-RECEIVED', comments: 'όλα εδώ', worker })
    expect((await press('proceed', { taskId: id, worker })).code).toBe('production.wrong-status')
  })
})

describe('finishing', () => {
  test('a PENDING task takes its materials by recipe and books the product (C-81)', async () => {
    const id = await newTask()
    expect((await finish(id, 10)).json).toMatchObject({ status: 'FINISHED', done: 10 * PIECE, promoted: false })
    expect([await stockOf(wax), await stockOf(wick), await stockOf(pillar)]).toEqual([
      100 * PIECE - 33_330,
      90 * PIECE,
      10 * PIECE,
    ])
    expect(await taskRow(id)).toMatchObject({ status: 'FINISHED', worker, finished: expect.any(String) })
  })

  test('in parts takes exactly what the whole task needs', async () => {
    const id = await newTask({ quantity: 7, materials: [{ id: wax, quantity: 0.1429, unit: 'KG' }] })
    for (const [pieces, scrapped] of [
      [2, 0],
      [1, 1],
      [3, 0],
    ] as const) {
      const more = { scrapped: scrapped * PIECE, ...(scrapped > 0 ? { scrapReason: 'ράγισε' } : {}) }
      expect((await finish(id, pieces, more)).status).toBe(200)
    }
    expect(await taskRow(id)).toMatchObject({ status: 'FINISHED', done: 6 * PIECE, scrapped: PIECE })
    expect(await takenOf(id)).toEqual([{ taken: 10_003, state: 'RECEIVED' }])
    expect([await stockOf(wax), await stockOf(pillar)]).toEqual([100 * PIECE - 10_003, 6 * PIECE])
  })

  test('a part of a received task takes nothing more', async () => {
    const id = await newTask()
    await receive(id)
    await finish(id, 4)
    expect([await stockOf(wick), await stockOf(pillar)]).toEqual([90 * PIECE, 4 * PIECE])
  })

  test('with actual use takes more or less than the recipe, also after the materials were received', async () => {
    const id = await newTask()
    await finish(id, 4, { used: [{ line: 2, quantity: 5 * PIECE }] })
    expect(await stockOf(wick)).toBe(95 * PIECE)
    await receive(id)
    expect(await stockOf(wick)).toBe(89 * PIECE)
    await finish(id, 6, { used: [{ line: 2, quantity: 4 * PIECE }] })
    expect(await stockOf(wick)).toBe(91 * PIECE)
    expect(((await taskRow(id))['materials'] as unknown[])[1]).toEqual([
      wick,
      10 * PIECE,
      -PIECE,
      9 * PIECE,
      'RECEIVED',
      '',
      '',
    ])
  })

  test.each([
    ['more pieces than are left', { quantity: 11 * PIECE }, 'production.too-many'],
    ['no piece', { quantity: 0 }, 'production.nothing-finished'],
    ['less than no piece', { quantity: -PIECE }, 'production.below-zero'],
    ['a part of a piece', { quantity: PIECE / 2 }, 'production.whole-pieces'],
    ['a spoilt part of a piece', { scrapped: 1, scrapReason: 'έσπασε' }, 'production.whole-pieces'],
    ['spoilt pieces without a reason', { scrapped: PIECE }, 'production.scrap-reason'],
    ['the use of a material that it does not have', { used: [{ line: 9, quantity: 1 }] }, 'production.no-material'],
    [
      'the use of a material twice',
      {
        used: [
          { line: 1, quantity: 1 },
          { line: 1, quantity: 2 },
        ],
      },
      'production.material-twice',
    ],
    ['spoilt pieces with an invisible reason', { scrapped: PIECE, scrapReason: '\u200b' }, 'production.scrap-reason'],
    ['Override Mode with an invisible reason', { override: { reason: '\u200b \u2060' } }, 'production.reason-needed'],
  ])('%s is refused', async (_, more, code) => {
    const id = await newTask()
    expect((await finish(id, 1, more)).code).toBe(code)
    expect(await taskRow(id)).toMatchObject({ status: 'PENDING', done: 0 })
    expect(await stockOf(pillar)).toBe(0)
  })

  test('short of a material is refused; Override Mode takes what is there', async () => {
    const id = await newTask({ quantity: 150, materials: [{ id: wax, quantity: 1, overidable: true }] })
    expect(await finish(id, 150)).toMatchObject({ code: 'stock.not-enough' })
    expect((await finish(id, 150, { override: { reason: 'από τον πάγκο' } })).json.status).toBe('FINISHED')
    expect([await stockOf(wax), await stockOf(pillar)]).toEqual([0, 150 * PIECE])
  })

  test('three steps of one product books it once, at the last (C-67)', async () => {
    const orderref = await company.order('STOCK-OK')
    const ids = await newTasks(...[1, 2, 3].map((seq) => ({ orderref, taskref: 'α', seq, materials: [] })))
    const stocks: number[] = []
    for (const id of ids) {
      expect((await finish(id, 10)).status).toBe(200)
      stocks.push(await stockOf(pillar))
    }
    expect(stocks).toEqual([0, 0, 10 * PIECE])
  })

  test('a step is last in its chain of one product, also among cancelled steps (C-67)', async () => {
    const orderref = await company.order('STOCK-OK')
    const other = await newProduct({ name: 'Στήριγμα' })
    const step = (taskref: string, seq: number, more: object = {}) => ({
      orderref,
      taskref,
      seq,
      materials: [],
      ...more,
    })
    const [first = 0, second = 0] = await newTasks(
      step('α', 1),
      step('α', 2),
      step('β', 3),
      step('α', 3, { productid: other }),
      step('α', 3, { orderref: undefined }),
    )
    expect((await patch(second, { status: 'CANCELED' })).status).toBe(200)
    expect((await finish(first, 10)).status).toBe(200)
    expect(await stockOf(pillar)).toBe(0)
    const [alone = 0] = await newTasks(step('γ', 1), step('δ', 2))
    expect((await finish(alone, 10)).status).toBe(200)
    expect(await stockOf(pillar)).toBe(10 * PIECE)
  })

  test('the last of three steps waits for the first if the second was cancelled, and books once (C-44, C-67)', async () => {
    const orderref = await company.order('STOCK-OK')
    const ids = await newTasks(...[1, 2, 3].map((seq) => ({ orderref, taskref: 'α', seq, materials: [] })))
    const [first = 0, second = 0, third = 0] = ids
    expect((await patch(second, { status: 'CANCELED' })).status).toBe(200)
    expect((await finish(third, 10)).code).toBe('production.not-its-turn')
    expect((await patch(third, { status: 'FINISHED' })).status).toBe(400)
    expect((await finish(first, 10)).status).toBe(200)
    expect((await finish(third, 10)).status).toBe(200)
    expect(await stockOf(pillar)).toBe(10 * PIECE)
  })

  test('a washing task is refused', async () => {
    const id = await newTask({ materials: 'RETURN', description: 'EPISTROFH-PLYSIMO' })
    expect((await finish(id, 10)).code).toBe('production.laundry')
  })

  const keyOf = (id: number) => `images/${1_770_000_000_000 + id}-${'0123456789abcdef'.repeat(2)}.jpg`

  test('adds a photo once, to all tasks that share it, also after they are finished', async () => {
    const ids = await newTasks({}, { type: 'ΧΥΤΑ' })
    await finish(ids[0] ?? 0, 10)
    const photo = SMALL_JPEG
    expect(await press('add-photo', { taskIds: ids, photo }, 'user')).toMatchObject({ status: 200, json: { added: 2 } })
    expect(await press('add-photo', { taskIds: ids, photo }, 'user')).toMatchObject({ status: 200, json: { added: 0 } })
    const [first, second] = await Promise.all(ids.map((id) => taskRow(id)))
    expect(first?.['photos']).toEqual([expect.stringMatching(PICTURE_KEY)])
    expect(second?.['photos']).toEqual(first?.['photos'])
    const { json } = await callByName(company, 'production.task', { taskId: ids[0] }, { token: company.tokens.section })
    expect((json as { task: { photos: string[] } }).task.photos).toEqual(first?.['photos'])
  })

  test('refuses a photo that is no picture, and one of a task of another section', async () => {
    const [own, foreign] = await newTasks({}, { type: 'ΧΥΤΑ' })
    const text = Buffer.from('no picture').toString('base64')
    expect(await press('add-photo', { taskIds: [own], photo: text })).toMatchObject({ status: 400 })
    expect(await press('add-photo', { taskIds: [own, foreign], photo: SMALL_JPEG })).toMatchObject({
      code: 'sections.not-yours',
    })
    expect((await taskRow(own ?? 0))['photos']).toEqual([])
  })

  test('refuses the key of a photo that is not stored, by every door', async () => {
    const id = await newTask()
    const photos = [keyOf(id)]
    expect(await press('note-task', { taskId: id, photos })).toMatchObject({ status: 404, code: 'photos.missing' })
    expect(await finish(id, 10, { photos })).toMatchObject({ status: 404, code: 'photos.missing' })
    expect(await patch(id, { photos })).toMatchObject({ status: 400 })
    expect(await taskRow(id)).toMatchObject({ status: 'PENDING', done: 0, photos: [] })
  })

  test('keeps the photo of a task from the nightly deletion until the task no longer names it', async () => {
    const id = await newTask()
    await press('add-photo', { taskIds: [id], photo: SMALL_JPEG })
    const [key] = (await taskRow(id))['photos'] as string[]
    const unused = async () =>
      (
        await company.db.one<{ unused: boolean }>(
          sql`select unused_since is not null as unused from photos where key = ${key}`,
        )
      ).unused
    await forgetOld(company.db, [unusedPhotos])
    expect(await unused()).toBe(false)
    await press('note-task', { taskId: id, photos: [] })
    await forgetOld(company.db, [unusedPhotos])
    expect(await unused()).toBe(true)
  })

  test('stores comments and photos', async () => {
    const id = await newTask()
    await finish(id, 10, { comments: 'τέλος', photos: ['images/1-a.jpg'] })
    expect(await taskRow(id)).toMatchObject({ comments: 'τέλος', photos: ['images/1-a.jpg'] })
  })
})

/** Creates an order of pillars, which waits for stock, with a task for each of the given quantities. */
async function waitingOrder(...quantities: number[]) {
  const { id } = (await company.run('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: pillar, quantity: quantities.reduce((sum, one) => sum + one, 0) * PIECE }],
  })) as { id: number }
  const tasks = await newTasks(
    ...quantities.map((quantity, at) => ({ orderref: id, taskref: `${id}-${at}`, quantity })),
  )
  return { id, tasks }
}
const orderStatus = async (id: number): Promise<string> =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status

describe('the last finished task', () => {
  test('promotes the order if its stock suffices, and undoing it demotes the order (C-10)', async () => {
    const { id, tasks } = await waitingOrder(6, 4)
    expect((await finish(tasks[0] ?? 0, 6)).json.promoted).toBe(false)
    expect(await orderStatus(id)).toBe('PENDING-STOCK')
    const last = await finish(tasks[1] ?? 0, 4)
    expect([last.json.promoted, await orderStatus(id)]).toEqual([true, 'STOCK-OK'])
    expect((await undo(last)).status).toBe(200)
    expect([await orderStatus(id), await stockOf(pillar)]).toEqual(['PENDING-STOCK', 6 * PIECE])
  })

  test('does not promote an order that is still short', async () => {
    const { id, tasks } = await waitingOrder(10)
    await finish(tasks[0] ?? 0, 9, { scrapped: PIECE, scrapReason: 'έσπασε' })
    expect(await orderStatus(id)).toBe('PENDING-STOCK')
  })

  test('demotes the order also if other stock would suffice', async () => {
    const { id, tasks } = await waitingOrder(10)
    const last = await finish(tasks[0] ?? 0, 10)
    await company.run('stock.adjust-stock', { productId: pillar, newStock: 50 * PIECE, reason: 'απογραφή' })
    expect((await undo(last)).status).toBe(200)
    expect([await orderStatus(id), await stockOf(pillar)]).toEqual(['PENDING-STOCK', 40 * PIECE])
  })

  test('cannot be undone when the order is sent to packaging', async () => {
    const { id, tasks } = await waitingOrder(10)
    const last = await finish(tasks[0] ?? 0, 10)
    await company.run('orders.move-order', { id, transition: 'send' })
    expect(await undo(last)).toMatchObject({ status: 422, code: 'production.order-went-on' })
    expect(await stockOf(pillar)).toBe(10 * PIECE)
  })
})

describe('undoing a press', () => {
  test('restores stock, materials, pieces and status, the newest press first', async () => {
    const id = await newTask()
    const stocks = async () => [await stockOf(wax), await stockOf(wick), await stockOf(pillar)]
    const states = [[await taskRow(id), await stocks()]]
    const presses: Awaited<ReturnType<typeof finish>>[] = []
    const steps = [
      () => finish(id, 3, { used: [{ line: 1, quantity: 2 * PIECE }] }),
      () => receive(id),
      () => press('proceed', { taskId: id, worker: 'Μαρία' }),
      () => finish(id, 5, { scrapped: 2 * PIECE, scrapReason: 'ράγισαν' }),
    ]
    for (const step of steps) {
      presses.push(await step())
      states.push([await taskRow(id), await stocks()])
    }
    expect((await undo(presses[2] as never)).code).toBe('production.undo-newest')
    for (const one of presses.toReversed()) {
      expect([await taskRow(id), await stocks()]).toEqual(states.pop())
      expect((await undo(one)).status).toBe(200)
    }
    expect([await taskRow(id), await stocks()]).toEqual(states[0])
    expect((await undo(presses[0] as never)).code).toBe('production.already-undone')
  })

  test('takes materials and pieces back at their costs, whatever they cost meanwhile', async () => {
    const costOf = async (productId: number, costPrice: number) => {
      const { version } = await company.db.one<{ version: number }>(
        sql`select version from products where id = ${productId}`,
      )
      await company.run('products.change-product', { id: productId, version, changes: { costPrice } })
    }
    await costOf(wick, 5000)
    await costOf(pillar, 3_0000)
    const id = await newTask({ materials: [{ id: wick, quantity: 1 }] })
    const pressed = await finish(id, 4)
    await company.db.run(sql`
      insert into stock_movements (product_id, quantity_e4, cost_cents, average_cost_e8, reason, user_name)
      values (${wick}, ${4 * PIECE}, 5200, 100000000, 'purchased', 't')`)
    await undo(pressed)
    const costs = await company.db.many(sql`
      select reason, cost_cents as cost from stock_movements where task_id = ${id} order by id`)
    expect(costs).toEqual([
      // the stock of wicks had no cost before
      { reason: 'opening-cost', cost: 50_00 },
      { reason: 'consumed', cost: -2_00 },
      { reason: 'produced', cost: 12_00 },
      { reason: 'consumed', cost: 2_00 },
      { reason: 'produced', cost: -12_00 },
    ])
    const { value } = await company.db.one<{ value: number }>(
      sql`select stock_value_cents as value from products where id = ${wick}`,
    )
    expect(value).toBe(102_00)
  })

  test('is refused after ten minutes', async () => {
    const id = await newTask()
    const pressed = await finish(id, 1)
    await company.db.run(sql`update task_presses set at = at - interval '11 minutes' where task_id = ${id}`)
    expect((await undo(pressed)).code).toBe('production.undo-late')
  })

  test('is refused when the goods are gone', async () => {
    const id = await newTask()
    const pressed = await finish(id, 10)
    await company.run('stock.adjust-stock', { productId: pillar, newStock: 4 * PIECE, reason: 'απογραφή' })
    expect((await undo(pressed)).code).toBe('stock.not-enough')
    expect(await taskRow(id)).toMatchObject({ status: 'FINISHED' })
  })

  test('is refused when the next step has begun, or a program changed the status', async () => {
    const orderref = await company.order('STOCK-OK')
    const [first = 0, second = 0] = await newTasks(
      { orderref, taskref: 'α', seq: 1 },
      { orderref, taskref: 'α', seq: 2 },
    )
    const done = await finish(first, 10)
    const next = await finish(second, 1)
    expect((await undo(done)).code).toBe('production.next-begun')
    expect((await undo(next)).status).toBe(200)
    expect((await undo(done)).status).toBe(200)
    const part = await finish(first, 1)
    await patch(first, { status: 'STARTED' })
    expect((await undo(part)).code).toBe('production.undo-followed')
  })

  test('is for the own section and the office', async () => {
    const [id = 0] = await newTasks({ type: 'ΧΥΤΑ' })
    const pressed = await press('finish', { taskId: id, quantity: PIECE, scrapped: 0, worker }, 'production')
    expect((await undo(pressed)).status).toBe(403)
    expect((await undo(pressed, 'user')).status).toBe(200)
  })
})

test('the history of a task names the person on the tablet and what they did', async () => {
  const id = await newTask()
  await receive(id)
  await finish(id, 9, { scrapped: PIECE, scrapReason: 'ράγισε' })
  const entries = await company.db.many<{ command: string; changes: object; note: string | null }>(sql`
    select command, changes, note from history where entity = 'tasks' and entity_id = ${id} order by id`)
  expect(entries.slice(1)).toMatchObject([
    {
      command: 'production.receive-materials',
      changes: { worker: [null, worker], received: [null, expect.any(String)] },
    },
    {
      command: 'production.finish',
      changes: { worker: [null, worker], status: ['PENDING', 'FINISHED'], done: [0, 9], scrapped: [0, 1] },
      note: 'ράγισε',
    },
  ])
})

describe('a program', () => {
  const read = async (id: number) => {
    const { json } = await ask(company, 'GET', `/api/v2/_table/tasks/${id}`, { token: company.tokens.admin })
    return json as Record<string, unknown> & { materials: Record<string, unknown>[] }
  }

  test('that sends a row back unchanged changes nothing', async () => {
    const id = await newTask()
    await press('order-material', { taskId: id, line: 2, worker })
    await receive(id, { lines: [1] })
    for (const step of [() => finish(id, 10), () => Promise.resolve()]) {
      const before = await taskRow(id)
      const { created: _, updated: __, ...row } = await read(id)
      expect(await patch(id, row)).toMatchObject({ status: 200 })
      expect(await taskRow(id)).toEqual(before)
      await step()
    }
    expect(await stockOf(pillar)).toBe(10 * PIECE)
  })

  test('that marks materials received, orders and replaces them has the effects of the press', async () => {
    const gel = await newProduct({ name: `Ζελέ ${made}`, unit: 'KG', usageType: 'MATERIAL' }, 50 * PIECE)
    const id = await newTask()
    const { materials } = await read(id)
    const sent = [
      { ...materials[0], id: gel },
      { ...materials[1], stockOrdered: true },
    ]
    expect((await patch(id, { materials: sent })).status).toBe(200)
    const received = (await read(id)).materials.map((one) => ({ ...one, stockReceived: true }))
    expect((await patch(id, { materials: received, status: 'STOCK-RECEIVED', comments: 'α' }, 'section')).status).toBe(
      200,
    )
    expect([await stockOf(gel), await stockOf(wick), await stockOf(wax)]).toEqual([
      50 * PIECE - 33_330,
      90 * PIECE,
      100 * PIECE,
    ])
    expect(await read(id)).toMatchObject({
      status: 'STOCK-RECEIVED',
      comments: 'α',
      materials: [
        { id: gel, stockReceived: true, pendingstock: false },
        { id: wick, stockOrdered: true, stockReceived: true },
      ],
    })
    const back = received.map((one) => ({ ...one, stockReceived: false }))
    expect(JSON.stringify((await patch(id, { materials: back })).json)).toContain('is received')
  })

  test('that sets FINISHED finishes all that is left, once, and promotes the order', async () => {
    const { id: order, tasks } = await waitingOrder(10)
    const id = tasks[0] ?? 0
    await finish(id, 3)
    expect((await patch(id, { status: 'finished' })).status).toBe(200)
    expect((await patch(id, { status: 'FINISHED' })).status).toBe(200)
    expect([await stockOf(pillar), await stockOf(wick), await orderStatus(order)]).toEqual([
      10 * PIECE,
      90 * PIECE,
      'STOCK-OK',
    ])
    expect((await patch(id, { status: 'PENDING' })).status).toBe(400)
  })

  test('cannot set STOCK-RECEIVED while materials wait, nor change their quantity, unit or number', async () => {
    const id = await newTask()
    const { materials } = await read(id)
    expect((await patch(id, { status: 'STOCK-RECEIVED' })).status).toBe(400)
    expect((await patch(id, { materials: materials.map((one) => ({ ...one, quantity: 9 })) })).status).toBe(400)
    expect((await patch(id, { materials: materials.map((one) => ({ ...one, unit: 'Meter' })) })).status).toBe(400)
    expect((await patch(id, { materials: materials.slice(1) })).status).toBe(400)
    expect(await taskRow(id)).toMatchObject({ status: 'PENDING' })
  })

  test('that creates a finished task tells of history: nothing is booked, then or later (C-76)', async () => {
    const id = await newTask({ status: 'FINISHED' })
    const partly = await newTask({ materials: [{ id: wick, quantity: 1, stockReceived: true }] })
    expect([await stockOf(pillar), await stockOf(wick)]).toEqual([0, 100 * PIECE])
    expect(await taskRow(id)).toMatchObject({ done: 10 * PIECE, finished: expect.any(String) })
    await finish(partly, 10)
    expect([await stockOf(pillar), await stockOf(wick)]).toEqual([10 * PIECE, 100 * PIECE])
  })

  test('that cancels a task which has not begun drops its materials; a begun task is refused (C-73)', async () => {
    const [idle = 0, begun = 0] = await newTasks({}, {})
    await finish(begun, 1)
    expect((await patch(idle, { status: 'CANCELED' })).status).toBe(200)
    expect(await takenOf(idle)).toMatchObject([{ state: 'DROPPED' }, { state: 'DROPPED' }])
    expect((await patch(begun, { status: 'CANCELED' })).status).toBe(400)
    expect((await finish(idle, 1)).code).toBe('production.wrong-status')
    expect((await receive(idle)).code).toBe('production.closed')
  })
})
