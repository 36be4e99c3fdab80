/** Tests the earliest day of an order, and the list of open orders that will be late. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { PIECE } from '#server/samples/sample-parts.ts'
import { peopleOf } from '#testing/people.ts'
import type { lateOrders, readyDayOf } from '../../domain/ready/ready-contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

const TODAY = dayOf(new Date().toISOString())
const from = (day: Day): Day => nextWorkingDay(addDays(day, -1))
/** The first day on which people work, and the day after work of one day. */
const FIRST = from(TODAY)
const NEXT = nextWorkingDay(FIRST)

type Ready = OutputOf<typeof readyDayOf>
const readyFor = (goods: [productId: number, pieces: number][], orderId?: number) =>
  does<Ready>('user', 'production.ready-day', {
    goods: goods.map(([productId, pieces]) => ({ productId, quantity: pieces * PIECE })),
    orderId,
  })
const late = async () => (await does<OutputOf<typeof lateOrders>>('user', 'production.late-orders', {})).rows

type Step = { section: string; minutes?: number; materials: { materialId: number; quantity: number }[] }
let made = 0
async function product(name: string, steps: Step[] = [], stock = 0, more: object = {}): Promise<number> {
  made += 1
  const { id } = await does<{ id: number }>('admin', 'products.create-product', { name: `${name} ${made}`, ...more })
  const numbered = steps.map((step, index) => ({ seq: index + 1, ...step }))
  if (steps.length > 0) await does('admin', 'products.change-product', { id, version: 1, changes: { steps: numbered } })
  if (stock > 0)
    await does('admin', 'stock.adjust-stock', { productId: id, newStock: stock * PIECE, reason: 'απογραφή' })
  return id
}
const bought = (stock = 0) => product('Φιτίλι', [], stock, { usageType: 'PURCHASED-MATERIAL' })
const candleOf = (wick: number, section = 'ΧΥΤΑ', stock = 0) =>
  product('Κερί', [{ section, materials: [{ materialId: wick, quantity: PIECE }] }], stock)
const order = async (productId: number, pieces: number, delivery: Day, more: object = {}) =>
  (
    await does<{ id: number }>('user', 'orders.create-order', {
      customerId: company.stock.customer,
      expectedDelivery: `${delivery} 00:00:00`,
      lines: [{ productId, quantity: pieces * PIECE }],
      ...more,
    })
  ).id

