/** Provides a valid input for each command and query of production, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { TASK_WORDS } from '../domain/history-words.ts'
import type { orderFit } from '../domain/plan/fit-contract.ts'
import { zPress } from '../domain/section-day-contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { ask, type SampleCompany, taskOf } from '#server/samples/sample-company.ts'
import {
  fixed,
  type HistorySample,
  PIECE,
  type Samples,
  SMALL_JPEG,
  type TableSamples,
} from '#server/samples/sample-parts.ts'

type Created = { readonly id: number }

const newVase = () => ({ name: 'Βάζο', sku: `VASE-${randomUUID()}` })

/** Creates a material of its own and a task of two candles that takes one for each. Returns the id of the task. */
async function candleTask(company: SampleCompany): Promise<number> {
  const { candle } = company.stock
  const { id: vase } = (await company.run('products.create-product', {
    name: 'Βάζο',
    sku: `VASE-${randomUUID()}`,
    usageType: 'PURCHASED-MATERIAL',
  })) as { id: number }
  await company.run('stock.adjust-stock', { productId: vase, newStock: 9 * PIECE, reason: 'απογραφή' })
  const materials = [{ id: vase, quantity: 1, overidable: true }]
  const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ type: 'GEMISMA', name: 'Γέμισμα', quantity: 2, productid: candle, materials }] },
  })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}

/** What a press reports that finishes one of two pieces and spoils the other. */
const FINISHED = {
  quantity: PIECE,
  scrapped: PIECE,
  scrapReason: 'ράγισε',
  used: [{ line: 1, quantity: 3 * PIECE }],
  override: { reason: 'υπάρχουν στο ράφι' },
  photos: ['images/1-a.jpg'],
  comments: 'τέλος',
}

/** Creates a task, and returns the input that plans it for today. */
async function plannedTask(company: SampleCompany) {
  const taskId = await candleTask(company)
  const { version } = await company.db.one<{ version: number }>(sql`select version from tasks where id = ${taskId}`)
  return { taskId, day: dayOf(new Date().toISOString()), version }
}

/** Returns what creates products and orders that lack something. */
function shortGoods(company: SampleCompany) {
  const { run, stock } = company
  /** Creates a product that is made of a glass, and is not in stock. */
  const madeProduct = async (): Promise<number> => {
    const made = (await run('products.create-product', { name: 'Κερί που λείπει' })) as { id: number }
    const materials = [{ materialId: stock.glass, quantity: PIECE }]
    await run('products.change-product', {
      id: made.id,
      version: 1,
      changes: { steps: [{ seq: 1, section: 'GEMISMA', materials }] },
    })
    return made.id
  }
  const shortOrder = async (): Promise<number> => {
    const lines = [{ productId: await madeProduct(), quantity: 5 * PIECE }]
    return ((await run('orders.create-order', { customerId: stock.customer, lines })) as { id: number }).id
  }
  /** Creates the tasks of an order, and changes its line and its day. Returns the command that makes them fit. */
  const changedOrder = async () => {
    const lines = [{ productId: await madeProduct(), quantity: 5 * PIECE }]
    const content = { customerId: stock.customer, expectedDelivery: '2099-12-04 09:00:00' }
    const { id } = (await run('orders.create-order', { ...content, lines })) as Created
    await run('production.create-shortage-tasks', { orderId: id })
    const moved = { ...content, expectedDelivery: '2099-12-07 09:00:00' }
    const more = [...lines, { productId: await madeProduct(), quantity: 2 * PIECE }]
    await run('orders.change-order', { id, version: 1, ...moved, lines: more })
    const asked = encodeURIComponent(JSON.stringify({ orderId: id }))
    const { json } = await ask(company, 'GET', `/app/production.order-fit?input=${asked}`, {
      token: company.tokens.admin,
    })
    const { fit } = json as OutputOf<typeof orderFit>
    return { orderId: id, surplus: 'close', seen: fit?.close.seen ?? '' }
  }
  return { madeProduct, shortOrder, changedOrder }
}

