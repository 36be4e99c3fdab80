/**
 * Compares pages, the data API, commands and database functions with the rule for short goods, on random stock (C-77).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Availability,
  availabilityOf,
  type Need,
  shortages,
  totalNeeds,
} from '#features/stock/domain/availability.ts'
import { quantity, subtractQuantity } from '#kernel/money.ts'
import type { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { queries } from '#app/server/features.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'

const PIECE = 10_000
const NAMES = { candle: 'Κερί σε ποτήρι', glass: 'Ποτήρι κεριού' }

type Amounts = { readonly candle: number; readonly glass: number }
type Wanted = { readonly offer: boolean; readonly candles: number; readonly sold: number; readonly lends: boolean }

let company: TestCompany
let candle: number
let glass: number

const make = async (command: string, input: object) => ((await company.run(command, input)) as { id: number }).id

beforeAll(async () => {
  company = await openTestCompany()
  const step = { seq: 1, section: 'GEMISMA' }
  glass = await make('products.create-product', {
    name: NAMES.glass,
    // a measured unit, because only that may be ordered near whole quantities
    unit: 'KG',
    usageType: 'MATERIAL',
    lendable: true,
    steps: [{ ...step, materials: [] }],
  })
  candle = await make('products.create-product', {
    name: NAMES.candle,
    unit: 'KG',
    steps: [{ ...step, materials: [{ materialId: glass, quantity: PIECE }] }],
  })
  // the filter by number also finds longer numbers that begin with it, so all numbers need the same length
  await company.db.run(sql`select number_orders_after(10000)`)
})
afterAll(() => company?.close())

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many queries are inspected
async function read(name: string, input: object): Promise<any> {
  const query = queries.find(({ contract }) => contract.name === name)
  if (!query) throw new Error(name)
  return company.runner.ask(query, input, SYSTEM)
}

async function setStock(amounts: Amounts): Promise<void> {
  for (const [productId, newStock] of [[candle, amounts.candle] as const, [glass, amounts.glass] as const])
    await company.run('stock.adjust-stock', { productId, newStock, reason: 'απογραφή' })
}

/** Returns a quantity at or near a whole number of pieces, where the tolerance decides. */
const anyQuantity = (least: number, most: number) =>
  fc.tuple(fc.integer({ min: least, max: most }), fc.constantFrom(-2, -1, 0, 1, 2)).map(([n, off]) => n * PIECE + off)

const anyOrder = fc.record({
  offer: fc.boolean(),
  candles: anyQuantity(1, 3),
  sold: fc.oneof(fc.constant(0), anyQuantity(1, 2)),
  lends: fc.boolean(),
})
/** A day on which an order can be packed, so that no luck decides whether there is one. */
const PACKABLE: Wanted = { offer: false, candles: PIECE, sold: 0, lends: true }
const PLENTY: Amounts = { candle: 6 * PIECE, glass: 6 * PIECE }
const anyAmounts = fc.record({ candle: anyQuantity(1, 6), glass: anyQuantity(1, 6) })

const needsOf = ({ candles, sold, lends }: Wanted): Need[] => [
  { productId: candle, quantity: quantity(candles) },
  ...(sold > 0 ? [{ productId: glass, quantity: quantity(sold) }] : []),
  ...(lends ? [{ productId: glass, quantity: quantity(candles) }] : []),
]

const promisedBy = (orders: readonly Wanted[]): Need[] => orders.filter(({ offer }) => !offer).flatMap(needsOf)

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

/** Returns the result of the rule for an order, while goods are promised to `others`. */
function ruleOf(wanted: Wanted, amounts: Amounts, others: readonly Wanted[] = []) {
  const promised = totalNeeds(promisedBy(others))
  const figureOf = (id: number, pieces: number) => {
    const stock = quantity(pieces)
    return [id, { stock, free: subtractQuantity(stock, promised.get(id) ?? quantity(0)) }] as const
  }
  const rule = availabilityOf(
    needsOf(wanted),
    new Map([figureOf(candle, amounts.candle), figureOf(glass, amounts.glass)]),
  )
  const all = [...rule.values()]
  const short = sorted(all.filter((one) => one.stockStatus === 'STOCK-FAULT').map(({ productId }) => productId))
  return { rule, short, contested: all.some((one) => one.contested) }
}

const statusOf = (wanted: Wanted, amounts: Amounts): string =>
  wanted.offer ? 'OFFER' : ruleOf(wanted, amounts).short.length > 0 ? 'PENDING-STOCK' : 'STOCK-OK'

const create = ({ offer, candles, sold, lends }: Wanted) =>
  company.run('orders.create-order', {
    customerId: company.stock.customer,
    offer,
    lines: [{ productId: candle, quantity: candles }, ...(sold > 0 ? [{ productId: glass, quantity: sold }] : [])],
    loans: lends ? [{ productId: glass, originProductId: candle }] : [],
  }) as Promise<{ id: number; status: string }>

