import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { board } from '../domain/board-contract.ts'
import type { tasksOverview } from '../domain/overview-contract.ts'
import type { sectionDay } from '../domain/section-day-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const TODAY = dayOf(new Date().toISOString())

async function create(record: object): Promise<number> {
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ quantity: 10, materials: [], ...record }] },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}

async function overview(input: object = {}, person: Person = 'admin'): Promise<OutputOf<typeof tasksOverview>> {
  const { status, json } = await callByName(company, 'production.overview', input, { token: company.tokens[person] })
  expect({ status, json }).toMatchObject({ status: 200 })
  return json as OutputOf<typeof tasksOverview>
}

const finish = (id: number) =>
  company.db.run(sql`update tasks set status = 'FINISHED', done_e4 = quantity_e4, finished_at = now() where id = ${id}`)

/** Empties the overview, so that each test sees only its own tasks. */
const clear = () => company.db.run(sql`update tasks set status = 'CANCELED'`)

test('the tasks of an order are one group with the sections in the order of the steps', async () => {
  await clear()
  const orderId = await company.order('STOCK-OK')
  const first = await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: orderId, seq: 1 })
  await create({ type: 'GEMISMA', name: 'Γέμισμα', orderref: orderId, seq: 2 })
  await finish(first)
  const { rows, count } = await overview()
  expect(count).toBe(1)
  expect(rows).toMatchObject([{ orderId, status: 'PENDING', open: 1 }])
  expect(rows[0]?.parts).toEqual([
    { section: 'ΧΥΤΑ', tasks: 1, open: 0 },
    { section: 'GEMISMA', tasks: 1, open: 1 },
  ])
  expect(rows[0]?.tasks.map(({ status }) => status)).toEqual(['FINISHED', 'PENDING'])
})

test('late orders come first, and finished orders come last', async () => {
  await clear()
  const finished = await company.order('STOCK-OK')
  await finish(await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: finished, seq: 1 }))
  const onTime = await company.order('STOCK-OK')
  await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: onTime, seq: 1 })
  const late = await company.order('STOCK-OK')
  const task = await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: late, seq: 1 })
  await company.db.run(sql`update tasks set planned_on = ${addDays(TODAY, -1)}::date where id = ${task}`)
  const { rows } = await overview()
  expect(rows.map(({ orderId }) => orderId)).toEqual([late, onTime, finished])
  expect(rows.map((row) => row.late)).toEqual([1, 0, 0])
  expect(rows[2]?.status).toBe('FINISHED')
})

test('an order is blocked while a task lacks a material', async () => {
  await clear()
  const { id: vase } = (await company.run('products.create-product', {
    name: 'Βάζο',
    usageType: 'PURCHASED-MATERIAL',
  })) as { id: number }
  const orderId = await company.order('STOCK-OK')
  await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: orderId, seq: 1, materials: [{ id: vase, quantity: 1 }] })
  expect((await overview()).rows).toMatchObject([{ orderId, blocked: 1 }])
  await company.run('stock.adjust-stock', { productId: vase, newStock: 1_000_000, reason: 'απογραφή' })
  expect((await overview()).rows).toMatchObject([{ orderId, blocked: 0 }])
})

