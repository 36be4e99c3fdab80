/**
 * Tests that short, free, promised and contested mean the same everywhere, with sold and lent pieces together (C-77).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { queries } from '#app/server/features.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { PROMISED_STATUSES } from '../../domain/order.ts'

const PIECE = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many queries are inspected
async function read(name: string, input: object): Promise<any> {
  const query = queries.find(({ contract }) => contract.name === name)
  if (!query) throw new Error(name)
  return company.runner.ask(query, input, SYSTEM)
}
const make = async (command: string, input: object) => ((await company.run(command, input)) as { id: number }).id
const setStock = (productId: number, newStock: number) =>
  company.run('stock.adjust-stock', { productId, newStock, reason: 'απογραφή' })

/** Creates a glass with this stock, and a candle with a large stock that is filled into one glass each. */
async function filledGlass(name: string, glasses: number): Promise<{ glass: number; candle: number }> {
  const glass = await make('products.create-product', {
    name: `Ποτήρι ${name}`,
    usageType: 'MATERIAL',
    lendable: true,
    steps: [{ seq: 1, section: 'GEMISMA', materials: [] }],
  })
  const candle = await make('products.create-product', {
    name: `Κερί ${name}`,
    steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }],
  })
  await setStock(candle, 1000 * PIECE)
  if (glasses > 0) await setStock(glass, glasses * PIECE)
  return { glass, candle }
}

const lend = (of: { glass: number; candle: number }, pieces: number, more: object = {}) => ({
  customerId: company.stock.customer,
  lines: [{ productId: of.candle, quantity: pieces * PIECE }],
  loans: [{ productId: of.glass, originProductId: of.candle }],
  ...more,
})
const statusOf = async (id: number) => (await read('orders.detail', { id })).order.status as string

test('an order whose lent glasses are not in stock is PENDING-STOCK everywhere, and the glass is named', async () => {
  const of = await filledGlass('λίγα', 10)
  const id = await make('orders.create-order', lend(of, 12))
  const { order } = await read('orders.detail', { id })
  expect(order).toMatchObject({
    status: 'PENDING-STOCK',
    facts: { short: ['Ποτήρι λίγα'] },
    lines: [{ stockStatus: 'STOCK-OK' }],
    loans: [{ stock: 10 * PIECE, stockStatus: 'STOCK-FAULT', free: 10 * PIECE }],
  })
  await company.run('orders.process-orders', {})
  expect(await statusOf(id)).toBe('PENDING-STOCK')
  const board = await read('operations.board', { filters: { id: String(id) } })
  expect(board.rows).toMatchObject([{ short: true, contested: false }])
  const needs = await read('operations.needed-products', { filters: { id: String(id) } })
  expect(needs.rows).toContainEqual(expect.objectContaining({ productId: of.glass, needed: 12 * PIECE, short: true }))
  const section = await read('sections.needs', { section: 'GEMISMA' })
  expect(section.rows).toContainEqual(
    expect.objectContaining({ productId: of.glass, promised: 12 * PIECE, missing: 2 * PIECE }),
  )

  await setStock(of.glass, 12 * PIECE)
  await company.run('orders.process-orders', {})
  expect(await statusOf(id)).toBe('STOCK-OK')
  await setStock(of.glass, 11 * PIECE)
  await expect(company.run('orders.move-order', { id, transition: 'send' })).rejects.toMatchObject({
    refusal: { code: 'orders.short', details: { products: 'Ποτήρι λίγα' } },
  })
  await company.run('orders.process-orders', {})
  expect(await statusOf(id)).toBe('PENDING-STOCK')
})

test('sold and lent pieces of one product in an order count together', async () => {
  const of = await filledGlass('και τα δύο', 10)
  const lines = [
    { productId: of.candle, quantity: 6 * PIECE },
    { productId: of.glass, quantity: 5 * PIECE },
  ]
  const id = await make('orders.create-order', lend(of, 6, { lines }))
  const { order } = await read('orders.detail', { id })
  expect([order.status, order.facts.short]).toEqual(['PENDING-STOCK', ['Ποτήρι και τα δύο']])
  expect(order.lines[1].stockStatus).toBe('STOCK-FAULT')
  const { json } = await ask(company, 'GET', `/api/v2/_table/custorders/${id}`, { token: company.tokens.admin })
  expect((json as { products: object[] }).products).toMatchObject([
    { stockStatus: 'STOCK-OK' },
    { stockStatus: 'STOCK-FAULT' },
  ])
  await setStock(of.glass, 11 * PIECE)
  const { version } = order as { version: number }
  expect(await company.run('orders.change-order', { id, version, ...lend(of, 6, { lines }) })).toMatchObject({
    status: 'STOCK-OK',
  })
})

test('a STOCK-OK order can be packed, because a shortage of 0.0001 is within the tolerance', async () => {
  const candle = await make('products.create-product', { name: 'Κερί στρογγυλεμένο', unit: 'KG' })
  await setStock(candle, 5 * PIECE)
  const order = (pieces: number) => ({
    customerId: company.stock.customer,
    lines: [{ productId: candle, quantity: pieces }],
  })
  expect(await company.run('orders.create-order', order(50_002))).toMatchObject({ status: 'PENDING-STOCK' })
  const id = await make('orders.create-order', order(50_001))
  expect(await statusOf(id)).toBe('STOCK-OK')
  await company.run('orders.move-order', { id, transition: 'send' })
  await company.run('packaging.package-order', { id, name: 'Νίκος' })
  const { rows } = await read('stock.figures', { productIds: [candle] })
  expect(rows[0].stock).toBe(-1)
})

test('the database and the rules name the same statuses for promised goods', async () => {
  const { text } = await company.db.one<{ text: string }>(
    sql`select prosrc as text from pg_proc where proname = 'is_promised'`,
  )
  expect([...text.matchAll(/'([A-Z-]+)'/g)].map((match) => match[1])).toEqual([...PROMISED_STATUSES])
})
