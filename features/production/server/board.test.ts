/** Tests the board of production, and the command that plans a task for another day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { isWorkingDay } from '#kernel/days/working-day.ts'
import { MOST_SHOWN } from '#kernel/money.ts'
import { raw, sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { PIECE } from '#server/samples/sample-parts.ts'
import { peopleOf } from '#testing/people.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { WORKING_DAYS } from '../domain/board-days.ts'
import type { board, planTask } from '../domain/board-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
/** Empties the board, so that each test sees only its own tasks. */
beforeEach(() => company.db.run(sql`update tasks set status = 'CANCELED' where is_open`))

const TODAY = dayOf(new Date().toISOString())
const YESTERDAY = addDays(TODAY, -1)
/** The Monday of a week without a holiday, which is after today and less than a year ahead. */
const MONDAY = Array.from({ length: 8 }, (_, index) =>
  addDays(periodOf('this-week', TODAY).from, 7 * (index + 1)),
).find((monday) => monday >= `${monday.slice(0, 4)}-01-10` && monday <= `${monday.slice(0, 4)}-12-18`) as Day
const TUESDAY = addDays(MONDAY, 1)

const { does, refusalOf } = peopleOf(() => company)
type Board = OutputOf<typeof board>
const read = (day: Day = MONDAY, person: Person = 'admin') => does<Board>(person, 'production.board', { day })
const sectionOf = ({ sections }: Board, name: string) => sections.find(({ section }) => section === name)
const idsOf = (cell: { tasks: readonly { id: number }[] } | undefined) => cell?.tasks.map(({ id }) => id)

/** Creates a task of a section that is planned for a day. Null plans it for no day. */
async function taskOn(day: Day | null, record: object = {}): Promise<number> {
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ type: 'ΧΥΤΑ', name: 'Χύσιμο', quantity: 10, materials: [], ...record }] },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
  const id = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
  await company.db.run(sql`update tasks set planned_on = ${day}::date where id = ${id}`)
  return id
}

const stored = (id: number) =>
  company.db.one<{ planned: string | null; version: number }>(
    sql`select planned_on::text as planned, version from tasks where id = ${id}`,
  )
const plan = async (taskId: number, day: Day | null, version?: number) =>
  does<OutputOf<typeof planTask>>('production', 'production.plan-task', {
    taskId,
    day,
    version: version ?? (await stored(taskId)).version,
  })
const refusedPlan = async (taskId: number, day: Day | null, version?: number, person: Person = 'production') =>
  refusalOf(person, 'production.plan-task', { taskId, day, version: version ?? (await stored(taskId)).version })

/** Sets the capacity of a section as an administrator does. */
async function setCapacity(name: string, pieces: number | null): Promise<void> {
  const { id, version } = await company.db.one<{ id: number; version: number }>(
    sql`select id, version from sections where name = ${name}`,
  )
  await does('admin', 'sections.change', {
    id,
    version,
    changes: { capacity: pieces === null ? null : pieces * PIECE },
  })
}