test('pieces on the shelf count for one task: the day, the order, the section and the board mark the task that is due later', async () => {
  await clear()
  const { id: vase } = (await company.run('products.create-product', {
    name: 'Βάζο',
    usageType: 'PURCHASED-MATERIAL',
  })) as { id: number }
  await company.run('stock.adjust-stock', { productId: vase, newStock: 150_000, reason: 'απογραφή' })
  const due = async (days: number) => {
    const orderref = await company.order('STOCK-OK')
    const expectedDate = `${addDays(TODAY, days)} 10:00:00`
    const materials = [{ id: vase, quantity: 1 }]
    const id = await create({ type: 'GEMISMA', name: 'Γέμισμα', orderref, seq: 1, materials, expectedDate })
    return { id, orderref }
  }
  const later = await due(1)
  const first = await due(0)
  const marked = async () => {
    const { rows } = await overview()
    const day = (
      await callByName(company, 'production.section-day', { section: 'GEMISMA' }, { token: company.tokens.admin })
    ).json as OutputOf<typeof sectionDay>
    // A board shows one week, from Monday on: the two tasks are due in this week or the next one
    const boards = await Promise.all(
      [TODAY, addDays(TODAY, 7)].map((shown) =>
        callByName(company, 'production.board', { day: shown }, { token: company.tokens.admin }),
      ),
    )
    const cells = boards
      .flatMap(({ json }) => (json as OutputOf<typeof board>).sections)
      .flatMap(({ late, undated, days }) => [late, undated, ...days])
    const blockedCards = cells.flatMap(({ tasks }) => tasks).filter(({ isBlocked }) => isBlocked)
    return {
      overview: rows.filter(({ blocked }) => blocked > 0).map(({ orderId }) => orderId),
      board: blockedCards.map(({ id }) => id),
      day: day.tasks.filter(({ materials }) => materials.some(({ short }) => short > 0)).map(({ id }) => id),
      short: day.tasks.flatMap(({ materials }) => materials.map(({ short }) => short)),
      count: day.today.blocked,
    }
  }
  // 15 are there, and each takes 10
  expect(await marked()).toEqual({
    overview: [later.orderref],
    board: [later.id],
    day: [later.id],
    short: [0, 50_000],
    count: 1,
  })
  await company.db.run(sql`update tasks set planned_on = ${addDays(TODAY, 2)}::date where id = ${first.id}`)
  expect(await marked()).toMatchObject({ overview: [first.orderref], board: [first.id], day: [first.id] })
})

test('the search finds an order by its number, a product or a section, without accents', async () => {
  await clear()
  const orderId = await company.order('STOCK-OK')
  await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο λαμπάδας', orderref: orderId, seq: 1 })
  await create({ type: 'GEMISMA', name: 'Άλλη δουλειά', seq: 1 })
  for (const search of [String(orderId), 'λαμπαδας', 'χυτα'])
    expect((await overview({ search })).rows.map((row) => row.orderId)).toEqual([orderId])
  expect((await overview({ search: 'αλλη' })).rows.map((row) => row.orderId)).toEqual([null])
  expect((await overview({ search: 'δεν υπάρχει' })).rows).toEqual([])
})

test('open tasks of a section that does not exist are counted by its name, until the section is created (C-19)', async () => {
  await clear()
  await create({ type: 'ΠΑΓΟΣ', name: 'Ψύξη' })
  const made = await create({ type: 'ΠΑΓΟΣ', name: 'Ψύξη' })
  await create({ type: 'ΛΙΩΣΙΜΟ', name: 'Λιώσιμο' })
  await finish(made)
  expect((await overview()).unknown).toEqual([
    { section: 'ΠΑΓΟΣ', open: 1 },
    { section: 'ΛΙΩΣΙΜΟ', open: 1 },
  ])
  await company.run('sections.create', { name: 'ΠΑΓΟΣ', description: 'Ψύξη', floor: '1' })
  const { sections, unknown } = await overview()
  expect(unknown).toEqual([{ section: 'ΛΙΩΣΙΜΟ', open: 1 }])
  expect(sections).toContainEqual({ section: 'ΠΑΓΟΣ', open: 1 })
  expect((await overview({}, 'section')).unknown).toEqual([])
})

test('a section account sees only the tasks and the figures of its own section', async () => {
  await clear()
  const orderId = await company.order('STOCK-OK')
  await create({ type: 'ΧΥΤΑ', name: 'Χύσιμο', orderref: orderId, seq: 1 })
  await create({ type: 'GEMISMA', name: 'Γέμισμα', orderref: orderId, seq: 2 })
  const { rows, sections } = await overview({}, 'section')
  expect(rows.flatMap(({ tasks }) => tasks.map(({ section }) => section))).toEqual(['GEMISMA'])
  expect(sections).toEqual([{ section: 'GEMISMA', open: 1 }])
})
