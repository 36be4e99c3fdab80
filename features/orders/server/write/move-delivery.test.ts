/** Tests that a delivery moves to another day, keeps its time, and stays where it is if the rules say so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { Refused } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const TODAY = dayOf(new Date().toISOString())
const TOMORROW = addDays(TODAY, 1)

type Stored = { at: string | null; version: number; status: string }
const stored = (id: number) =>
  company.db.one<Stored>(sql`select expected_delivery_at as at, version, status from orders where id = ${id}`)
const setDelivery = (id: number, at: string | null) =>
  company.db.run(sql`update orders set expected_delivery_at = ${at}::timestamp where id = ${id}`)

/** Moves a delivery at its present version. */
const move = async (id: number, day: Day, version?: number) =>
  company.run('orders.move-delivery', { id, day, version: version ?? (await stored(id)).version })

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof Refused ? error.refusal : null
}

test('a delivery moves to another day, keeps its time, and the history tells it', async () => {
  const id = await company.order('STOCK-OK')
  await setDelivery(id, `${TODAY} 14:30:00`)
  const { version } = await stored(id)
  expect(await move(id, TOMORROW)).toEqual({ id, before: TODAY, version: version + 1 })
  expect(await stored(id)).toMatchObject({ at: `${TOMORROW} 14:30:00`, version: version + 1, status: 'STOCK-OK' })
  const last = await company.db.one<{ command: string; changes: object }>(
    sql`select command, changes from history where entity = 'orders' and entity_id = ${id} order by id desc limit 1`,
  )
  expect(last).toEqual({
    command: 'orders.move-delivery',
    changes: { expectedDelivery: [`${TODAY} 14:30:00`, `${TOMORROW} 14:30:00`] },
  })
  expect(await move(id, TODAY)).toEqual({ id, before: TOMORROW, version: version + 2 })
  expect((await stored(id)).at).toBe(`${TODAY} 14:30:00`)
})

test('a move to the same day changes nothing, and an order without a day gets one', async () => {
  const id = await company.order('TO-PACKAGE')
  await setDelivery(id, null)
  const { version } = await stored(id)
  expect(await move(id, TOMORROW)).toEqual({ id, before: null, version: version + 1 })
  expect(await move(id, TOMORROW)).toEqual({ id, before: TOMORROW, version: version + 1 })
  expect(await stored(id)).toMatchObject({ at: `${TOMORROW} 00:00:00`, version: version + 1 })
})

test('an order whose lines can no longer change still moves until it is in a shipment', async () => {
  for (const status of ['PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'RETURNED'] as const) {
    const id = await company.order(status)
    await move(id, TOMORROW)
    expect(await stored(id)).toMatchObject({ at: `${TOMORROW} 00:00:00`, status })
  }
})

test.each([
  ['ON SHIPPING', 'orders.move-on-way', { driver: 'Ονομα driver' }],
  ['SHIPPED', 'orders.move-delivered', { status: 'SHIPPED' }],
  ['CANCELED', 'orders.move-withdrawn', { status: 'CANCELED' }],
] as const)('an order in %s is refused with %s and keeps its day', async (status, code, details) => {
  const id = await company.order(status)
  await setDelivery(id, `${TODAY} 10:00:00`)
  const before = await stored(id)
  expect(await refusalOf(move(id, TOMORROW))).toEqual({ kind: 'refused', code, details })
  expect(await stored(id)).toEqual(before)
})

test('a day that has passed is refused, also for an order that is late', async () => {
  const id = await company.order('STOCK-OK')
  const yesterday = addDays(TODAY, -1)
  await setDelivery(id, `${addDays(TODAY, -3)} 00:00:00`)
  expect((await refusalOf(move(id, yesterday)))?.code).toBe('orders.delivery-past')
  await move(id, TODAY)
  expect((await stored(id)).at).toBe(`${TODAY} 00:00:00`)
})

test('of two people who move the same delivery one moves it, and the other is told the day that it has now', async () => {
  const id = await company.order('STOCK-OK')
  const { version } = await stored(id)
  const days = [TOMORROW, addDays(TODAY, 2)] as const
  const outcomes = await Promise.all(days.map((day) => refusalOf(move(id, day, version))))
  const lost = outcomes.findIndex((refusal) => refusal !== null)
  expect(outcomes.filter((refusal) => refusal === null)).toHaveLength(1)
  expect(outcomes[lost]).toMatchObject({
    kind: 'conflict',
    code: 'conflict',
    details: { day: days[1 - lost], version: version + 1, userName: 'Kerino' },
  })
  expect(await stored(id)).toMatchObject({ at: `${days[1 - lost]} 00:00:00`, version: version + 1 })
})