describe('the board', () => {
  test('answers whatever an earlier record says of quantities, minutes and capacities', async () => {
    const { id: productId } = (await company.run('products.create-product', {
      name: 'Κερί υπερβολής',
      steps: [{ seq: 1, section: 'ΠΡΕΣΣΑ', minutes: PIECE, materials: [] }],
    })) as { id: number }
    await company.db.run(sql`update requirement_steps set minutes_e4 = 99999999999 where product_id = ${productId}`)
    await company.db.run(sql`update sections set capacity_e4 = 1, capacity_minutes_e4 = 1 where name = 'ΠΡΕΣΣΑ'`)
    for (const taskDay of [YESTERDAY, MONDAY, MONDAY, TUESDAY]) {
      const id = await taskOn(taskDay, { type: 'ΠΡΕΣΣΑ', productid: productId })
      await company.db.run(sql`update tasks set quantity_e4 = 8999999999999999 where id = ${id}`)
    }
    const days = sectionOf(await read(), 'ΠΡΕΣΣΑ')?.days ?? []
    expect(days.map(({ planned, count }) => [planned, count]).slice(0, 2)).toEqual([
      [MOST_SHOWN, 2],
      [MOST_SHOWN, 1],
    ])
    expect(await does('admin', 'production.late-orders', {})).toMatchObject({ rows: [] })
    await company.db.run(sql`update sections set capacity_e4 = null, capacity_minutes_e4 = null where name = 'ΠΡΕΣΣΑ'`)
  })

  test('shows the open tasks of a section late, without a day and on their days, with what is left of them', async () => {
    const late = await taskOn(YESTERDAY)
    const undated = await taskOn(null)
    const expected = await taskOn(null, { expectedDate: `${TUESDAY} 10:00:00` })
    const planned = await taskOn(MONDAY, { expectedDate: `${TUESDAY} 10:00:00` })
    await company.db.run(sql`update tasks set done_e4 = ${3 * PIECE} where id = ${planned}`)
    await taskOn(addDays(MONDAY, 28))
    const closed = await taskOn(MONDAY)
    await company.db.run(sql`update tasks set status = 'FINISHED' where id = ${closed}`)
    const section = sectionOf(await read(), 'ΧΥΤΑ')
    expect(idsOf(section?.late)).toEqual([late])
    expect(idsOf(section?.undated)).toEqual([undated])
    const filled = section?.days.filter(({ count }) => count > 0)
    expect(filled?.map(({ day, count, left, tasks }) => [day, count, left, tasks.map(({ id }) => id)])).toEqual([
      [MONDAY, 1, 7 * PIECE, [planned]],
      [TUESDAY, 1, 10 * PIECE, [expected]],
    ])
    expect(filled?.[1]?.tasks[0]).toMatchObject({ day: TUESDAY, plannedOn: null, fixed: null })
    expect(filled?.[0]?.tasks[0]?.fixed).toMatchObject({ code: 'production.begun' })
  })

  test('carries into a later week what the days before cannot take (C-82)', async () => {
    await setCapacity('ΧΥΤΑ', 240)
    await taskOn(MONDAY, { quantity: 240 * 5 + 60 })
    const week = sectionOf(await read(), 'ΧΥΤΑ')
    expect(week?.capacity).toBe(240 * PIECE)
    const first = week?.days.slice(0, 7)
    expect(first?.map(({ percent }) => percent)).toEqual([525, 425, 325, 225, 125, null, null])
    expect(first?.map(({ isOver }) => isOver)).toEqual([true, true, true, true, true, true, true])
    // the week after is on the same board
    expect(week?.days[7]).toMatchObject({ day: addDays(MONDAY, 7), carried: 60 * PIECE, percent: 25, isOver: false })
    const next = sectionOf(await read(addDays(MONDAY, 7)), 'ΧΥΤΑ')?.days
    expect(next?.[0]).toMatchObject({ count: 0, carried: 60 * PIECE, percent: 25, isOver: false })
    expect(next?.[1]).toMatchObject({ carried: 0, percent: 0 })
    await setCapacity('ΧΥΤΑ', null)
    const unknown = sectionOf(await read(addDays(MONDAY, 7)), 'ΧΥΤΑ')
    expect(unknown).toMatchObject({ capacity: null })
    expect(unknown?.days[0]).toMatchObject({ carried: 0, percent: null })
  })

  test('lists the first tasks of a cell, and counts all of them', async () => {
    for (let count = 0; count < 22; count += 1) await taskOn(MONDAY)
    const cell = sectionOf(await read(), 'ΧΥΤΑ')?.days[0]
    expect([cell?.count, cell?.left, cell?.tasks.length]).toEqual([22, 220 * PIECE, 20])
  })

  test('shows ten working days from today for a day that has passed', async () => {
    const shown = await read('2020-01-01' as Day)
    expect(shown).toMatchObject({ from: periodOf('this-week', TODAY).from, today: TODAY })
    const days = sectionOf(shown, 'ΧΥΤΑ')?.days.map(({ day }) => day) ?? []
    expect([days[0], days.at(-1)]).toEqual([TODAY, shown.to])
    expect(days.filter(isWorkingDay)).toHaveLength(WORKING_DAYS)
  })

  test('shows to a section account only its own section', async () => {
    await taskOn(MONDAY)
    const own = await taskOn(MONDAY, { type: 'GEMISMA' })
    const { sections } = await read(MONDAY, 'section')
    expect(sections.map(({ section, days }) => [section, days.flatMap((cell) => idsOf(cell))])).toEqual([
      ['GEMISMA', [own]],
    ])
  })

  test('names the open steps before and after a task', async () => {
    const orderId = await company.order('STOCK-OK')
    await taskOn(MONDAY, { orderref: orderId, seq: 1 })
    const middle = await taskOn(TUESDAY, { orderref: orderId, seq: 2, type: 'GEMISMA' })
    await taskOn(addDays(MONDAY, 3), { orderref: orderId, seq: 3, type: 'ΒΑΦΗ' })
    const [card] = sectionOf(await read(), 'GEMISMA')?.days[1]?.tasks ?? []
    expect(card).toMatchObject({
      id: middle,
      orderId,
      before: { section: 'ΧΥΤΑ', day: MONDAY },
      after: [{ section: 'ΒΑΦΗ', day: addDays(MONDAY, 3) }],
    })
  })
})