/** Compares an order as pages and the data API return it with the rule. */
async function checkOrder(id: number, wanted: Wanted, amounts: Amounts, others: readonly Wanted[]): Promise<void> {
  const { rule, short, contested } = ruleOf(wanted, amounts, others)
  const expected = ({ productId }: { productId: number }) => {
    const { stock, free, stockStatus } = rule.get(productId) as Availability
    return { productId, stock, free, stockStatus }
  }
  const { order } = await read('orders.detail', { id })
  expect(order).toMatchObject({
    status: statusOf(wanted, amounts),
    facts: { short: short.map((productId) => (productId === glass ? NAMES.glass : NAMES.candle)) },
    lines: order.lines.map(expected),
    loans: order.loans.map(expected),
  })

  const { json } = await ask(company, 'GET', `/api/v2/_table/custorders/${id}`, { token: company.tokens.admin })
  const { products, loans } = json as { products: { id: number }[]; loans: { id: number }[] }
  expect(products.length + loans.length).toBe(needsOf(wanted).length)
  for (const row of [...products, ...loans])
    expect(row).toMatchObject({ stockStatus: rule.get(row.id)?.stockStatus ?? 'not wanted' })

  const board = await read('operations.board', { filters: { id: String(id) } })
  // no goods are promised to an offer
  const marks = wanted.offer ? { short: false, contested: false } : { short: short.length > 0, contested }
  expect(board.rows).toMatchObject([marks])
  if (wanted.offer) return
  const needed = await read('operations.needed-products', { filters: { id: String(id) } })
  const shortRows = (needed.rows as { productId: number; short: boolean }[]).filter((row) => row.short)
  expect(sorted(shortRows.map(({ productId }) => productId))).toEqual(short)
}

/** Compares the needs of a section, which add up all open orders, with the rule. */
async function checkSection(orders: readonly Wanted[], amounts: Amounts): Promise<void> {
  const figures = new Map([
    [candle, { stock: quantity(amounts.candle) }],
    [glass, { stock: quantity(amounts.glass) }],
  ])
  const { rows } = await read('sections.needs', { section: 'GEMISMA' })
  for (const row of rows as { promised: number; orders: number; uses: { customer: string; quantity: number }[] }[]) {
    expect(row.uses).toHaveLength(row.orders)
    expect(row.uses.reduce((sum, use) => sum + use.quantity, 0)).toBe(row.promised)
    expect(row.uses.every(({ customer }) => customer !== '')).toBe(true)
  }
  const missing = (rows as { productId: number; missing: number }[])
    .filter(({ productId }) => productId === candle || productId === glass)
    .map((row) => [row.productId, row.missing] as const)
  expect(new Map(missing)).toEqual(
    new Map(shortages(promisedBy(orders), figures).map((one) => [one.productId, one.missing])),
  )
}

/** Packs an order after the stock changed, and expects a refusal that names exactly the short products. */
async function checkPacking(id: number, wanted: Wanted, amounts: Amounts): Promise<void> {
  await company.run('orders.move-order', { id, transition: 'send' })
  await setStock(amounts)
  const packing = company.run('packaging.package-order', { id, name: 'Νίκος' }).then(
    () => [],
    ({ refusal }: Refused) => (refusal.details as { lines: { productId: number }[] }).lines,
  )
  expect(sorted((await packing).map(({ productId }) => productId))).toEqual(ruleOf(wanted, amounts).short)
}

test('creating, reading, processing and packing orders call the same goods short, free and contested', async () => {
  const days = fc.tuple(fc.array(anyOrder, { minLength: 1, maxLength: 3 }), anyAmounts, anyAmounts)
  let packed = 0
  await fc.assert(
    fc.asyncProperty(days, async ([orders, before, after]) => {
      await setStock(before)
      const ids: number[] = []
      for (const wanted of orders) {
        const { id, status } = await create(wanted)
        ids.push(id)
        expect(status).toBe(statusOf(wanted, before))
      }
      await setStock(after)
      await company.run('orders.process-orders', {})
      for (const [at, wanted] of orders.entries())
        await checkOrder(ids[at] as number, wanted, after, orders.toSpliced(at, 1))
      await checkSection(orders, after)
      const ready = orders.findIndex((wanted) => statusOf(wanted, after) === 'STOCK-OK')
      if (ready >= 0) await checkPacking(ids[ready] as number, orders[ready] as Wanted, before)
      packed += ready >= 0 ? 1 : 0
      for (const [at, id] of ids.entries())
        await company.run('orders.move-order', { id, transition: orders[at]?.offer ? 'delete-offer' : 'cancel' })
    }),
    { numRuns: 25, examples: [[[[PACKABLE], PLENTY, PLENTY]]] },
  )
  expect(packed).toBeGreaterThan(0)
})

test('the function of the database returns the same as the rule', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuantity(-2, 4), anyQuantity(1, 4), async (stock, needed) => {
      const { short } = await company.db.one<{ short: boolean }>(
        sql`select is_short(${stock}::bigint - ${needed}::bigint) as short`,
      )
      const figures = new Map([[1, { stock: quantity(stock) }]])
      const rule = availabilityOf([{ productId: 1, quantity: quantity(needed) }], figures).get(1)
      expect(short).toBe(rule?.stockStatus === 'STOCK-FAULT')
    }),
    { numRuns: 200 },
  )
})
