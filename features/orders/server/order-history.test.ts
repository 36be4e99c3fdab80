/** Tests the history of an order: goods by name, both values of each change, and no unchanged values. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import type { HistoryRow } from '#kernel/contract.ts'
import { changeOrderCommand } from './write/change-order.ts'
import { orderDetailQuery } from './order-detail.ts'
import { orderHistoryQuery } from './queries.ts'

const PIECE = 10_000

let company: TestCompany
let db: Database
let soap: number
beforeAll(async () => {
  company = await openTestCompany()
  db = company.db
  const made = await company.run('products.create-product', { name: 'Σαπούνι', sku: 'SOAP', salesPrice: 2_5000 })
  soap = (made as { id: number }).id
  await company.run('stock.adjust-stock', { productId: soap, newStock: 100 * PIECE, reason: 'απογραφή' })
})
afterAll(() => company?.close())

const candles = (pieces: number) => ({ productId: company.stock.candle, quantity: pieces * PIECE })
const soaps = (pieces: number) => ({ productId: soap, quantity: pieces * PIECE })
const glasses = () => ({ productId: company.stock.glass, originProductId: company.stock.candle })

const historyOf = async (id: number): Promise<HistoryRow[]> =>
  (await company.runner.ask(orderHistoryQuery, { id }, SYSTEM)).rows
const versionOf = async (id: number): Promise<number> =>
  (await company.runner.ask(orderDetailQuery, { id }, SYSTEM)).order.version
const entries = async (entity: string, id: number): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*)::int as count from history where entity = ${entity} and entity_id = ${id}`,
    )
  ).count

async function written(content: object): Promise<number> {
  const { id } = (await company.run('orders.create-order', { customerId: company.stock.customer, ...content })) as {
    id: number
  }
  return id
}
const change = async (id: number, content: object, by = SYSTEM) =>
  company.runner.run(
    changeOrderCommand,
    { id, version: await versionOf(id), customerId: company.stock.customer, ...content },
    by,
  )

describe('the history of a changed order', () => {
  test('names the lines that were removed, added or changed, and no others', async () => {
    const id = await written({ lines: [candles(2), soaps(3)] })
    await change(id, { lines: [{ ...candles(4), salesPrice: 9_0000 }] })
    expect((await historyOf(id))[0]?.changes).toEqual({
      lines: [
        [
          { name: 'Κερί', sku: 'CANDLE', quantity: 2, price: 10 },
          { name: 'Σαπούνι', sku: 'SOAP', quantity: 3, price: 2.5 },
        ],
        [{ name: 'Κερί', sku: 'CANDLE', quantity: 4, price: 9 }],
      ],
      total: [34.1, 44.64],
    })
  })

  test('shows old and new loans', async () => {
    const id = await written({ lines: [candles(4)], loans: [glasses()] })
    await change(id, { lines: [candles(4)], loans: [{ ...glasses(), quantity: 3 * PIECE, confirmed: true }] })
    const glass = { name: 'Ποτήρι', sku: 'GLASS', leavesWith: 'Κερί' }
    expect((await historyOf(id))[0]?.changes).toEqual({
      loans: [[{ ...glass, quantity: 4 }], [{ ...glass, quantity: 3 }]],
    })
    await change(id, { lines: [candles(4)], loans: [] })
    expect((await historyOf(id))[0]?.changes).toEqual({ loans: [[{ ...glass, quantity: 3 }], []] })
  })

  test('names the customer, and lines that changed their position', async () => {
    const id = await written({ lines: [candles(1), soaps(1)] })
    await change(id, { customerId: company.stock.other, lines: [soaps(1), candles(1)] })
    const candle = { name: 'Κερί', sku: 'CANDLE', quantity: 1, price: 10 }
    const bar = { name: 'Σαπούνι', sku: 'SOAP', quantity: 1, price: 2.5 }
    expect((await historyOf(id))[0]?.changes).toEqual({
      customer: ['Ξενοδοχείο Ακτή', 'Ταβέρνα Πλάτανος'],
      lineOrder: [
        [candle, bar],
        [bar, candle],
      ],
    })
  })

  test('gets no entry when the order is saved unchanged, and the version stays', async () => {
    const id = await written({ lines: [candles(2)], loans: [glasses()], description: 'ίδια' })
    const version = await versionOf(id)
    const before = await historyOf(id)
    const answer = await change(id, { lines: [candles(2)], loans: [glasses()], description: 'ίδια' })
    expect({ answer: answer.version, stored: await versionOf(id) }).toEqual({ answer: version, stored: version })
    expect(await historyOf(id)).toEqual(before)
  })
})

describe('the history of an order that moves through its statuses', () => {
  test('has the previous value of every step', async () => {
    const id = await company.order('PACKAGED')
    await company.run('orders.move-order', { id, transition: 'reopen' })
    await company.run('orders.move-order', { id, transition: 'send' })
    await company.run('packaging.package-order', { id, name: 'Άννα' })
    const rows = await historyOf(id)
    expect(rows.slice(0, 4).map(({ changes }) => changes)).toEqual([
      { status: ['TO-PACKAGE', 'PACKAGED'], packagedBy: [null, 'Άννα'] },
      { status: ['STOCK-OK', 'TO-PACKAGE'] },
      { status: ['PACKAGED', 'STOCK-OK'], packagedBy: ['Νίκος', null] },
      { status: ['TO-PACKAGE', 'PACKAGED'], packagedBy: [null, 'Νίκος'] },
    ])
    const steps = rows.slice(0, -1).map(({ changes }) => changes['status']?.[0])
    expect(steps).not.toContain(null)
  })

  test('shows by how much invoicing without VAT lowered the total', async () => {
    const [invoiced] = await historyOf(await company.order('INVOICED'))
    expect(invoiced?.changes).toMatchObject({
      status: ['READY-TO-INVOICE', 'INVOICED'],
      total: [12.4, 10],
      invoiceMode: [null, 'red'],
    })
  })

  test('is not repeated at its products and customer when it is packaged and cancelled', async () => {
    const { customer, candle, glass } = company.stock
    const count = () =>
      Promise.all([entries('products', candle), entries('products', glass), entries('customers', customer)])
    const before = await count()
    const id = await company.order('PACKAGED')
    await company.run('orders.move-order', { id, transition: 'cancel' })
    expect(await count()).toEqual(before)
    expect(
      await db.many(sql`select command, entity from history where changes = '{}'::jsonb and note is null`),
    ).toEqual([])
  })
})

test('a loan by hand is in the history of the loan and of the customer, with its material', async () => {
  const { customer, glass } = company.stock
  const { id } = (await company.run('loans.record-loan', {
    bound: 'OUTBOUND',
    customerId: customer,
    productId: glass,
    quantity: 5 * PIECE,
  })) as { id: number }
  const newest = (entity: string, of: number) =>
    db.one(sql`select changes from history where entity = ${entity} and entity_id = ${of} order by id desc limit 1`)
  expect(await newest('loans', id)).toEqual({
    changes: { bound: [null, 'OUTBOUND'], product: [null, 'Ποτήρι'], quantity: [null, 5] },
  })
  expect(await newest('customers', customer)).toEqual({
    changes: { loan: [null, { bound: 'OUTBOUND', name: 'Ποτήρι', quantity: 5 }] },
  })
})

test('a refused save of an old version names the person who changed the order, and not one who added a note or payment', async () => {
  const id = await written({ lines: [candles(2)] })
  const version = await versionOf(id)
  await change(id, { lines: [candles(3)] }, { ...SYSTEM, name: 'Μαρία' })
  await company.run('notes.add-note', { entity: 'orders', entityId: id, body: 'σημείωση' })
  await company.run('payments.record-payment', {
    bound: 'Inbound',
    type: 'CASH',
    amount: 5_00,
    date: dayOf(new Date().toISOString()),
    customerId: company.stock.customer,
    orderId: id,
  })
  const late = company.run('orders.change-order', {
    id,
    version,
    customerId: company.stock.customer,
    lines: [candles(9)],
  })
  await expect(late).rejects.toMatchObject({ refusal: { code: 'conflict', details: { userName: 'Μαρία' } } })
})
