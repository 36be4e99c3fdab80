/** Reorder points: when a product is running out, what is on its way, and how often people are told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFacts } from '#features/notifications/server/fact-keeper.ts'
import { factKinds } from '#app/server/features.ts'
import { sql } from '#server/db/database.ts'
import { PUSH_JOB } from '#server/push/push-to-devices.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)

type Detail = { reorderPoint: number | null; free: number; incoming: number; low: boolean; version: number }
const detail = async (id: number) => (await does<{ product: Detail }>('user', 'products.detail', { id })).product
const create = async (fields: object): Promise<number> =>
  (await does<{ id: number }>('user', 'products.create-product', { name: 'Κερί ρεσώ', ...fields })).id
const stocked = (productId: number, pieces: number) =>
  does('user', 'stock.adjust-stock', { productId, newStock: pieces * PIECE, reason: 'απογραφή' })
const task = async (record: object): Promise<number> => {
  const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ type: 'GEMISMA', name: 'Γέμισμα', ...record }] },
  })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}
const finish = (id: number) =>
  ask(company, 'PATCH', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ id, status: 'FINISHED' }] },
  })

describe('a product is running out', () => {
  test.each([
    { free: 9, incoming: 0, point: 10, low: true },
    { free: 10, incoming: 0, point: 10, low: false },
    { free: 4, incoming: 6, point: 10, low: false },
    { free: 4, incoming: 5, point: 10, low: true },
    { free: -1, incoming: 0, point: 0, low: true },
    { free: 0, incoming: 0, point: 0, low: false },
    { free: -5, incoming: 0, point: null, low: false },
  ])('with $free free, $incoming on its way and the reorder point $point: $low', async ({ low, ...figures }) => {
    const { found } = await company.db.one<{ found: boolean }>(sql`
      select is_low(${figures.free}::bigint, ${figures.incoming}::bigint, ${figures.point}::bigint) as found`)
    expect(found).toBe(low)
  })

  test('by what open orders promise, and no longer when what is on its way is enough', async () => {
    const id = await create({ reorderPoint: 5 * PIECE })
    await stocked(id, 10)
    expect(await detail(id)).toMatchObject({ reorderPoint: 5 * PIECE, free: 10 * PIECE, incoming: 0, low: false })
    await company.db.run(sql`
      insert into promised_lines (product_id, order_id, lent, line_no, quantity_e4)
      values (${id}, 900000001, false, 1, ${6 * PIECE})`)
    expect(await detail(id)).toMatchObject({ free: 4 * PIECE, low: true })
    await task({ productid: id, quantity: 1 })
    expect(await detail(id)).toMatchObject({ incoming: 1 * PIECE, low: false })
  })

  test('only if it has a reorder point and is no service', async () => {
    const id = await create({})
    expect(await detail(id)).toMatchObject({ reorderPoint: null, low: false })
    const service = await create({ service: true, reorderPoint: 5 * PIECE })
    expect(await detail(service)).toMatchObject({ low: false })
  })

  test('a reorder point is changed, cleared, and never negative', async () => {
    const id = await create({ reorderPoint: 2_5000, unit: 'KG' })
    expect(await detail(id)).toMatchObject({ reorderPoint: 2_5000, low: true })
    await does('user', 'products.change-product', { id, version: 1, changes: { reorderPoint: null } })
    expect(await detail(id)).toMatchObject({ reorderPoint: null, low: false })
    const wrong = { id, version: 2, changes: { reorderPoint: -1 } }
    expect(await refusalOf('user', 'products.change-product', wrong)).toMatchObject({ kind: 'invalid' })
  })

  test('a material is created with its reorder point', async () => {
    const { id } = await does<{ id: number }>('user', 'stock.create-material', {
      name: 'Φυτίλι',
      description: '',
      vat: 2400,
      costprice: 1_0000,
      vatClass: '',
      stock: 2 * PIECE,
      unit: 'Meter',
      reorderPoint: 3 * PIECE,
    })
    expect(await detail(id)).toMatchObject({ reorderPoint: 3 * PIECE, low: true })
  })
})

describe('what is on its way', () => {
  test('comes out of the last step of a chain of tasks, once, until that step is finished', async () => {
    const id = await create({})
    const orderref = await company.order('STOCK-OK')
    const chain = { productid: id, quantity: 8, orderref, taskref: 'ΑΛΥΣΙΔΑ' }
    const first = await task({ ...chain, seq: 1 })
    const last = await task({ ...chain, seq: 2 })
    expect(await detail(id)).toMatchObject({ incoming: 8 * PIECE })
    await finish(first)
    expect(await detail(id)).toMatchObject({ incoming: 8 * PIECE })
    await finish(last)
    expect(await detail(id)).toMatchObject({ incoming: 0 })
  })

  test('is the sum of all chains, also of the company’s own tasks', async () => {
    const id = await create({})
    await task({ productid: id, quantity: 3, taskref: 'Α', seq: 1 })
    await task({ productid: id, quantity: 4, taskref: 'Β', seq: 1 })
    const orderref = await company.order('STOCK-OK')
    await task({ productid: id, quantity: 5, orderref, taskref: 'Α', seq: 2 })
    expect(await detail(id)).toMatchObject({ incoming: 12 * PIECE })
  })
})

describe('people are told', () => {
  const keep = () => keepFacts(company.runner, factKinds)
  const known = async (id: number): Promise<string | null> =>
    (
      await company.db.maybe<{ since: string }>(sql`
        select since::text from waiting_facts where kind = 'stock.reorder' and thing_id = ${id}`)
    )?.since ?? null

  test('once when it falls below its reorder point, not at further movements, and again after it was above', async () => {
    const id = await create({ reorderPoint: 5 * PIECE })
    await stocked(id, 6)
    await keep()
    expect(await known(id)).toBeNull()
    await stocked(id, 4)
    await keep()
    const began = await known(id)
    expect(began).not.toBeNull()
    await stocked(id, 3)
    await keep()
    expect(await known(id)).toBe(began)
    await stocked(id, 5)
    await keep()
    expect(await known(id)).toBeNull()
    await stocked(id, 4)
    await keep()
    expect(await known(id)).not.toBe(began)
  })

  test('once on each device, although several processes compare at the same moment', async () => {
    const { db } = company
    const id = await create({ reorderPoint: 5 * PIECE })
    await db.run(sql`
      insert into push_devices (user_id, session_id, endpoint, p256dh, auth, language)
      select user_id, id, 'https://push.example/1', '', '', 'gr' from sessions order by id limit 1`)
    await Promise.all([keep(), keep(), keep()])
    const began = await known(id)
    expect(began).not.toBeNull()
    const jobs = sql`select id from jobs where kind = ${PUSH_JOB} and payload ->> 'key' = 'stock.reorder'`
    expect(await db.many(jobs)).toHaveLength(1)
    // the device has it, so a further comparison would write another job if it told anything
    await db.run(sql`update jobs set finished_at = now() where kind = ${PUSH_JOB}`)
    await stocked(id, 1)
    await Promise.all([keep(), keep(), keep()])
    expect(await known(id)).toBe(began)
    expect(await db.many(jobs)).toHaveLength(1)
  })

  test('in one line that names the product and leads to the list', async () => {
    const id = await create({ name: 'Κερί που εξαντλείται', sku: 'ΕΞ-1', reorderPoint: 5 * PIECE })
    await keep()
    const { lines } = await does<{ lines: { key: string; things: object[] }[] }>('production', 'notifications.list', {})
    expect(lines.find(({ key }) => key === 'stock.reorder')).toMatchObject({
      page: expect.stringContaining('/products'),
      things: expect.arrayContaining([{ id, title: 'Κερί που εξαντλείται ΕΞ-1', to: `/product-overview/${id}` }]),
    })
  })
})
