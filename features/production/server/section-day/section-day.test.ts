import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { writeRequests } from '#features/buying/server/write-requests.ts'
import type { Quantity } from '#kernel/money.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import type { SectionDay } from '../../domain/section-day-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const TODAY = dayOf(new Date().toISOString())
const YESTERDAY = addDays(TODAY, -1)

async function create(record: object): Promise<number> {
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ quantity: 10, materials: [], ...record }] },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}

const see = (section: string, person: Person = 'admin') =>
  callByName(company, 'production.section-day', { section }, { token: company.tokens[person] })

async function dayOfSection(section: string): Promise<SectionDay> {
  const { status, json } = await see(section)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json as SectionDay
}

const finish = (id: number) =>
  company.db.run(sql`update tasks set status = 'FINISHED', done_e4 = quantity_e4, finished_at = now() where id = ${id}`)

/** Empties the sections, so that each test sees only its own tasks. */
const clear = () => company.db.run(sql`update tasks set status = 'CANCELED' where is_open`)

test('a section account sees its own section under any spelling, and no other', async () => {
  expect((await see('gemisma', 'section')).status).toBe(200)
  const other = await see('ΧΥΤΑ', 'section')
  expect(other.status).toBe(403)
  expect(other.json).toMatchObject({ refusal: { code: 'sections.not-yours' } })
  expect((await see('δεν υπάρχει')).status).toBe(404)
})

test('the day names the keys of the presses that it contains, and only to the person who pressed', async () => {
  await clear()
  const taskId = await create({ type: 'GEMISMA', productid: company.stock.candle })
  const key = '0123456789abcdef0123456789abcdef'
  const pressed = await ask(company, 'POST', '/app/production.finish', {
    token: company.tokens.section,
    headers: { 'idempotency-key': key },
    body: { taskId, quantity: 40_000, scrapped: 0, worker: 'Νίκος' },
  })
  expect(pressed).toMatchObject({ status: 200 })
  const own = (await see('GEMISMA', 'section')).json as SectionDay
  expect(own).toMatchObject({ tasks: [{ id: taskId, left: 60_000 }] })
  expect(own.doneKeys).toContain(key)
  expect((await dayOfSection('GEMISMA')).doneKeys).not.toContain(key)
})

test('the answer holds no price and no cost', async () => {
  await clear()
  await create({ type: 'ΧΥΤΑ', productid: company.stock.candle, materials: [{ id: company.stock.glass, quantity: 1 }] })
  const { text } = await see('ΧΥΤΑ')
  expect(text).toContain('materials')
  expect(text).not.toMatch(/price|cost|cents|margin/i)
})

test('a step of a chain is counted by the section it comes from, and is shown once the step before is finished (C-44, C-84)', async () => {
  await clear()
  const orderref = await company.order('STOCK-OK')
  const step = (type: string, seq: number) =>
    create({ type, orderref, productid: company.stock.candle, taskref: 'c', seq })
  const first = await step('ΧΥΤΑ', 1)
  const second = await step('ΒΑΦΗ', 2)
  const third = await step('GEMISMA', 3)
  expect(await dayOfSection('ΒΑΦΗ')).toMatchObject({ tasks: [], open: 0, coming: [{ section: 'ΧΥΤΑ', tasks: 1 }] })
  await finish(first)
  const { tasks, coming } = await dayOfSection('ΒΑΦΗ')
  expect(coming).toEqual([])
  expect(tasks).toMatchObject([
    { id: second, orderId: orderref, chain: [{ id: first, status: 'FINISHED' }, { id: second }, { id: third }] },
  ])
  expect(await dayOfSection('GEMISMA')).toMatchObject({ tasks: [], coming: [{ section: 'ΒΑΦΗ', tasks: 1 }] })
})

test('a step of the company itself waits only for the steps of its own chain', async () => {
  await clear()
  const step = (taskref: string, seq: number, type: string) =>
    create({ type, productid: company.stock.candle, taskref, seq })
  const first = await step('a', 1, 'ΧΥΤΑ')
  await step('b', 1, 'ΧΥΤΑ')
  const second = await step('a', 2, 'ΒΑΦΗ')
  await finish(first)
  expect(await dayOfSection('ΒΑΦΗ')).toMatchObject({ tasks: [{ id: second, orderId: null }], coming: [] })
})

test('late tasks come first, then by day, and tasks without a day last', async () => {
  await clear()
  const without = await create({ type: 'ΧΥΤΑ' })
  const later = await create({ type: 'ΧΥΤΑ', expectedDate: `${addDays(TODAY, 3)} 10:00:00` })
  const late = await create({ type: 'ΧΥΤΑ', expectedDate: `${YESTERDAY} 10:00:00` })
  const now = await create({ type: 'ΧΥΤΑ', expectedDate: `${TODAY} 10:00:00` })
  const { tasks, today } = await dayOfSection('ΧΥΤΑ')
  expect(tasks.map(({ id, isLate }) => [id, isLate])).toEqual([
    [late, true],
    [now, false],
    [later, false],
    [without, false],
  ])
  expect(today).toMatchObject({ late: 1, unit: 'Item', done: 0, planned: 20_0000 })
})

