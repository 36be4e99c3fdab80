/** Plays random days of a section, with people and programs, and checks after every press that goods, materials and tasks agree. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { usualOrFull } from '#testing/length.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import { type ChainTask, isItsTurn } from '../../domain/chains.ts'
import { isOpenTask } from '../../domain/task.ts'

let company: TestCompany
let wax: number
let gel: number
let wick: number
let pillar: number
beforeAll(async () => {
  company = await openTestCompany()
  const create = async (fields: object, stock: number): Promise<number> => {
    const { id } = (await company.run('products.create-product', fields)) as { id: number }
    await company.run('stock.adjust-stock', { productId: id, newStock: stock, reason: 'απογραφή' })
    return id
  }
  wax = await create({ sku: 'H-1', name: 'Κερί', unit: 'KG', usageType: 'MATERIAL' }, 6 * PIECE)
  gel = await create({ sku: 'H-2', name: 'Ζελέ', unit: 'KG', usageType: 'MATERIAL' }, 6 * PIECE)
  wick = await create({ sku: 'H-3', name: 'Φιτίλι', usageType: 'PURCHASED-MATERIAL' }, 40 * PIECE)
  pillar = await create({ sku: 'H-4', name: 'Κολώνα', salesPrice: 10_0000 }, PIECE)
})
afterAll(() => company?.close())

const worker = 'Νίκος'
/** The presses that were accepted at least once, so that no kind of press is left out unseen. */
const accepted = new Set<string>()

async function press(name: string, input: object): Promise<{ pressId: number | null; taskId: number } | null> {
  const { status, json } = await callByName(company, `production.${name}`, input, { token: company.tokens.section })
  if (status >= 500) throw new Error(`${name} ${JSON.stringify(input)}: ${status} ${JSON.stringify(json)}`)
  if (status !== 200) return null
  accepted.add(name)
  return json as { pressId: number | null; taskId: number }
}

async function patch(id: number, change: object): Promise<void> {
  const { status } = await ask(company, 'PATCH', `/api/v2/_table/tasks/${id}`, {
    token: company.tokens.admin,
    body: change,
  })
  if (status >= 500) throw new Error(`a program: ${status} for ${JSON.stringify(change)}`)
  if (status === 200) accepted.add(`program: ${Object.keys(change).join()}`)
}

/** Creates a chain of two steps for an order, a chain of two steps for the company, and a task that stands alone. */
async function newTasks(): Promise<number[]> {
  const orderref = await company.order('STOCK-OK')
  const materials = [
    { id: wax, quantity: 0.3333, unit: 'KG', overidable: true },
    { id: wick, quantity: 1 },
  ]
  const task = { type: 'GEMISMA', name: 'Χύτευση', quantity: 3, productid: pillar, materials }
  const resource = [
    { ...task, orderref, taskref: 'α', seq: 1 },
    { ...task, orderref, taskref: 'α', seq: 2, materials: materials.slice(1) },
    { ...task, taskref: `β-${orderref}`, seq: 1 },
    { ...task, taskref: `β-${orderref}`, seq: 2, materials: [] },
    task,
  ]
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource },
  })
  expect(status).toBe(200)
  return (json as { resource: { id: number }[] }).resource.map(({ id }) => id)
}

const KINDS = [
  'receive',
  'receive with override',
  'order',
  'replace',
  'proceed',
  'finish',
  'finish with actual use',
  'undo',
  'count',
  'program finishes',
  'program cancels',
] as const
type Step = {
  readonly kind: (typeof KINDS)[number]
  readonly pick: number
  readonly pieces: number
  readonly spoilt: number
  /** True to undo the press at once, which must restore everything. */
  readonly takesBack: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS, 'receive', 'receive', 'proceed', 'finish'),
  pick: fc.nat(1000),
  pieces: fc.integer({ min: 0, max: 3 }),
  spoilt: fc.constantFrom(0, 0, 1),
  takesBack: fc.constantFrom(true, false, false),
})

/** What undoing restores: tasks, materials, stock and orders. */
const everything = (tasks: readonly number[]) =>
  company.db.one<Record<string, unknown>>(sql`
    select (select json_agg(json_build_array(id, status, done_e4, scrapped_e4, worker, finished_at, comments) order by id)
        from tasks where id = any(${[...tasks]}::bigint[])) as tasks,
      (select json_agg(json_build_array(task_id, line_no, product_id, name, needed_e4, extra_e4, taken_e4, state, reason, replaced_name)
        order by task_id, line_no) from task_materials where task_id = any(${[...tasks]}::bigint[])) as materials,
      (select json_agg(json_build_array(id, stock_e4) order by id) from products) as stock,
      (select json_agg(json_build_array(id, status) order by id) from orders) as orders,
      (select count(*)::int from material_requests where status = 'OPEN') as requests`)

/** Does one step. In one piece, because each case is one call. */
async function act({ kind, pick, pieces, spoilt }: Step, tasks: readonly number[], presses: readonly number[]) {
  const taskId = tasks[pick % tasks.length] ?? 0
  const lines = pick % 3 === 0 ? [1 + (pick % 2)] : []
  const override = { reason: 'υπόλοιπο αύριο' }
  const count = { quantity: pieces * PIECE, scrapped: spoilt * PIECE, scrapReason: 'έσπασε', worker }
  if (kind === 'receive') return press('receive-materials', { taskId, lines, worker })
  if (kind === 'receive with override') return press('receive-materials', { taskId, lines, worker, override })
  if (kind === 'order') return press('order-material', { taskId, line: 2, worker })
  if (kind === 'replace')
    return press('replace-material', { taskId, line: 1, productId: pick % 2 ? gel : wax, reason: 'λείπει', worker })
  if (kind === 'proceed') return press('proceed', { taskId, worker })
  if (kind === 'finish') return press('finish', { taskId, ...count })
  if (kind === 'finish with actual use')
    return press('finish', { taskId, ...count, used: [{ line: 1, quantity: (pick % 9) * 1_000 }] })
  if (kind === 'undo') await press('undo-press', { pressId: presses[pick % Math.max(presses.length, 1)] ?? 1, worker })
  if (kind === 'program finishes') await patch(taskId, { status: 'FINISHED' })
  if (kind === 'program cancels') await patch(taskId, { status: 'CANCELED' })
  if (kind === 'count') {
    const productId = [wax, gel, wick][pick % 3]
    await company.run('stock.adjust-stock', { productId, newStock: pieces * PIECE + (pick % 7), reason: 'απογραφή' })
  }
  return null
}