export const samples: Samples = (company) => {
  const { order, run } = company
  const worker = 'Νίκος'
  const received = async () => {
    const taskId = await candleTask(company)
    const { pressId } = (await run('production.receive-materials', { taskId, lines: [], worker })) as {
      pressId: number
    }
    return { taskId, pressId }
  }
  const { madeProduct, shortOrder, changedOrder } = shortGoods(company)
  return {
    'production.order-fit': async () => ({ orderId: (await changedOrder()).orderId }),
    'production.fit-tasks': changedOrder,
    'production.create-shortage-tasks': async () => ({ orderId: await shortOrder() }),
    'production.create-task': async () => ({
      name: 'Για το κατάστημα',
      description: 'χωρίς κορδέλα',
      plannedOn: '2026-12-01',
      expectedOn: '2026-12-04',
      lines: [{ productId: await madeProduct(), quantity: 5 * PIECE }],
    }),
    'production.order-plan': async () => ({ orderId: await order('STOCK-OK') }),
    'production.order-shortages': async () => ({ orderId: await shortOrder() }),
    'production.tasks-of-order': async () => ({ orderId: await order('STOCK-OK') }),
    'production.task': async () => ({ taskId: await candleTask(company) }),
    'production.task-cards': async () => ({ ids: [await candleTask(company), await candleTask(company)] }),
    'production.task-cards.pdf': async () => ({ ids: [await candleTask(company)] }),
    'production.task-place': async () => ({ taskId: await candleTask(company) }),
    'production.overview': fixed({}),
    'production.ready-day': async () => ({
      goods: [{ productId: await madeProduct(), quantity: 5 * PIECE }],
      orderId: await order('STOCK-OK'),
    }),
    'production.late-orders': fixed({}),
    'production.board': fixed({ day: '2026-12-01' }),
    'production.plan-task': () => plannedTask(company),
    'production.section-day': fixed({ section: 'GEMISMA' }),
    'production.receive-materials': async () => ({ taskId: await candleTask(company), lines: [1], worker }),
    'production.order-material': async () => ({ taskId: await candleTask(company), line: 1, worker }),
    'production.replace-material': async () => {
      const { id: productId } = (await run('products.create-product', newVase())) as Created
      return { taskId: await candleTask(company), line: 1, productId, reason: 'έσπασαν', worker }
    },
    'production.proceed': async () => ({ taskId: (await received()).taskId, worker, comments: 'έτοιμο' }),
    'production.finish': async () => ({ taskId: await candleTask(company), worker, ...FINISHED }),
    'production.add-photo': async () => ({ taskIds: [await candleTask(company)], photo: SMALL_JPEG }),
    'production.undo-press': async () => ({ pressId: (await received()).pressId, worker }),
    'production.note-task': async () => ({
      taskId: await candleTask(company),
      comments: 'προσοχή',
      photos: ['images/1-a.jpg'],
    }),
  }
}

export const tableSamples: TableSamples = (company) => ({
  tasks: {
    may: { GET: '+++++-o-', POST: '+++++---', PATCH: '+++++-o-' },
    record: fixed({
      type: 'GEMISMA',
      name: 'Γέμισμα',
      description: 'α',
      status: 'PENDING',
      quantity: 3,
      orderref: 999999,
      taskref: 'α-1',
      seq: 1,
      productid: company.stock.candle,
      product: 'Κερί',
      customer_id_ref: 888888,
      customer_name: 'KERINO-INTERNAL',
      materials: [{ id: company.stock.glass, quantity: 1 }],
      photos: ['a'],
      comments: 'β',
      expectedDate: '2026-12-01 10:00:00',
    }),
    row: () => taskOf(company),
    change: { status: 'STARTED', comments: 'σε εξέλιξη' },
  },
})

export const historySample: HistorySample = {
  byJobs: ['production.receive-bought'],
  words: { tasks: TASK_WORDS },
  lists: { tasks: { undone: zPress.shape.kind.options } },
  free: { tasks: ['worker', 'received', 'ordered', 'replaced', 'section', 'comments', 'plannedOn', 'expectedAt'] },
}