describe('the earliest day of an order', () => {
  test('follows from the shelf, the materials and the sections', async () => {
    const wick = await bought(100)
    const candle = await candleOf(wick, 'ΧΥΤΑ', 5)
    expect(await readyFor([[candle, 5]])).toEqual({ day: FIRST, chain: [], unknown: [] })
    const found = await readyFor([[candle, 8]])
    expect(found).toMatchObject({
      day: NEXT,
      chain: [{ kind: 'step', section: 'ΧΥΤΑ', quantity: 3 * PIECE, day: FIRST, waited: false }],
    })
  })

  test('is refused for a product that does not exist, instead of being today', async () => {
    const goods = [{ productId: 987_654, quantity: PIECE }]
    expect(await refusalOf('user', 'production.ready-day', { goods })).toMatchObject({ code: 'products.missing' })
  })

  test('waits for a request with a day, and does not guess without one', async () => {
    const wick = await bought()
    const candle = await candleOf(wick)
    const unknown = await readyFor([[candle, 8]])
    expect(unknown).toMatchObject({ day: null, unknown: [{ kind: 'buy', quantity: 8 * PIECE }] })
    expect(unknown.unknown[0]?.product).toMatch(/^Φιτίλι/)
    const other = await order(wick, 8, addDays(TODAY, 20))
    await does('user', 'production.create-shortage-tasks', { orderId: other })
    const due = addDays(FIRST, 7)
    await company.db.run(sql`
      update inbound_invoices i set due_on = ${due}::date
      from inbound_invoice_lines l where l.invoice_id = i.id and l.product_id = ${wick}`)
    await company.db.run(sql`update inbound_invoice_lines set quantity_e4 = ${20 * PIECE} where product_id = ${wick}`)
    expect(await readyFor([[candle, 8]])).toMatchObject({
      day: nextWorkingDay(from(due)),
      chain: [
        { kind: 'coming', from: 'request', day: due },
        { kind: 'step', section: 'ΧΥΤΑ' },
      ],
    })
  })

  test('counts the days of the preferred provider for what has to be bought', async () => {
    const wick = await bought()
    const candle = await candleOf(wick)
    const provider = (name: string) =>
      company.db.one<{ id: number }>(sql`insert into providers (name) values (${name}) returning id`)
    const [quick, usual] = [await provider('Γρήγορος'), await provider('Συνήθης')]
    await company.db.run(sql`
      insert into provider_products (provider_id, product_id, lead_days, preferred)
      values (${quick.id}, ${wick}, 1, false), (${usual.id}, ${wick}, 10, true)`)
    const arrival = from(addDays(TODAY, 10))
    expect(await readyFor([[candle, 8]])).toMatchObject({
      day: nextWorkingDay(arrival),
      chain: [
        { kind: 'buy', day: arrival },
        { kind: 'step', day: arrival },
      ],
    })
  })

  test('ignores what the catalogue of a merged provider says', async () => {
    const wick = await bought()
    const candle = await candleOf(wick)
    const { id: kept } = await company.db.one<{ id: number }>(
      sql`insert into providers (name) values ('Ενιαίος') returning id`,
    )
    const { id: merged } = await company.db.one<{ id: number }>(sql`
      insert into providers (name, merged_into, merged_at) values ('Παλαιός', ${kept}, now()) returning id`)
    await company.db.run(sql`
      insert into provider_products (provider_id, product_id, lead_days, last_bought_on)
      values (${kept}, ${wick}, 10, null), (${merged}, ${wick}, 1, '2026-11-01')`)
    expect(await readyFor([[candle, 8]])).toMatchObject({ chain: [{ kind: 'buy', day: from(addDays(TODAY, 10)) }, {}] })
  })

  test('counts the planned work of the section, in pieces and in minutes (C-82)', async () => {
    const { id, version } = await company.db.one<{ id: number; version: number }>(
      sql`select id, version from sections where name = 'ΒΑΦΗ'`,
    )
    await does('admin', 'sections.change', { id, version, changes: { capacity: 100 * PIECE } })
    const wick = await bought(900)
    const candle = await candleOf(wick, 'ΒΑΦΗ')
    const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
      token: company.tokens.admin,
      body: { resource: [{ type: 'ΒΑΦΗ', name: 'Βαφή', quantity: 95, productid: candle, materials: [] }] },
    })
    const taskId = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
    await company.db.run(sql`update tasks set planned_on = ${FIRST}::date, order_id = null where id = ${taskId}`)
    const other = await candleOf(wick, 'ΒΑΦΗ')
    expect((await readyFor([[other, 5]])).day).toBe(NEXT)
    expect((await readyFor([[other, 6]])).day).toBe(nextWorkingDay(NEXT))
    // ten minutes for a piece, and 480 minutes a day: the 95 pieces without minutes take 4.8 minutes each
    await does('admin', 'sections.change', { id, version: version + 1, changes: { minutes: 480 * PIECE } })
    const slow = await product('Αργό', [{ section: 'ΒΑΦΗ', minutes: 10 * PIECE, materials: [] }])
    expect((await readyFor([[slow, 2]])).day).toBe(NEXT)
    expect((await readyFor([[slow, 3]])).day).toBe(nextWorkingDay(NEXT))
    await does('admin', 'sections.change', { id, version: version + 2, changes: { minutes: null, capacity: null } })
  })

  test('is for the office, and not for a section', async () => {
    const goods = [{ productId: company.stock.candle, quantity: PIECE }]
    expect(await refusalOf('section', 'production.ready-day', { goods })).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('section', 'production.late-orders', {})).toMatchObject({ kind: 'forbidden' })
  })
})

describe('the orders that will be late', () => {
  test('are those that cannot be ready on their day of delivery, with the day that was told', async () => {
    const wick = await bought(900)
    const candle = await candleOf(wick, 'GEMISMA')
    const inTime = await order(candle, 5, NEXT, { readyOn: NEXT })
    const tooEarly = await order(candle, 7, FIRST, { readyOn: NEXT })
    const offer = await order(candle, 7, FIRST, { offer: true })
    const ids = [inTime, tooEarly, offer]
    const rows = (await late()).filter(({ orderId }) => ids.includes(orderId))
    expect(rows).toMatchObject([{ orderId: tooEarly, delivery: FIRST, told: NEXT, ready: { day: NEXT } }])
    expect(rows[0]?.days).toBeGreaterThan(0)
  })

  test('are found when the plan changes: a task of the order is planned for a later day', async () => {
    const candle = await candleOf(await bought(900), 'GEMISMA')
    const orderId = await order(candle, 5, addDays(NEXT, 7))
    await does('user', 'production.create-shortage-tasks', { orderId })
    const found = async () => (await late()).find((one) => one.orderId === orderId)
    expect(await found()).toBeUndefined()
    const slip = from(addDays(NEXT, 14))
    await company.db.run(sql`update tasks set planned_on = ${slip}::date where order_id = ${orderId}`)
    expect(await found()).toMatchObject({
      told: null,
      ready: { day: slip, chain: [{ kind: 'coming', from: 'task', day: slip }] },
    })
  })

  test('get the goods in the order of their delivery', async () => {
    const vase = await product('Βάζο', [], 5)
    const [first, second] = [await order(vase, 6, NEXT), await order(vase, 6, addDays(NEXT, 1))]
    await does('admin', 'stock.adjust-stock', { productId: vase, newStock: 7 * PIECE, reason: 'παραλαβή' })
    const rows = await late()
    const quantityOf = (id: number) => rows.find(({ orderId }) => orderId === id)?.ready.unknown[0]?.quantity
    expect([quantityOf(first), quantityOf(second)]).toEqual([undefined, 5 * PIECE])
  })
})