type Row = ChainTask & {
  readonly quantity: number
  readonly done: number
  readonly scrapped: number
  readonly produced: number
  readonly materials: { taken: number; due: number; moved: number; state: string; overridden: boolean }[] | null
}

/** Reports whether no other step of the same product, order and chain comes later. */
const isLast = (task: Row, others: readonly Row[]): boolean =>
  others.every(
    ({ productId, orderId, taskref, seq }) =>
      productId !== task.productId || orderId !== task.orderId || taskref !== task.taskref || seq <= task.seq,
  )

/** Returns what is wrong with a task among the other tasks of its order or chain. */
function mistakesOf(task: Row, others: readonly Row[]): string[] {
  const { status, done, scrapped, quantity, produced } = task
  const materials = task.materials ?? []
  const hasBegun = done + scrapped > 0 || materials.some(({ taken }) => taken > 0)
  const isFinished = status === 'FINISHED'
  const rules: Record<string, boolean> = {
    'the last step books what is finished, another step nothing': produced === (isLast(task, others) ? done : 0),
    'it is finished with its last piece': isFinished === (done + scrapped === quantity),
    'it has not begun before its turn': !hasBegun || isItsTurn(task, others),
    'materials are taken as the ledger says': materials.every(({ taken, moved }) => taken === moved && taken >= 0),
    'a finished task took what it needed': materials.every(
      ({ taken, due, overridden }) => !isFinished || overridden || taken === Math.max(due, 0),
    ),
  }
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${JSON.stringify(task)}`]))
}

/** Returns what is wrong with tasks, their bookings and what is on its way by them. */
async function mistakesIn(tasks: readonly number[]): Promise<string[]> {
  const rows = await company.db.many<Row>(sql`
    select t.id, t.order_id as "orderId", t.product_id as "productId", t.taskref, t.seq, t.status, t.quantity_e4 as quantity,
      t.done_e4 as done, t.scrapped_e4 as scrapped,
      (select coalesce(sum(quantity_e4), 0)::bigint from stock_movements where task_id = t.id and reason = 'produced') as produced,
      (select json_agg(json_build_object('taken', m.taken_e4, 'due', m.needed_e4 + m.extra_e4, 'state', m.state,
        'overridden', exists (select from task_presses r where r.task_id = t.id and r.undone_at is null and r.reason like '%αύριο%'),
        'moved', (select -coalesce(sum(v.quantity_e4), 0) from stock_movements v
          where v.task_id = t.id and v.product_id = m.product_id and v.reason = 'consumed')) order by m.line_no)
        from task_materials m where m.task_id = t.id) as materials
    from tasks t where t.id = any(${[...tasks]}::bigint[]) order by t.id`)
  const { coming } = await company.db.one<{ coming: number }>(sql`
    select coalesce(sum(quantity_e4), 0)::bigint as coming from incoming_goods where task_id = any(${[...tasks]}::bigint[])`)
  const besides = (task: Row) =>
    rows.filter(({ id, orderId }) => id !== task.id && (orderId !== null || task.taskref !== ''))
  const expected = rows
    .filter((task) => isOpenTask(task.status) && isLast(task, besides(task)))
    .reduce((sum, { quantity, done, scrapped }) => sum + quantity - done - scrapped, 0)
  return [
    ...rows.flatMap((task) => mistakesOf(task, besides(task))),
    ...(coming === expected ? [] : [`${coming} are on their way and not ${expected}`]),
  ]
}

/** Returns the products whose stock is below zero or differs from the ledger. */
const wrongStock = () =>
  company.db.many(sql`
    select p.id from products p
    where p.stock_e4 < 0 or p.stock_e4 <> (select coalesce(sum(quantity_e4), 0) from stock_movements where product_id = p.id)`)

test('whatever a section, a program and a count do, goods are booked once, materials by recipe, and undo restores everything', async () => {
  let restored = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const tasks = await newTasks()
      const presses: number[] = []
      for (const one of steps) {
        const before = await everything(tasks)
        const pressId = (await act(one, tasks, presses))?.pressId ?? null
        const isUndone = pressId !== null && one.takesBack && (await press('undo-press', { pressId, worker })) !== null
        if (isUndone) restored += 1
        else if (pressId !== null) presses.push(pressId)
        const after = isUndone ? await everything(tasks) : before
        expect({ one, after }).toEqual({ one, after: before })
        expect(pressId === null || !one.takesBack || isUndone).toBe(true)
        expect({ one, mistakes: await mistakesIn(tasks) }).toEqual({ one, mistakes: [] })
        expect(await wrongStock()).toEqual([])
      }
    }),
    { numRuns: usualOrFull(25, 40), seed: 11, endOnFailure: true },
  )
  expect(restored).toBeGreaterThan(20)
  expect([...accepted].toSorted()).toEqual([
    'finish',
    'order-material',
    'proceed',
    'program: status',
    'receive-materials',
    'replace-material',
    'undo-press',
  ])
})