test('the day that the section plans comes before the expected day', async () => {
  await clear()
  const id = await create({ type: 'ΧΥΤΑ', expectedDate: `${YESTERDAY} 10:00:00` })
  await company.db.run(sql`update tasks set planned_on = ${TODAY}::date where id = ${id}`)
  expect((await dayOfSection('ΧΥΤΑ')).tasks).toMatchObject([{ id, day: TODAY, isLate: false }])
})

test('a material that is short names what is on the shelf, the task that brings it, and the oldest request', async () => {
  await clear()
  const { db, stock } = company
  const { shelf } = await db.one<{ shelf: number }>(
    sql`select stock_e4 as shelf from products where id = ${stock.glass}`,
  )
  const quantity = shelf / 10_000 + 5
  const maker = await create({ type: 'ΒΑΦΗ', productid: stock.glass, quantity: 7, expectedDate: `${TODAY} 08:00:00` })
  const id = await create({ type: 'ΧΥΤΑ', quantity, materials: [{ id: stock.glass, quantity: 1 }] })
  const other = await create({ type: 'ΧΥΤΑ', materials: [] })
  const blocked = await dayOfSection('ΧΥΤΑ')
  expect(blocked.today.blocked).toBe(1)
  const find = (day: SectionDay, task: number) => day.tasks.find((one) => one.id === task)
  expect(find(blocked, id)?.materials).toMatchObject([
    {
      shelf,
      short: 5_0000,
      isOrdered: false,
      waitsFor: { task: { id: maker, section: 'ΒΑΦΗ', left: 7_0000 }, request: null },
    },
  ])
  expect(find(blocked, other)?.materials).toEqual([])
  const line = { productId: stock.glass, quantity: 5_0000 as Quantity, taskLineNo: 1 }
  await company.runner.work(SYSTEM, 'test.ask', (work) =>
    writeRequests(work, [{ origin: 'TASK', taskId: id, person: 'Μαρία', dueOn: TODAY, lines: [line] }]),
  )
  expect(find(await dayOfSection('ΧΥΤΑ'), id)?.materials).toMatchObject([
    { isOrdered: true, waitsFor: { request: { by: 'Μαρία', due: TODAY, quantity: 5_0000, isOwn: true } } },
  ])
})

test('only the newest press of a task that is not undone can be undone, and undone presses count nothing', async () => {
  await clear()
  const { db } = company
  const id = await create({ type: 'ΧΥΤΑ', quantity: 10, expectedDate: `${TODAY} 10:00:00` })
  const press = async (done: number, undone: boolean) => {
    const { id: pressId } = await db.one<{ id: number }>(sql`
      insert into task_presses (task_id, kind, done_e4, before, user_name, worker, undone_at)
      values (${id}, 'FINISH', ${done}, '{}', 'Χύτα', 'Νίκος', case when ${undone} then now() end) returning id`)
    return pressId
  }
  const first = await press(2_0000, false)
  const second = await press(3_0000, false)
  const third = await press(1_0000, true)
  await db.run(sql`update tasks set done_e4 = 50000 where id = ${id}`)
  const { presses, today, tasks } = await dayOfSection('ΧΥΤΑ')
  expect(presses.map((one) => [one.id, one.undoUntil !== null, one.isUndone, one.worker])).toEqual([
    [third, false, true, 'Νίκος'],
    [second, true, false, 'Νίκος'],
    [first, false, false, 'Νίκος'],
  ])
  expect(today).toMatchObject({ done: 5_0000, planned: 10_0000 })
  expect(tasks).toMatchObject([{ id, done: 5_0000, left: 5_0000 }])
})

test('the page of a task shows its chain, its materials and every press, and a section reads only its own', async () => {
  await clear()
  const orderref = await company.order('STOCK-OK')
  const made = { orderref, taskref: 'α', productid: company.stock.candle }
  const first = await create({
    ...made,
    type: 'GEMISMA',
    seq: 1,
    materials: [{ id: company.stock.glass, quantity: 1 }],
  })
  const second = await create({ ...made, type: 'ΧΥΤΑ', seq: 2 })
  const press = await callByName(
    company,
    'production.finish',
    { taskId: first, quantity: 20_000, scrapped: 0, worker: 'Νίκος' },
    { token: company.tokens.section },
  )
  expect(press.status).toBe(200)
  const read = (taskId: number, person: Person) =>
    callByName(company, 'production.task', { taskId }, { token: company.tokens[person] })
  expect((await read(first, 'section')).json).toMatchObject({
    task: {
      section: 'GEMISMA',
      orderId: orderref,
      done: 20_000,
      left: 80_000,
      chain: [{ id: first }, { id: second }],
      materials: [{ productId: company.stock.glass, taken: 20_000, needed: 100_000 }],
    },
    presses: [{ kind: 'FINISH', done: 20_000, worker: 'Νίκος', isUndone: false, undoUntil: expect.any(String) }],
  })
  expect((await read(second, 'section')).json).toMatchObject({ refusal: { code: 'sections.not-yours' } })
  expect((await read(999_999, 'admin')).json).toMatchObject({ refusal: { code: 'production.no-task' } })
})