describe('planning a task for another day', () => {
  test('moves it on the board, and the history tells it', async () => {
    const id = await taskOn(MONDAY)
    const { version } = await stored(id)
    expect(await plan(id, TUESDAY)).toEqual({ taskId: id, before: MONDAY, version: version + 1 })
    expect(idsOf(sectionOf(await read(), 'ΧΥΤΑ')?.days[1])).toEqual([id])
    const last = await company.db.one<object>(
      sql`select command, changes from history where entity = 'tasks' and entity_id = ${id} order by id desc limit 1`,
    )
    expect(last).toEqual({ command: 'production.plan-task', changes: { plannedOn: [MONDAY, TUESDAY] } })
  })

  test('changes nothing if it is planned for that day already, also with an older version', async () => {
    const id = await taskOn(MONDAY)
    const { version } = await stored(id)
    await plan(id, TUESDAY, version)
    expect(await plan(id, TUESDAY, version)).toEqual({ taskId: id, before: TUESDAY, version: version + 1 })
    expect(await stored(id)).toEqual({ planned: TUESDAY, version: version + 1 })
  })

  test('is refused with the present day to a person who saw an older version', async () => {
    const id = await taskOn(MONDAY)
    const { version } = await stored(id)
    const days = [TUESDAY, addDays(MONDAY, 2)]
    const outcomes = await Promise.allSettled(days.map((day) => plan(id, day, version)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const now = await stored(id)
    expect(now.version).toBe(version + 1)
    expect(await refusedPlan(id, addDays(MONDAY, 4), version)).toMatchObject({
      kind: 'conflict',
      details: { day: now.planned, version: version + 1 },
    })
  })

  test('is refused for a day that has passed, except to undo the move from that day', async () => {
    const id = await taskOn(YESTERDAY)
    expect(await refusedPlan(id, addDays(TODAY, -2))).toMatchObject({
      code: 'production.plan-past',
      details: { day: addDays(TODAY, -2) },
    })
    await plan(id, TUESDAY)
    expect(await refusedPlan(id, addDays(TODAY, -2))).toMatchObject({ code: 'production.plan-past' })
    await plan(id, YESTERDAY)
    expect(idsOf(sectionOf(await read(), 'ΧΥΤΑ')?.late)).toEqual([id])
    expect((await stored(id)).planned).toBe(YESTERDAY)
  })

  test('with no day returns a task to the day on which its goods are expected', async () => {
    const id = await taskOn(MONDAY, { expectedDate: `${TUESDAY} 10:00:00` })
    await plan(id, null)
    expect(sectionOf(await read(), 'ΧΥΤΑ')?.days[1]).toMatchObject({ day: TUESDAY, tasks: [{ id, plannedOn: null }] })
  })

  test('is refused for a day before its open previous step, and follows it when that step has moved', async () => {
    const orderId = await company.order('STOCK-OK')
    const first = await taskOn(TUESDAY, { orderref: orderId, seq: 1 })
    const second = await taskOn(addDays(MONDAY, 3), { orderref: orderId, seq: 2, type: 'GEMISMA' })
    expect(await refusedPlan(second, MONDAY)).toMatchObject({
      code: 'production.plan-before-step',
      details: { section: 'ΧΥΤΑ', day: TUESDAY },
    })
    await plan(second, TUESDAY)
    await plan(first, MONDAY)
    await plan(second, MONDAY)
    expect((await stored(second)).planned).toBe(MONDAY)
  })

  test.each([
    ['that is finished', "status = 'FINISHED'", 'production.closed'],
    ['that is cancelled', "status = 'CANCELED'", 'production.closed'],
    ['that has received its materials', "status = 'STOCK-RECEIVED'", 'production.begun'],
    ['with finished pieces', 'done_e4 = 10000', 'production.begun'],
  ])('is refused for a task %s', async (_title, change, code) => {
    const id = await taskOn(MONDAY)
    await company.db.run(sql`update tasks set ${raw(change)} where id = ${id}`)
    expect(await refusedPlan(id, TUESDAY)).toMatchObject({ code })
    expect((await stored(id)).planned).toBe(MONDAY)
  })

  test('is refused to a section account, which only updates the progress of its tasks', async () => {
    const id = await taskOn(MONDAY, { type: 'GEMISMA' })
    expect(await refusedPlan(id, TUESDAY, undefined, 'section')).toMatchObject({ kind: 'forbidden' })
    expect((await stored(id)).planned).toBe(MONDAY)
  })

  test('is refused for a task that does not exist', async () => {
    expect(await refusedPlan(99_999_999, TUESDAY, 1)).toMatchObject({ kind: 'missing', code: 'production.no-task' })
  })
})
