import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { codeOf } from '#testing/refused.ts'
import { changeOrderCommand } from './write/change-order.ts'
import { createOrderCommand } from './write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith, moveOrdersCommand } from './moves/own-moves.ts'
import { processOrdersCommand } from './moves/process-orders.ts'
import { orderDetailQuery } from './order-detail.ts'
import { countOrdersQuery, listOrdersQuery, orderHistoryQuery } from './queries.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

let db: Database
let runner: Runner
let customer: number

const NOON = new Date('2026-06-10T09:00:00Z')

async function product(name: string, stock: number, price = 10_0000, lendable = false): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into products (name, sku, sales_price_e4, cost_price_e4, lendable) values (${name}, ${name}, ${price}, ${price / 2}, ${lendable}) returning id`)
  if (stock > 0) {
    await db.run(sql`
      insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${id}, ${stock * 10_000}, 0, 'opening', 'test')`)
  }
  return id
}

const stockOf = async (id: number): Promise<number> =>
  (await db.one<{ stock: number }>(sql`select stock_e4 / 10000 as stock from products where id = ${id}`)).stock

const line = (productId: number, pieces: number) => ({ productId, quantity: pieces * 10_000 })

const create = (input: object) => runner.run(createOrderCommand, { customerId: customer, ...input }, SYSTEM)
const move = (id: number, transition: string) => runner.run(moveOrderCommand, { id, transition }, SYSTEM)
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => NOON })
  customer = (
    await db.one<{ id: number }>(
      sql`insert into customers (name, label) values ('Παπαδόπουλος Γεώργιος', 'Κεριά ΑΕ') returning id`,
    )
  ).id
})
afterAll(() => db.close())

describe('creating an order', () => {
  test('with an amount beyond the maximum is refused, and is no internal error', async () => {
    const gold = await product('χρυσός', 0)
    const lines = [{ productId: gold, quantity: 10_000_000_0000, salesPrice: 10_000_000_0000 }]
    expect(await codeOf(create({ lines }))).toBe('input')
  })

  test('in stock gives STOCK-OK, out of stock PENDING-STOCK, and an offer OFFER', async () => {
    const candle = await product('κερί', 10)
    expect((await create({ lines: [line(candle, 10)] })).status).toBe('STOCK-OK')
    expect((await create({ lines: [line(candle, 11)] })).status).toBe('PENDING-STOCK')
    expect((await create({ lines: [line(candle, 1)], offer: true })).status).toBe('OFFER')
  })

  test('adds the pieces of a product on two lines', async () => {
    const candle = await product('δύο γραμμές', 10)
    expect((await create({ lines: [line(candle, 6), line(candle, 6)] })).status).toBe('PENDING-STOCK')
  })

  test('computes every amount, each line rounded (C-47)', async () => {
    const wick = await product('φιτίλι', 100, 3500)
    await db.run(sql`update products set unit = 'Meter' where id = ${wick}`)
    const { id } = await create({ lines: [1, 2, 3].map(() => ({ productId: wick, quantity: 3300 })) })
    const { order } = await runner.ask(orderDetailQuery, { id }, SYSTEM)
    expect(order.lines.map((one) => [one.total, one.vatAmount])).toEqual([
      [12, 3],
      [12, 3],
      [12, 3],
    ])
    expect(order.totals).toEqual({ lineCount: 3, quantity: 9900, products: 36, vat: 9, total: 45 })
  })

  test('refuses a delivery yesterday and accepts today, by the day in Athens', async () => {
    const candle = await product('ημέρα', 1)
    expect(await codeOf(create({ lines: [line(candle, 1)], expectedDelivery: '2026-06-09' }))).toBe(
      'orders.delivery-past',
    )
    expect((await create({ lines: [line(candle, 1)], expectedDelivery: '2026-06-10' })).status).toBe('STOCK-OK')
  })

  test('refuses missing records and invalid input', async () => {
    const candle = await product('λάθη', 1)
    expect(await codeOf(create({ lines: [line(999_999_999, 1)] }))).toBe('orders.product-missing')
    expect(await codeOf(create({ customerId: 888888, lines: [line(candle, 1)] }))).toBe('orders.customer-missing')
    for (const bad of [
      {},
      { lines: [] },
      { lines: [line(candle, -1)] },
      { lines: [line(candle, 1)], surprise: 1 },
      { lines: 'x' },
    ]) {
      expect(await codeOf(create(bad))).toBe('input')
    }
  })

  test('lends only a lendable material of the product, once, and subtracts it from the cost', async () => {
    const glass = await product('ποτήρι', 50, 2_0000, true)
    const candle = await product('κερί σε ποτήρι', 50, 10_0000)
    await db.run(sql`insert into requirement_steps values (${candle}, 1, 'GEMISMA')`)
    await db.run(sql`insert into requirement_materials values (${candle}, 1, 1, ${glass}, 10000, 'Item')`)
    // its cost is that of its only material, as for every stored recipe
    await db.run(
      sql`update products set cost_price_e4 = (select cost_price_e4 from products where id = ${glass}) where id = ${candle}`,
    )
    const loan = { productId: glass, originProductId: candle }
    const { id } = await create({ lines: [line(candle, 5)], loans: [loan] })
    const { order } = await runner.ask(orderDetailQuery, { id }, SYSTEM)
    expect(order.loans).toMatchObject([{ productId: glass, originProductId: candle, quantity: 5_0000 }])
    // the candle consists of the glass only, which comes back
    expect(order.lines[0]?.costPrice).toBe(0)
    expect(await codeOf(create({ lines: [line(candle, 5)], loans: [loan, loan] }))).toBe('orders.lent-twice')
    expect(
      await codeOf(create({ lines: [line(candle, 5)], loans: [{ productId: candle, originProductId: glass }] })),
    ).toBe('orders.not-lendable')
  })
})

describe('the life of an order', () => {
  test('turns an offer into an order and, by Process, into STOCK-OK, with history', async () => {
    const candle = await product('προσφορά', 5)
    const { id } = await create({ lines: [line(candle, 5)], offer: true })
    expect((await move(id, 'convert')).status).toBe('PENDING-STOCK')
    await runner.run(processOrdersCommand, {}, SYSTEM)
    const { rows } = await runner.ask(orderHistoryQuery, { id }, SYSTEM)
    expect(rows.map((row) => row.changes['status']).reverse()).toEqual([
      [null, 'OFFER'],
      ['OFFER', 'PENDING-STOCK'],
      ['PENDING-STOCK', 'STOCK-OK'],
    ])
  })

  test('hides a deleted offer from all lists, and lets an administrator restore it', async () => {
    const candle = await product('διαγραφή', 5)
    const { id } = await create({ lines: [line(candle, 1)], offer: true })
    await move(id, 'delete-offer')
    const input = { filters: { id: String(id) } }
    expect((await runner.ask(listOrdersQuery, input, SYSTEM)).rows).toEqual([])
    expect(await runner.ask(countOrdersQuery, input, SYSTEM)).toEqual({ count: 0 })
    const clerk = { ...SYSTEM, role: 'user' as const }
    expect(await codeOf(runner.run(moveOrderCommand, { id, transition: 'restore-offer' }, clerk))).toBe('forbidden')
    expect((await move(id, 'restore-offer')).status).toBe('OFFER')
  })

  test('lets Process promote and demote', async () => {
    const candle = await product('έλεγχος', 5)
    const first = await create({ lines: [line(candle, 5)] })
    const second = await create({ lines: [line(candle, 6)] })
    await db.run(
      sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${candle}, 10000, 0, 'counted', 't')`,
    )
    await runner.run(processOrdersCommand, {}, SYSTEM)
    const status = async (id: number) => (await runner.ask(orderDetailQuery, { id }, SYSTEM)).order.status
    expect(await status(second.id)).toBe('STOCK-OK')
    await db.run(
      sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name) values (${candle}, -20000, 0, 'counted', 't')`,
    )
    await runner.run(processOrdersCommand, {}, SYSTEM)
    expect([await status(first.id), await status(second.id)]).toEqual(['PENDING-STOCK', 'PENDING-STOCK'])
  })

  test('sends those of many orders that may go, and names the reason for the others', async () => {
    const candle = await product('μαζικά', 5)
    const ready = await create({ lines: [line(candle, 5)] })
    const short = await create({ lines: [line(candle, 6)] })
    const answer = await runner.run(
      moveOrdersCommand,
      { ids: [ready.id, short.id, 999_999_998], transition: 'send' },
      SYSTEM,
    )
    expect(answer.moved).toEqual([ready.id])
    expect(answer.refused.map((no) => [no.id, no.code])).toEqual([
      [short.id, 'orders.wrong-status'],
      [999_999_998, 'orders.missing'],
    ])
  })

  test('lets lines change until the order is sent, and refuses an old version', async () => {
    const candle = await product('αλλαγή', 50)
    const { id } = await create({ lines: [line(candle, 5)] })
    const change = (version: number, pieces: number) =>
      runner.run(changeOrderCommand, { id, version, customerId: customer, lines: [line(candle, pieces)] }, SYSTEM)
    expect(await change(1, 60)).toMatchObject({ status: 'PENDING-STOCK', version: 2 })
    expect(await codeOf(change(1, 7))).toBe('conflict')
    expect((await change(2, 7)).status).toBe('STOCK-OK')
    await move(id, 'send')
    expect(await codeOf(change(4, 8))).toBe('orders.not-editable')
    expect((await move(id, 'reopen')).status).toBe('STOCK-OK')
    expect((await change(5, 8)).version).toBe(6)
    expect(await stockOf(candle)).toBe(50)
  })

  test('returns the same answer for the same idempotency key and does nothing twice', async () => {
    const candle = await product('κλειδί', 50)
    const input = { customerId: customer, lines: [line(candle, 1)] }
    const once = await runner.run(createOrderCommand, input, SYSTEM, { idempotencyKey: 'a' })
    expect(await runner.run(createOrderCommand, input, SYSTEM, { idempotencyKey: 'a' })).toEqual(once)
    expect(
      await codeOf(runner.run(createOrderCommand, { ...input, offer: true }, SYSTEM, { idempotencyKey: 'a' })),
    ).toBe('idempotency-key-reused')
  })
})

describe('lists', () => {
  test('are searched by any spelling, part and number', async () => {
    const candle = await product('αναζήτηση', 50)
    const { id } = await create({ lines: [line(candle, 1)] })
    for (const search of ['papadopoulos', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδόπ γεωργ', 'keria', String(id)]) {
      const { rows } = await runner.ask(listOrdersQuery, { search }, SYSTEM)
      expect(
        rows.map((row) => row.id),
        search,
      ).toContain(id)
    }
    expect((await runner.ask(listOrdersQuery, { search: '%' }, SYSTEM)).rows).toEqual([])
  })

  test('accept a number of items beyond that of any order', async () => {
    const found = async (filters: object) => (await runner.ask(countOrdersQuery, { filters }, SYSTEM)).count
    expect(await found({ lineCountFrom: 3_000_000_000 })).toBe(0)
    expect(await found({ lineCountTo: 3_000_000_000 })).toBe(await found({}))
    expect(await found({ lineCountTo: -3_000_000_000 })).toBe(0)
  })

  test('accept every sort and filter', async () => {
    for (const sort of [
      'id',
      'created',
      'name',
      'label',
      'expectedDelivery',
      'status',
      'lineCount',
      'products',
      'vat',
      'total',
      'invoicedOn',
    ]) {
      for (const descending of [true, false]) {
        const filters = {
          status: ['STOCK-OK', 'OFFER'],
          notStatus: ['SHIPPED'],
          createdFrom: '2026-01-01',
          createdTo: '2026-12-31',
          deliveryFrom: '2026-01-01',
          deliveryTo: '2026-12-31',
          id: '1',
          name: 'παπ',
          label: 'κερ',
          customerId: customer,
          totalFrom: 0,
          totalTo: 100_00,
          invoicedFrom: '2026-01-01',
          invoicedTo: '2026-12-31',
        }
        expect((await runner.ask(listOrdersQuery, { sort, descending, filters }, SYSTEM)).rows).toEqual([])
        expect((await runner.ask(listOrdersQuery, { sort, descending }, SYSTEM)).rows.length).toBeGreaterThan(5)
      }
    }
  })
})
