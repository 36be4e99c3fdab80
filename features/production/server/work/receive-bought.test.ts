/** Checks that a task gets the material that was bought for it, as soon as its invoice is booked. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RECEIVE_JOB } from '#features/buying/server/arrive.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import { receiveBoughtWork } from './receive-bought.ts'

let company: TestCompany
let providerId = 0
beforeAll(async () => {
  company = await openTestCompany()
  const { id } = await company.db.one<{ id: number }>(
    sql`insert into providers (name) values ('ΦΙΤΙΛΙΑ ΑΕ') returning id`,
  )
  providerId = id
})
afterAll(() => company?.close())
const { does } = peopleOf(() => company)

const worker = 'Νίκος'
let made = 0
let [wick, pillar] = [0, 0]
const create = async (fields: object): Promise<number> =>
  ((await company.run('products.create-product', { name: `Είδος ${++made}`, ...fields })) as { id: number }).id
beforeEach(async () => {
  wick = await create({ usageType: 'PURCHASED-MATERIAL' })
  pillar = await create({ salesPrice: 10_0000 })
})

/** Creates a task of ten pillars with a wick each, whose section asks for the wicks. Returns the task and the request. */
async function taskThatAsks(): Promise<{ taskId: number; requestId: number }> {
  const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: {
      resource: [
        { type: 'GEMISMA', name: 'Χύτευση', quantity: 10, productid: pillar, materials: [{ id: wick, quantity: 1 }] },
      ],
    },
  })
  const taskId = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
  await does('section', 'production.order-material', { taskId, line: 1, worker })
  const { id } = await company.db.one<{ id: number }>(sql`select id from material_requests where task_id = ${taskId}`)
  return { taskId, requestId: id }
}

const book = (pieces: number, requestId: number) =>
  does<{ id: number }>('user', 'purchases.create-invoice', {
    providerId,
    refcode: '24.00.01',
    number: `T-${1000 + ++made}`,
    lines: [{ productId: wick, quantity: pieces * PIECE, price: 2000, request: { id: requestId, lineNo: 1 } }],
  })

/** Runs the jobs that were written for a request, as a worker does. Returns how many they were. */
async function runJobs(requestId: number): Promise<number> {
  const jobs = await company.db.many<{ payload: { requestIds: number[] } }>(
    sql`select payload from jobs where kind = ${RECEIVE_JOB} order by id`,
  )
  const own = jobs.filter(({ payload }) => payload.requestIds.includes(requestId))
  const { run } = receiveBoughtWork({ runner: company.runner } as JobParts)
  for (const { payload } of own) await run(payload)
  return own.length
}

const lineOf = (taskId: number) =>
  company.db.one<object>(sql`select state, taken_e4 as taken from task_materials where task_id = ${taskId}`)
const stock = async (): Promise<number> =>
  (await company.db.one<{ stock: number }>(sql`select stock_e4 as stock from products where id = ${wick}`)).stock /
  PIECE

describe('the goods of a request', () => {
  test('close the line of the task as received when all have come, once, in the name of the person who asked', async () => {
    const { taskId, requestId } = await taskThatAsks()
    await book(4, requestId)
    expect(await runJobs(requestId)).toBe(0)
    expect(await lineOf(taskId)).toEqual({ state: 'WAITING', taken: 0 })
    await book(6, requestId)
    expect(await runJobs(requestId)).toBe(1)
    expect(await lineOf(taskId)).toEqual({ state: 'RECEIVED', taken: 10 * PIECE })
    expect(await stock()).toBe(0)
    const presses = () =>
      company.db.many(sql`select kind, worker as name from task_presses where task_id = ${taskId} and kind = 'RECEIVE'`)
    expect(await presses()).toMatchObject([{ kind: 'RECEIVE', name: worker }])
    // a job that runs again after a failure takes nothing more
    await runJobs(requestId)
    expect(await stock()).toBe(0)
    expect(await presses()).toHaveLength(1)
  })

  test('stay on the shelf if part of them was used meanwhile, and the line waits', async () => {
    const { taskId, requestId } = await taskThatAsks()
    await book(10, requestId)
    await company.run('stock.adjust-stock', { productId: wick, newStock: 9 * PIECE, reason: 'απογραφή' })
    await runJobs(requestId)
    expect(await lineOf(taskId)).toEqual({ state: 'WAITING', taken: 0 })
    expect(await stock()).toBe(9)
  })

  test('stay on the shelf if the section has replaced the material meanwhile', async () => {
    const { taskId, requestId } = await taskThatAsks()
    await book(10, requestId)
    await company.db.run(sql`update task_materials set product_id = ${pillar} where task_id = ${taskId}`)
    await runJobs(requestId)
    expect(await lineOf(taskId)).toEqual({ state: 'WAITING', taken: 0 })
    expect(await stock()).toBe(10)
  })
})
