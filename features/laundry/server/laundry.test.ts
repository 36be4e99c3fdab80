import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNDO_MINUTES } from '#kernel/days/undo.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import type { waitingReturns } from '../domain/contract.ts'

let company: TestCompany
let customer: number
let glass: number

beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

const press = (name: string, body: unknown, person: Person = 'user') =>
  ask(company, 'POST', `/app/${name}`, { token: company.tokens[person], body })
async function does<T>(name: string, body: unknown, person: Person = 'user'): Promise<T> {
  const answer = await press(name, body, person)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as T
}
const refusalOf = async (name: string, body: unknown, person: Person = 'user') =>
  ((await press(name, body, person)).json as { refusal: Refusal }).refusal
const stockOf = async () =>
  (await company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${glass}`)).stock /
  PIECE
const balanceOf = async () =>
  (await does<{ total: number }>('loans.of-customer', { customerId: customer })).total / PIECE
const taskOf = (id: number) =>
  company.db.one<Record<string, unknown>>(sql`
    select section, status, seq, description, customer_id, customer_name, product_id, quantity_e4 as quantity, taskref, order_id
    from tasks where id = ${id}`)
const writtenOff = (taskId: number) =>
  company.db.many(sql`
    select kind, quantity_e4 as quantity, reason, worker from write_offs where task_id = ${taskId} and undone_at is null
    order by kind`)

/** Lends ten glasses to a new customer. */
beforeEach(async () => {
  glass = company.stock.glass
  customer = ((await company.run('customers.create-customer', { name: `Ταβέρνα ${Math.random()}` })) as { id: number })
    .id
  await does('loans.record-loan', { bound: 'OUTBOUND', customerId: customer, productId: glass, quantity: 10 * PIECE })
})

const giveBack = async (pieces: number, more: object = {}) =>
  (
    await does<{ taskIds: number[] }>('laundry.return-loans', {
      customerId: customer,
      items: [{ productId: glass, quantity: pieces * PIECE }],
      ...more,
    })
  ).taskIds[0] as number
const washed = (taskId: number, clean: number, broken = 0, missing = 0) => ({
  tasks: [{ taskId, clean: clean * PIECE, broken: broken * PIECE, missing: missing * PIECE, reason: 'έπεσε ο δίσκος' }],
  worker: 'Μαρία',
})

describe('a return of lent items', () => {
  test('lowers the balance, makes a washing task, and raises the stock only when the task is closed (C-39)', async () => {
    const before = await stockOf()
    const taskId = await giveBack(4)
    expect([await balanceOf(), await stockOf()]).toEqual([6, before])
    expect(await taskOf(taskId)).toMatchObject({
      section: 'ΠΛΥΝΤΗΡΙΟ',
      status: 'PENDING',
      seq: 1,
      description: 'EPISTROFH-PLYSIMO',
      customer_id: customer,
      product_id: glass,
      quantity: 4 * PIECE,
      order_id: null,
    })
    const row = await ask(company, 'GET', `/api/v2/db/_table/tasks/${taskId}`, { token: company.tokens.user })
    expect(row.json).toMatchObject({ materials: 'RETURN', customer_id_ref: customer, orderref: 999999 })
    await does('laundry.close', washed(taskId, 4))
    expect([await balanceOf(), await stockOf()]).toEqual([6, before + 4])
    expect(await taskOf(taskId)).toMatchObject({ status: 'FINISHED' })
  })

  test('ignores items with quantity 0 and refuses an item that occurs twice', async () => {
    const input = { customerId: customer, items: [{ productId: glass, quantity: 0 }] }
    expect(await refusalOf('laundry.return-loans', input)).toMatchObject({ code: 'laundry.nothing-returned' })
    const one = { productId: glass, quantity: PIECE }
    expect(await refusalOf('laundry.return-loans', { ...input, items: [one, one] })).toMatchObject({
      code: 'laundry.item-twice',
    })
    const { taskIds } = await does<{ taskIds: number[] }>('laundry.return-loans', {
      ...input,
      items: [one, { productId: company.stock.candle, quantity: 0 }],
    })
    expect(taskIds).toHaveLength(1)
    expect(await balanceOf()).toBe(9)
  })

  test('of more than the customer holds is refused with the balance, unless a reason confirms it (C-75)', async () => {
    const input = { customerId: customer, items: [{ productId: glass, quantity: 11 * PIECE }] }
    expect(await refusalOf('laundry.return-loans', input)).toMatchObject({
      code: 'loans.beyond-balance',
      details: { balance: 10 },
    })
    const open = await company.db.many(sql`select id from tasks where customer_id = ${customer}`)
    expect(open).toEqual([])
    await does('laundry.return-loans', { ...input, reason: 'βρέθηκε στην αποθήκη του' })
    expect(await balanceOf()).toBe(-1)
  })

  test('names only an order of its customer', async () => {
    const orderId = await company.order('STOCK-OK')
    const input = { customerId: customer, orderId, items: [{ productId: glass, quantity: PIECE }] }
    expect(await refusalOf('laundry.return-loans', input)).toMatchObject({ code: 'laundry.order-of-another' })
  })
})

describe('a washing task', () => {
  test('that is closed with broken and missing pieces writes them off with reason and name', async () => {
    const before = await stockOf()
    const taskId = await giveBack(10)
    await does('laundry.close', washed(taskId, 7, 2, 1))
    expect(await stockOf()).toBe(before + 7)
    const about = { reason: 'έπεσε ο δίσκος', worker: 'Μαρία' }
    expect(await writtenOff(taskId)).toEqual([
      { kind: 'BROKEN', quantity: 2 * PIECE, ...about },
      { kind: 'MISSING', quantity: PIECE, ...about },
    ])
  })

  test('refuses more or fewer pieces than were returned, parts of a piece, and a second closing', async () => {
    const before = await stockOf()
    const taskId = await giveBack(4)
    for (const wrong of [washed(taskId, 5), washed(taskId, 4, 1), washed(taskId, 3)])
      expect(await refusalOf('laundry.close', wrong)).toMatchObject({
        code: 'production.washing-sum',
        details: { quantity: 4 },
      })
    for (const parts of [washed(taskId, 3.5, 0.5), washed(taskId, 3, 0.5, 0.5)])
      expect(await refusalOf('laundry.close', parts)).toMatchObject({ code: 'production.whole-pieces' })
    const answers = await Promise.all([0, 1, 2].map(() => press('laundry.close', washed(taskId, 4))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect(await stockOf()).toBe(before + 4)
  })

  test('is open again after an undo within ten minutes, with the stock as it was', async () => {
    const before = await stockOf()
    const taskId = await giveBack(5)
    await does('laundry.close', { ...washed(taskId, 4, 1), worker: 'Μαρία' })
    const closed = async () =>
      (await does<OutputOf<typeof waitingReturns>>('laundry.waiting', {})).closed.find(({ taskIds }) =>
        taskIds.includes(taskId),
      )
    const now = await closed()
    expect(now).toMatchObject({ taskIds: [taskId], by: 'Μαρία', isUndone: false })
    expect(Date.parse(now?.undoUntil ?? '') - Date.parse(now?.at ?? '')).toBe(UNDO_MINUTES * 60_000)
    await does('laundry.undo-close', { taskIds: [taskId] })
    expect(await closed()).toMatchObject({ isUndone: true, undoUntil: null })
    expect(await stockOf()).toBe(before)
    expect(await taskOf(taskId)).toMatchObject({ status: 'PENDING' })
    expect(await writtenOff(taskId)).toEqual([])
    expect(await refusalOf('laundry.undo-close', { taskIds: [taskId] })).toMatchObject({
      code: 'production.washing-open',
    })
    await does('laundry.close', washed(taskId, 5))
    await company.db.run(sql`update task_presses set at = at - interval '11 minutes' where task_id = ${taskId}`)
    expect(await refusalOf('laundry.undo-close', { taskIds: [taskId] })).toMatchObject({
      code: 'production.washing-late',
    })
    expect(await stockOf()).toBe(before + 5)
  })

  test('is refused for a product that the company never lent, even with a reason', async () => {
    const { id: productId } = (await company.run('products.create-product', { name: 'Κερί' })) as { id: number }
    const items = [{ productId, quantity: PIECE }]
    const back = { customerId: customer, items, reason: 'το έφερε πίσω' }
    expect(await refusalOf('laundry.return-loans', back)).toMatchObject({
      code: 'laundry.never-lent',
      details: { name: 'Κερί' },
    })
    await does('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: company.stock.customer,
      productId,
      quantity: PIECE,
    })
    // one that was lent to another customer may come back from this one
    await does('laundry.return-loans', back)
  })

  test('belongs to the laundry: another section cannot close it', async () => {
    const taskId = await giveBack(1)
    expect(await refusalOf('laundry.close', washed(taskId, 1), 'section')).toMatchObject({
      code: 'sections.not-yours',
    })
    expect((await press('laundry.close', washed(taskId, 1), 'driver')).status).toBe(403)
  })

  test('that a program finishes moves all its pieces to the stock once, and cannot be cancelled or opened again', async () => {
    const before = await stockOf()
    const taskId = await giveBack(3)
    const patch = async (status: string) =>
      (
        await ask(company, 'PATCH', '/api/v2/db/_table/tasks', {
          token: company.tokens.user,
          body: { resource: [{ id: taskId, status }] },
        })
      ).status
    expect(await patch('CANCELED')).toBe(400)
    expect(await patch('FINISHED')).toBe(200)
    expect(await patch('FINISHED')).toBe(200)
    expect(await patch('PENDING')).toBe(400)
    expect(await stockOf()).toBe(before + 3)
  })
})

test('items that a driver takes back wait in the laundry', async () => {
  const orderId = await company.order('ON SHIPPING')
  await does(
    'shipping.take-back-loans',
    { customerId: company.stock.customer, orderId, items: [{ productId: glass, quantity: PIECE }], note: 'ραγισμένο' },
    'driver',
  )
  const task = await company.db.one<{ id: number; comments: string; orderId: number }>(sql`
    select t.id, t.comments, l.order_id as "orderId" from tasks t join loans l on l.task_id = t.id
    where l.order_id = ${orderId} and t.status = 'PENDING'`)
  expect(task).toMatchObject({ comments: 'ραγισμένο', orderId })
})
